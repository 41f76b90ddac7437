// A function that sends a text of some kind out of a document, made before the page can replace what it is made of.
//
// Texts leave by the console. They are numbered, because the console counts a message that comes twice and tells it once.
() => {
  const say = console.debug.bind(console);
  const { apply } = Reflect, { toWellFormed } = String.prototype;
  let count = 0;
  return (kind, text) => say(NAME + " " + (count += 1) + " " + kind + " " + apply(toWellFormed, "" + text, []));
}
