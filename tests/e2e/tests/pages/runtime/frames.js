// Runs `code` in each of the `pages`, and lists the cases that it returns with the page in front.
const frames = pages.map((path) => {
  const frame = document.createElement('iframe');
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
  Object.assign(frame, { width: 800, height: 600, src: path });
  document.body.append(frame);
  return { path, frame, loaded };
});
const cases = [];
for (const { path, frame, loaded } of frames) {
  await loaded;
  const list = JSON.parse(await frame.contentWindow.Function(code)());
  cases.push(...list.map((one) => [path, ...one]));
  frame.remove();
}
return JSON.stringify(cases);
