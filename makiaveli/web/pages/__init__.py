"""The pages, one module each: a typed context, and the route that renders it."""

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse


class PageRouter(APIRouter):
    """Routes of pages: they answer GET and HEAD and are no part of the API's description."""

    def page(self, path: str, *, name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """A decorator for the function that makes this page; links find it by the name."""
        return self.api_route(
            path,
            name=name,
            methods=["GET", "HEAD"],
            include_in_schema=False,
            response_class=HTMLResponse,
            response_model=None,
        )


async def sent_fields(request: Request) -> dict[str, str]:
    """The fields of the form that was sent, files left out."""
    async with request.form() as sent:
        return {name: value for name, value in sent.items() if isinstance(value, str)}
