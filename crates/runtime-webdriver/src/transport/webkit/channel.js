// @ts-check
// A function that sends a text of some kind out of a document, made before the page can replace its parts.
//
// Texts leave by the console; of a dialog's as many characters as are kept. They are numbered, because the console
// counts a message that comes twice and reports it once.
(name) => {
  const say = console.debug.bind(console);
  const { apply } = Reflect,
    { slice, toWellFormed } = String.prototype;
  let count = 0;
  return (kind, text) => {
    text = '' + text;
    if (kind !== 'note') text = apply(slice, text, [0, 2000]);
    say(name + ' ' + (count += 1) + ' ' + kind + ' ' + apply(toWellFormed, text, []));
  };
};
