// Runs in every document and frame before the scripts of the page, and keeps what they could replace.
//
//   window[NAME](text)   sends a text out of the page
//
// A page can find it and send texts of its own, which lack what the harness's begin with. What leaves by the console is
// numbered, because the console counts a message that comes twice instead of telling it again.
const say = console.debug.bind(console);
const { apply, defineProperty } = Reflect;
const { stringify } = JSON;
const { toWellFormed } = String.prototype;
const shown = (value) => apply(toWellFormed, value, []);
const name = NAME;
if (!window[name]) {
  let count = 0;
  const tell = (kind, text) => say(name + " " + (count += 1) + " " + kind + " " + text);
  defineProperty(window, name, { __proto__: null, value: (text) => tell("note", shown("" + text)) });
  // A dialog is answered as WebDriver's "dismiss" does, and told. The function stays what it seems to be.
  const answers = { __proto__: null, alert: undefined, confirm: false, prompt: null };
  for (const kind in answers) {
    window[kind] = new Proxy(window[kind], {
      __proto__: null,
      apply: (_, __, given) => {
        tell(kind, shown(given.length ? "" + given[0] : ""));
        return answers[kind];
      },
    });
  }
}
