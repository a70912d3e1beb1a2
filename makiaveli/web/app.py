"""The application: everything of the site put together."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp

from makiaveli.web import api, gin_api
from makiaveli.web.assets import STATIC, Assets
from makiaveli.web.errors import HANDLERS
from makiaveli.web.middleware import LimitBodies, RefuseCrossSitePosts, SecurityHeaders
from makiaveli.web.pages import compose, docs, landing, rules, solver
from makiaveli.web.settings import Settings
from makiaveli.web.solving import Solving
from makiaveli.web.templating import create_templates


class _Site(FastAPI):
    def build_middleware_stack(self) -> ASGIApp:
        """The stack, with the security headers around the handler of server errors as well."""
        return SecurityHeaders(super().build_middleware_stack())


def create_app(settings: Settings) -> FastAPI:
    """The site with these settings."""
    solving = Solving(settings.solve_seconds)

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        yield
        solving.close()

    app = _Site(
        title="Makiaveli",
        version=version("makiaveli"),
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        exception_handlers=dict(HANDLERS),
        lifespan=running,
    )
    app.add_middleware(LimitBodies)
    app.add_middleware(RefuseCrossSitePosts)
    app.add_middleware(GZipMiddleware)

    assets = Assets(STATIC)
    app.state.settings = settings
    app.state.solving = solving
    app.state.templates = create_templates(app, assets)
    app.mount("/static/{version}", assets, name="static")
    for part in (landing, rules, solver, compose, docs, api, gin_api):
        app.include_router(part.router)
    return app
