"""The application: everything of the site put together."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version

from fastapi import FastAPI
from starlette.concurrency import run_in_threadpool
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp

from makiaveli.store import Store
from makiaveli.web import api, games_api, gin_api
from makiaveli.web.assets import STATIC, Assets
from makiaveli.web.errors import HANDLERS
from makiaveli.web.keeping import open_store, secret_key
from makiaveli.web.middleware import LimitBodies, RefuseCrossSitePosts, SecurityHeaders
from makiaveli.web.pages import (
    compose,
    docs,
    games,
    ginrummy,
    landing,
    over,
    replay,
    rules,
    solver,
    table,
)
from makiaveli.web.settings import Settings
from makiaveli.web.solving import Solving
from makiaveli.web.table import Tables
from makiaveli.web.templating import create_templates

_LOOK_FOR_IDLE_SECONDS = 3600.0


class _Site(FastAPI):
    def build_middleware_stack(self) -> ASGIApp:
        """The stack, with the security headers around the handler of server errors as well."""
        return SecurityHeaders(super().build_middleware_stack())


@asynccontextmanager
async def _keeping(app: FastAPI) -> AsyncIterator[None]:
    """While the application runs: the store is open, and games that nobody touches are marked abandoned."""
    settings: Settings = app.state.settings
    app.state.secret = secret_key(settings)
    store = open_store(settings)
    app.state.tables = Tables(store)
    idle = asyncio.create_task(_abandon_idle(store))
    yield
    idle.cancel()
    app.state.solving.close()
    store.close()


async def _abandon_idle(store: Store) -> None:
    while True:
        await asyncio.sleep(_LOOK_FOR_IDLE_SECONDS)
        await run_in_threadpool(store.abandon_idle)


def create_app(settings: Settings) -> FastAPI:
    """The site with these settings."""
    app = _Site(
        title="Makiaveli",
        version=version("makiaveli"),
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        exception_handlers=dict(HANDLERS),
        lifespan=_keeping,
    )
    app.add_middleware(LimitBodies)
    app.add_middleware(RefuseCrossSitePosts)
    app.add_middleware(GZipMiddleware)

    assets = Assets(STATIC)
    app.state.settings = settings
    app.state.solving = Solving(settings.solve_seconds)
    app.state.templates = create_templates(app, assets)
    app.mount("/static/{version}", assets, name="static")
    pages = (landing, rules, solver, compose, ginrummy, games, over, replay, table, docs)
    for part in (*pages, api, gin_api, games_api):
        app.include_router(part.router)
    return app
