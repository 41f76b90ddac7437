//! The harness: the scripts that run a model's code in a page, and their names and keys.
//!
//! **The rule** of every script here and in `webmcp/`: an object of the harness is never passed to, stored through or looked up
//! on an object that page or model code can modify. So, in those scripts:
//!
//! - each part of the language and of the browser is read once (`bootstrap.js`, or the first lines of a script of `webmcp/`) and
//!   called through `Reflect.apply`; no method is looked up on a value, except on an element of the page's;
//! - a list is an array without a prototype (`list()` in `data.js`), an object is written with `__proto__: null`, and so
//!   are descriptors, handlers of proxies and bags of options;
//! - nothing is spread, destructured as a list or walked with `for`-`of`; an index that may be missing is not read;
//! - a promise is awaited by the saved `then`, with a `constructor` of its own (`own`, `sure`), and an asynchronous
//!   function does not return an object of the harness with a prototype;
//! - an argument of a call is copied once, and the copy is called and written down;
//! - no function that code can reach by `arguments`, `caller` or a stack has a key, a run's name or a token in its text.
//!
//! The test `poison` puts setters, getters and replacements everywhere and reports each use of them.

pub(crate) mod javascript;
pub(crate) mod random;
pub(crate) mod secrets;
pub(crate) mod stack;
