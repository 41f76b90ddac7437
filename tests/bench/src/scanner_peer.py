"""Scans tool lists with the offline analyzer of cisco-ai-mcp-scanner, as its own command does.

stdin: JSON Lines {"id", "tools": [{"name", "description", ...}]}. stdout: one JSON object, ids to lists of categories.
"""

import asyncio
import json
import logging
import os
import sys

# Nothing is downloaded, and nothing but the result is printed.
os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
logging.disable(logging.CRITICAL)

from mcpscanner.core.analyzers.yara_analyzer import YaraAnalyzer  # noqa: E402


async def scan(analyzer, tool):
    """The findings in the description and in the rest of a tool, which the scanner looks at apart."""
    rest = {name: value for name, value in tool.items() if name != "description"}
    found = await analyzer.analyze(tool.get("description") or "", {"content_type": "description"})
    found += await analyzer.analyze(json.dumps(rest), {"content_type": "parameters"})
    return found


async def main():
    analyzer = YaraAnalyzer()
    result = {}
    for line in sys.stdin:
        entry = json.loads(line)
        found = [finding for tool in entry["tools"] for finding in await scan(analyzer, tool)]
        result[entry["id"]] = sorted({finding.threat_category for finding in found})
    print(json.dumps(result))


asyncio.run(main())
