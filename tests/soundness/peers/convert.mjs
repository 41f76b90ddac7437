// Others' converters of JSON Schema to TypeScript behind one protocol: `node convert.mjs PACKAGE`.
//
// One {"id", "schema"} a line in, one {"id", "ts"} or {"id", "error"} a line out; `ts` declares a type Root.
// With `--time ROUNDS` nothing but {"seconds"} of each round over all schemas is written, after one round to warm
// up: the conversion alone, neither the start of node nor the reading of JSON.
// WEBAGENTS_PEERS names the folder whose node_modules holds the packages.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const packages = join(process.env.WEBAGENTS_PEERS ?? "target/tools/peers", "node_modules");
const load = (...path) => import(pathToFileURL(join(packages, ...path)).href);

const converters = {
    // The fastest way to call it: its formatter is left out, and it may read no other document.
    async "json-schema-to-typescript"() {
        const { default: j2ts } = await load("json-schema-to-typescript", "dist", "src", "index.js");
        const options = { format: false, bannerComment: "", $refOptions: { resolve: { external: false } } };
        return (schema) => j2ts.compile(isObject(schema) ? { ...schema, title: "Root" } : schema, "Root", options);
    },
    // Its main module needs Cloudflare's runtime; the converter is in a part that does not.
    async "@cloudflare/codemode"() {
        const folder = join("@cloudflare", "codemode", "dist");
        const part = readdirSync(join(packages, folder)).find((name) => /^json-schema-types-.*\.js$/.test(name));
        const module = await load(folder, part);
        const generate = Object.values(module).find((value) => value.name === "generateTypesFromJsonSchema");
        return (schema) => `${generate({ root: { inputSchema: schema } })}\ntype Root = RootInput;\n`;
    },
};

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

const [name, flag, rounds] = process.argv.slice(2);
const convert = await converters[name]();
const lines = readFileSync(0, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
if (flag === "--time") {
    for (let round = 0; round <= Number(rounds); round++) {
        const start = process.hrtime.bigint();
        for (const { schema } of lines) {
            try {
                await convert(schema);
            } catch {
                // A schema that it refuses costs what it costs.
            }
        }
        const seconds = Number(process.hrtime.bigint() - start) / 1e9;
        if (round > 0) process.stdout.write(`${JSON.stringify({ seconds })}\n`);
    }
} else {
    for (const { id, schema } of lines) {
        let answer;
        try {
            answer = { id, ts: await convert(schema) };
        } catch (error) {
            answer = { id, error: String(error?.message ?? error) };
        }
        process.stdout.write(`${JSON.stringify(answer)}\n`);
    }
}
