// What the checks of `checks.txt` are written with.
const mc = document.modelContext;
const told = (error) => error instanceof Error || error instanceof DOMException ? error.name + ": " + error.message : error;
const no = (promise) => Promise.resolve(promise).then(() => "fine", told);
const tool = (more) => ({ name: "t", description: "d", execute: () => 1, ...more });
const reg = (more, options) => no(mc.registerTool(tool(more), options));
const find = async (name) => (await mc.getTools()).find((one) => one.name === name);
const run = async (name, input, options) => { try { return await mc.executeTool(await find(name), input, options); } catch (error) { return told(error); } };
const settle = (ms = 200) => new Promise((done) => setTimeout(done, ms));
const names = async () => (await mc.getTools()).map((one) => one.name);
const shape = (type, name) => { const { enumerable, configurable, value, get, set } = Object.getOwnPropertyDescriptor(type.prototype, name); return [enumerable, configurable, value?.name, value?.length, get?.name, set?.name]; };
// The call that comes next has begun.
const started = () => new Promise((done) => mc.addEventListener("toolactivated", done, { once: true }));
