"""Readers of pages from PyPI as contenders: one JSON object a line in, one out.

{"documents": [html]}                   -> {"ready": n}
{"work": "trafilatura", "texts": true}  -> {"seconds": s, "texts": [markdown]}
{"work": "markdownify"}                 -> {"seconds": s}
{"work": "metadata", "texts": true}     -> {"seconds": s, "texts": [[title, author, date]]}
{"judge": path, "pairs": [[text, right]]} -> {"seconds": s, "scores": [F1 by the script's word_f1]}

It takes its own time, so that neither the start of the interpreter nor the pipe counts against it.
"""

import importlib.util
import json
import sys
import time

import markdownify
import trafilatura
import trafilatura.metadata


def metadata(html):
    try:
        found = trafilatura.metadata.extract_metadata(trafilatura.load_html(html))
    except Exception:
        # A page that it refuses is one that it knows nothing of.
        return ["", "", ""]
    return [found.title or "", (found.author or "").split("; ")[0], found.date or ""]


def judged(path, pairs):
    spec = importlib.util.spec_from_file_location("judge", path)
    judge = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(judge)
    return [judge.word_f1(text, right)[2] for text, right in pairs]


READERS = {
    "trafilatura": lambda html: trafilatura.extract(html, output_format="markdown", include_comments=False) or "",
    "markdownify": markdownify.markdownify,
    "metadata": metadata,
}

documents = []
for line in sys.stdin:
    message = json.loads(line)
    if "documents" in message:
        documents = message["documents"]
        answer = {"ready": len(documents)}
    elif "judge" in message:
        answer = {"seconds": 0, "scores": judged(message["judge"], message["pairs"])}
    else:
        reader = READERS[message["work"]]
        start = time.perf_counter()
        texts = [reader(document) for document in documents]
        answer = {"seconds": time.perf_counter() - start}
        if message.get("texts"):
            answer["texts"] = texts
    print(json.dumps(answer), flush=True)
