"""Adapter of the webagents.md conformance suite for the Python package `webagents-md` 0.1.0.

It speaks protocol 1 (`../../README.md`) on its standard streams and calls the package's public functions, each
as a user of the package would: files are read by `parse_file`, pages are fetched by `discover_manifest_url`
over a transport that answers from memory. It mends nothing: where the package deviates from the
specification, the check fails, and `baseline.json` says why.
"""

import asyncio
import base64
import json
import sys
import tempfile
import traceback
from importlib.metadata import version
from pathlib import Path

import httpx
import pydantic
from webagent.codegen import generate_typescript
from webagent.discovery import discover_manifest_url
from webagent.parser import parse_file
from webagent.serializer import to_markdown
from webagent.types import Manifest


class Rejected(Exception):
    """The package says that the input is invalid."""


def read(data: bytes, folder: Path) -> Manifest:
    path = folder / "webagents.md"
    path.write_bytes(data)
    try:
        return parse_file(path)
    except (UnicodeDecodeError, ValueError) as refusal:
        # The one exception that the parser raises on purpose is a ValueError.
        raise Rejected from refusal


def parse(data: bytes, _args: dict, folder: Path):
    # `content` is the raw text, which is no part of the normal form.
    return read(data, folder).model_dump(exclude={"content"})


def serialize(data: bytes, _args: dict, _folder: Path):
    try:
        manifest = Manifest.model_validate_json(data)
    except pydantic.ValidationError as refusal:
        raise Rejected from refusal
    return to_markdown(manifest)


def typescript(data: bytes, _args: dict, folder: Path):
    return generate_typescript(read(data, folder))


def discover(data: bytes, args: dict, _folder: Path):
    def answer(_request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, headers={"content-type": "text/html; charset=utf-8"}, content=data)

    async def ask():
        async with httpx.AsyncClient(transport=httpx.MockTransport(answer)) as client:
            return await discover_manifest_url(args["base_url"], client=client)

    return asyncio.run(ask())


OPERATIONS = {"parse": parse, "serialize": serialize, "typescript": typescript, "discover": discover}


def run(question: dict, folder: Path) -> dict:
    operation = OPERATIONS.get(question["op"])
    if operation is None:
        return {"skip": "the package has nothing like it"}
    given = question["input"]
    data = given["text"].encode() if "text" in given else base64.b64decode(given["base64"], validate=True)
    try:
        return {"value": operation(data, question.get("args", {}), folder)}
    except Rejected:
        return {"reject": True}
    except Exception:  # Whatever the package fails with is its failure, and the next question is another one.
        return {"error": traceback.format_exc()}


def main() -> None:
    sys.stdin.reconfigure(encoding="utf-8", newline="\n")
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    with tempfile.TemporaryDirectory() as folder:
        for line in sys.stdin:
            question = json.loads(line)
            if question["cmd"] == "stop":
                break
            if question["cmd"] == "start":
                answer = {
                    "protocol": 1,
                    "implementation": {
                        "name": "webagents-md",
                        "language": "python",
                        "version": version("webagents-md"),
                    },
                    "operations": list(OPERATIONS),
                    "capabilities": [],
                    "diagnostics": False,
                }
            else:
                answer = {"seq": question["seq"], **run(question, Path(folder))}
            # ASCII, so that no character of the input can break a line or an encoding.
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
