import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from makiaveli.web import solving
from makiaveli.web.solving import MOST_WAITING, RETRY_SECONDS, WORKERS


def run_apart(visit):
    """Runs it in a thread of its own: Playwright leaves an event loop running in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(visit())).result()


SENT = {"hand": ["3S", "4S", "5S"]}


@pytest.fixture
def held(monkeypatch):
    """Solves do not end before this is set; ``begun`` counts those that have begun."""
    release = threading.Event()
    release.begun = threading.Semaphore(0)
    solve = solving.solve

    def wait_and_solve(position, limit):
        release.begun.release()
        assert release.wait(60)
        return solve(position, limit)

    monkeypatch.setattr(solving, "solve", wait_and_solve)
    yield release
    release.set()


def test_pages_are_answered_while_as_many_solve_as_can(app, held):
    async def visit():
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://testserver") as client:
            asked = [asyncio.create_task(client.post("/api/solve", json=SENT)) for _ in range(WORKERS)]
            shown = asyncio.create_task(client.get("/solver", params={"p": "3S4S5S"}))
            for _ in range(WORKERS):
                await asyncio.to_thread(held.begun.acquire)
            pages = [await client.get(path) for path in ("/", "/rules", "/solver", "/docs")]
            checked = await client.post("/api/check", json={"cards": ["7S"]})
            waiting = [task.done() for task in (*asked, shown)]
            held.set()
            return pages, checked, waiting, [await task for task in (*asked, shown)]

    pages, checked, waiting, solved = run_apart(visit)
    assert {page.status_code for page in (*pages, checked, *solved)} == {200}
    assert not any(waiting)
    assert "Yes. All 3 cards go down." in solved[-1].text


def test_too_many_at_once_are_told_to_come_back(app, held):
    async def crowd():
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://testserver") as client:
            most = WORKERS + MOST_WAITING
            asked = [asyncio.create_task(client.post("/api/solve", json=SENT)) for _ in range(most)]
            for _ in range(WORKERS):
                await asyncio.to_thread(held.begun.acquire)
            while app.state.solving.unfinished < most:
                await asyncio.sleep(0)
            data = await client.post("/api/solve", json=SENT)
            page = await client.get("/solver?p=3S4S5S")
            held.set()
            return data, page, [await task for task in asked]

    data, page, solved = run_apart(crowd)
    for refused in (data, page):
        assert (refused.status_code, refused.headers["retry-after"]) == (503, str(RETRY_SECONDS))
    assert data.json()["error"] == "Many are asking just now."
    assert "Load the page again in a few seconds." in page.text
    assert {answer.status_code for answer in solved} == {200}
