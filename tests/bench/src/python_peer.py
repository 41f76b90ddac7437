"""The Python package `webagents-md` as a contender: one JSON object a line in, one out.

{"documents": [text]}               -> {"ready": n}          what the next two work on
{"work": "parse"}                   -> {"seconds": s}        parse every document
{"work": "types"}                   -> {"seconds": s}        parse every document and write its declarations
{"work": "context"}                 -> {"contexts": [text]}  what a model would be given of every document
{"work": "discover", "urls": [url],
 "concurrency": n}                  -> {"seconds": s, "found": n}

It takes its own time, so that neither the start of the interpreter nor the pipe counts against it.
"""

import asyncio
import json
import sys
import time

import httpx
import webagent


async def discover(urls, concurrency):
    gate = asyncio.Semaphore(concurrency)
    # One client for all pages, as a careful caller would have it: it keeps connections open.
    async with httpx.AsyncClient() as client:

        async def one(url):
            async with gate:
                return await webagent.discover(url, client=client)

        manifests = await asyncio.gather(*map(one, urls))
    return sum(1 for manifest in manifests if manifest is not None and manifest.tools)


def context(text):
    client = webagent.AgentClient()
    # It only takes what it fetched itself.
    client._manifest = webagent.parse(text)
    return client.context_for_llm()


def main():
    documents = []
    for line in sys.stdin:
        message = json.loads(line)
        if "documents" in message:
            documents = message["documents"]
            answer = {"ready": len(documents)}
        else:
            answer = {}
            start = time.perf_counter()
            if message["work"] == "parse":
                for text in documents:
                    webagent.parse(text)
            elif message["work"] == "types":
                for text in documents:
                    webagent.generate_typescript(webagent.parse(text))
            elif message["work"] == "context":
                answer["contexts"] = list(map(context, documents))
            else:
                answer["found"] = asyncio.run(discover(message["urls"], message["concurrency"]))
            answer["seconds"] = time.perf_counter() - start
        print(json.dumps(answer), flush=True)


main()
