// Packages from npm as contenders: one JSON object a line in, one out.
//
// {"schemas": [schema]} -> {"ready": n}       what the next one works on
// {"convert": package}  -> {"seconds": s}     convert every schema to TypeScript
// {"count": [text]}     -> {"tokens": [n]}    tokens of each text in the encoding o200k
//
// It takes its own time, so that neither the start of node nor the pipe counts against a package.

import { createInterface } from "node:readline";
import { converters, load } from "../../soundness/peers/converters.mjs";

const loaded = {};
let schemas = [];
for await (const line of createInterface({ input: process.stdin })) {
    const message = JSON.parse(line);
    let answer;
    if (message.schemas) {
        schemas = message.schemas;
        answer = { ready: schemas.length };
    } else if (message.count) {
        const { encode } = await load("gpt-tokenizer", "esm", "encoding", "o200k_base.js");
        answer = { tokens: message.count.map((text) => encode(text, { disallowedSpecial: new Set() }).length) };
    } else {
        const convert = (loaded[message.convert] ??= await converters[message.convert]());
        const start = process.hrtime.bigint();
        for (const schema of schemas) {
            try {
                await convert(schema);
            } catch {
                // A schema that it refuses costs what it costs.
            }
        }
        answer = { seconds: Number(process.hrtime.bigint() - start) / 1e9 };
    }
    process.stdout.write(`${JSON.stringify(answer)}\n`);
}
