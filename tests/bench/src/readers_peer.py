"""Readers of pages from PyPI as contenders: one JSON object a line in, one out.

{"documents": [html]}                   -> {"ready": n}
{"work": "trafilatura", "texts": true}  -> {"seconds": s, "texts": [markdown]}
{"work": "markdownify"}                 -> {"seconds": s}

It takes its own time, so that neither the start of the interpreter nor the pipe counts against it.
"""

import json
import sys
import time

import markdownify
import trafilatura

READERS = {
    "trafilatura": lambda html: trafilatura.extract(html, output_format="markdown", include_comments=False) or "",
    "markdownify": markdownify.markdownify,
}

documents = []
for line in sys.stdin:
    message = json.loads(line)
    if "documents" in message:
        documents = message["documents"]
        answer = {"ready": len(documents)}
    else:
        reader = READERS[message["work"]]
        start = time.perf_counter()
        texts = [reader(document) for document in documents]
        answer = {"seconds": time.perf_counter() - start}
        if message.get("texts"):
            answer["texts"] = texts
    print(json.dumps(answer), flush=True)
