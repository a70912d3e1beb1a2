"""Settings for all tests."""

from hypothesis import settings

# A test may be slow on a busy machine; speed is measured in benchmarks/.
settings.register_profile("makiaveli", deadline=None)
settings.load_profile("makiaveli")
