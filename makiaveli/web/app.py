"""The application: everything of the site put together."""

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp

from makiaveli.web.assets import STATIC, Assets
from makiaveli.web.errors import HANDLERS
from makiaveli.web.middleware import RefuseCrossSitePosts, SecurityHeaders
from makiaveli.web.pages import landing, rules, solver
from makiaveli.web.settings import Settings
from makiaveli.web.templating import create_templates


class _Site(FastAPI):
    def build_middleware_stack(self) -> ASGIApp:
        """The stack, with the security headers around the handler of server errors as well."""
        return SecurityHeaders(super().build_middleware_stack())


def create_app(settings: Settings) -> FastAPI:
    """The site with these settings."""
    app = _Site(
        title="Makiaveli",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        exception_handlers=dict(HANDLERS),
    )
    app.add_middleware(RefuseCrossSitePosts)
    app.add_middleware(GZipMiddleware)

    assets = Assets(STATIC)
    app.state.settings = settings
    app.state.templates = create_templates(app, assets)
    app.mount("/static/{version}", assets, name="static")
    for page in (landing, rules, solver):
        app.include_router(page.router)
    return app
