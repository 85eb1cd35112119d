"""`run.py [--async] ID…`: does the steps of the conformance suite with this library (sdks/conformance/README.md)."""

from __future__ import annotations

import asyncio
import http.client
import http.server
import inspect
import json
import logging
import os
import queue
import sys
import threading
import traceback
from concurrent.futures import ThreadPoolExecutor
from functools import reduce
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from parley import AsyncParley, CancelSignal, Parley, webhooks
from parley._core.sync_transport import run as run_now
from parley.oauth import AsyncOAuth, FileTokenStore, MemoryTokenStore, OAuth, Token
from values import Lines, error_of, native, plain, response_as_json, snake

IS_ASYNC = "--async" in sys.argv
IDS = [one for one in sys.argv[1:] if one != "--async"]
CONTROL = os.environ["PARLEY_CONFORMANCE_URL"]
END = object()
Step = dict[str, Any]


def ask(url: str, method: str = "GET", body: Any = None) -> bytes:
    """One request to the suite, which no proxy of the environment may see."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.netloc)
    try:
        connection.request(method, f"{parts.path}?{parts.query}", None if body is None else json.dumps(body))
        return connection.getresponse().read()
    finally:
        connection.close()


async def finished(value: Any) -> Any:
    return await value if inspect.isawaitable(value) else value


async def unhurried(work: Any) -> Any:
    """A slow step is no reason for a warning, on a machine that does other things too."""
    asyncio.get_running_loop().slow_callback_duration = 10
    return await work


def run_all(work: Any) -> Any:
    return asyncio.run(unhurried(work)) if IS_ASYNC else run_now(work)


async def in_thread(work: Any, *arguments: Any) -> Any:
    return await asyncio.to_thread(work, *arguments) if IS_ASYNC else work(*arguments)


class Scenario:
    """The objects and log lines of one scenario."""

    def __init__(self) -> None:
        self.objects: dict[str, Any] = {}
        self.lines: list[str] = []
        self.environment = dict(os.environ)

    async def end(self) -> None:
        for one in self.objects.values():
            await self.close(one[0] if isinstance(one, tuple) else one)
        os.environ.clear()
        os.environ.update(self.environment)

    async def close(self, one: Any) -> None:
        name = next((name for name in ("aclose", "close") if hasattr(one, name)), None)
        if name:
            await finished(getattr(one, name)())

    async def outcome(self, step: Step) -> dict[str, Any]:
        try:
            outcome = await getattr(self, f"do_{step['do']}")(step)
        except (Exception, asyncio.CancelledError) as error:
            self.keep(step, error)
            outcome = {"error": error_of(error)}
        lines, self.lines[:] = list(self.lines), []
        return {**outcome, "logs": lines} if lines else outcome

    async def outcomes(self, steps: list[Step]) -> list[dict[str, Any]]:
        return [await self.outcome(one) for one in steps]

    def keep(self, step: Step, value: Any) -> Any:
        if "as" in step:
            self.objects[step["as"]] = value
        return value

    def method(self, step: Step) -> Any:
        names = [snake(name) for name in step["method"].split(".")]
        return reduce(getattr, names, self.objects[step.get("on", "main")])

    def call(self, step: Step, signal: CancelSignal | None = None) -> Any:
        options = native(self.objects, step.get("options", {})) | ({"signal": signal} if signal else {})
        arguments = native(self.objects, step.get("args", {})) | ({"options": options} if options else {})
        return self.method(step)(*native(self.objects, step.get("positional", [])), **arguments)

    async def cancelling(self, step: Step, work: Any) -> Any:
        """The result of `work(signal)`, which is cancelled when the moment of the step comes."""
        if "cancel" not in step:
            return await finished(work(None))
        if IS_ASYNC:
            task = asyncio.ensure_future(work(None))
            await asyncio.to_thread(ask, step["cancel"])
            task.cancel()
            return await task
        signal = CancelSignal()
        threading.Thread(target=lambda: (ask(step["cancel"]), signal.cancel()), daemon=True).start()
        return await finished(work(signal))

    async def do_new(self, step: Step) -> dict[str, Any]:
        for name, value in step.get("env", {}).items():
            os.environ.pop(name, None)
            os.environ.update({} if value is None else {name: value})
        options = dict(step["options"])
        if options.get("logger"):
            options["logger"] = logging.Logger("parley", logging.DEBUG)
            options["logger"].addHandler(Lines(self.lines))
        if "auth" in options:
            options["auth"] = self.auth(**options["auth"])
        kinds = (AsyncOAuth, AsyncParley) if IS_ASYNC else (OAuth, Parley)
        made = self.objects[step["from"]].with_options if "from" in step else kinds[step["type"] == "client"]
        self.keep(step, made(**options))
        return {}

    def auth(self, oauth: str, store: str, token: dict[str, str] | None = None, path: str = "") -> Any:
        kept = FileTokenStore(path) if store == "file" else MemoryTokenStore()
        if token is not None:
            kept.save(kept.load(), Token(**token))
        return self.objects[oauth].auth(kept)

    async def do_call(self, step: Step) -> dict[str, Any]:
        value = self.keep(step, await self.cancelling(step, lambda signal: self.call(step, signal)))
        return {"result": plain(value)} | ({"response": response_as_json(value)} if hasattr(value, "_response") else {})

    async def do_iterate(self, step: Step) -> dict[str, Any]:
        if step.get("via") == "to_array":
            limit = {"limit": step["limit"]} if "limit" in step else {}
            return {"items": plain(await finished(self.call(step).to_list(**limit))), "done": True}
        if "from" not in step:
            source = self.call(step)
            iterable = source.pages() if step.get("via") == "pages" else source
            source, iterator = self.keep(step, (source, aiter(iterable) if IS_ASYNC else iter(iterable)))
        else:
            source, iterator = self.objects[step["from"]]
        outcome: dict[str, Any] = {"items": [], "done": False}
        try:
            while len(outcome["items"]) < step.get("take", sys.maxsize) and not outcome["done"]:
                item = await anext(iterator, END) if IS_ASYNC else next(iterator, END)
                outcome["done"] = item is END
                outcome["items"] += [] if item is END else [plain(item)]
        except Exception as error:
            outcome["error"] = error_of(error)
        if step.get("close") or not step.keys() & {"as", "from"}:
            await self.close(iterator)
        return {**outcome, "cursor": getattr(source, "resume_cursor", getattr(source, "position", None))}

    async def do_parallel(self, step: Step) -> dict[str, Any]:
        if IS_ASYNC:
            return {"outcomes": await asyncio.gather(*map(self.outcome, step["steps"]))}
        with ThreadPoolExecutor(len(step["steps"])) as pool:
            return {"outcomes": list(pool.map(lambda one: run_now(self.outcome(one)), step["steps"]))}

    async def do_read(self, step: Step) -> dict[str, Any]:
        record = self.objects[step["of"]]
        return {"result": {name: plain(getattr(record, name, record[name])) for name in step["fields"]}}

    async def do_edit(self, step: Step) -> dict[str, Any]:
        calls: list[Any] = []
        try:
            value = self.method(step)(*step["positional"], lambda record: calls.append(record) or step["changes"])
            return {"result": plain(await finished(value)), "calls": len(calls)}
        except Exception as error:
            return {"error": error_of(error), "calls": len(calls)}

    async def do_download(self, step: Step) -> dict[str, Any]:
        async def work(signal: CancelSignal | None) -> int:
            options = {"options": {"signal": signal}} if signal else {}
            download = self.objects[step.get("on", "main")].files.download(step["id"], **options)
            if not step["stream"]:
                return await finished(download.save(step["to"]))
            pieces = [piece async for piece in download] if IS_ASYNC else list(download)
            return Path(step["to"]).write_bytes(b"".join(pieces))

        return {"result": {"bytes": await self.cancelling(step, work)}}

    async def do_verify(self, step: Step) -> dict[str, Any]:
        more = {key: step[key] for key in ("tolerance", "now") if key in step}
        event = webhooks.verify(native(self.objects, step["body"]), step["headers"], step["secrets"], **more)
        return {"result": event.to_dict(), "known": webhooks.is_known(event)}

    async def do_sign(self, step: Step) -> dict[str, Any]:
        return {"result": webhooks.sign(step["body"], step["secret"], id=step["id"], now=step["now"])}

    async def do_listen(self, step: Step) -> dict[str, Any]:
        scenario, received = self, queue.Queue[Any]()

        class Receiver(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                delivery = {"do": "verify", "body": body, "headers": self.headers, "secrets": step["secrets"]}
                outcome = run_now(scenario.outcome(delivery))
                self.send_response(204 if "result" in outcome else 400)
                self.end_headers()
                received.put(outcome)

            def log_message(self, *_: Any) -> None:
                pass

        server = http.server.HTTPServer(("127.0.0.1", 0), Receiver)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.keep(step, (None, server, received))
        return {"result": {"url": f"http://127.0.0.1:{server.server_port}/"}}

    async def do_received(self, step: Step) -> dict[str, Any]:
        _, server, received = self.objects[step["from"]]
        outcome = await in_thread(received.get, True, 10)
        await in_thread(server.shutdown)
        server.server_close()
        return outcome

    async def do_fork(self, step: Step) -> dict[str, Any]:
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            work = self.outcomes(step["child"])
            os.write(writer, json.dumps(run_all(work)).encode())
            os._exit(0)
        os.close(writer)
        parent = await self.outcomes(step["parent"])
        with open(reader, "rb") as pipe:
            outcomes = json.loads(await in_thread(pipe.read))
        os.waitpid(child, 0)
        return {"child": outcomes, "parent": parent}

    async def do_elsewhere(self, step: Step) -> dict[str, Any]:
        work = self.outcomes(step["steps"])
        with ThreadPoolExecutor(1) as pool:
            return {"outcomes": await in_thread(pool.submit(run_all, work).result)}

    async def do_inspect(self, step: Step) -> dict[str, Any]:
        one = self.objects[step["of"]]
        texts = [repr(one), str(one), json.dumps(one, default=repr)]
        return {"result": texts + (traceback.format_exception(one) if isinstance(one, BaseException) else [])}


async def main() -> int:
    print(f"TAP version 14\n1..{len(IDS)}", flush=True)
    failed = 0
    for number, scenario_id in enumerate(IDS, 1):
        scenario = Scenario()
        start = {"scenario": scenario_id, "language": "python-async" if IS_ASYNC else "python", "pid": os.getpid()}
        answer = json.loads(await in_thread(ask, f"{CONTROL}/start", "POST", start))
        title = answer["title"]
        while "step" in answer:
            answer = json.loads(await in_thread(ask, f"{CONTROL}/next", "POST", await scenario.outcome(answer["step"])))
        await scenario.end()
        problems = answer["verdict"]["problems"]
        failed += bool(problems)
        print(f"{'not ok' if problems else 'ok'} {number} - {scenario_id} {title}", *(f"# {one}" for one in problems), sep="\n")
    return 1 if failed else 0


sys.exit(run_all(main()))
