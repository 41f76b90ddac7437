// Helpers of the checks of `checks.txt`.
const mc = document.modelContext;
const said = (error) =>
  error instanceof Error || error instanceof DOMException ? error.name + ': ' + error.message : error;
const no = (promise) => Promise.resolve(promise).then(() => 'fine', said);
const tool = (more) => ({ name: 't', description: 'd', execute: () => 1, ...more });
const reg = (more, options) => no(mc.registerTool(tool(more), options));
const find = async (name) => (await mc.getTools()).find((one) => one.name === name);
const run = async (name, input, options) => {
  try {
    return await mc.executeTool(await find(name), input, options);
  } catch (error) {
    return said(error);
  }
};
const settle = (ms = 200) => new Promise((done) => setTimeout(done, ms));
// Waits until something holds; the run has a deadline.
const until = async (holds) => {
  while (!(await holds())) await settle(20);
};
const names = async () => (await mc.getTools()).map((one) => one.name);
const shape = (type, name) => {
  const { enumerable, configurable, value, get, set } = Object.getOwnPropertyDescriptor(type.prototype, name);
  return [enumerable, configurable, value?.name, value?.length, get?.name, set?.name];
};
// The call that comes next has begun.
const started = () => new Promise((done) => mc.addEventListener('toolactivated', done, { once: true }));
