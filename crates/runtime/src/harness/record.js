// @ts-check
// Values as records have them: on the console, in a journal and in errors. `harness.js` takes it in for a page, and
// `isolated/realm.js` for its process. The rule of `harness/mod.rs` holds.
//
// `data` has the functions of `data.js`. `beyondAscii` and `isLimit`, if there are any, are passed on to `encode.js`.
(parts, data, encodeOf, beyondAscii, isLimit) => {
  'use strict';
  const { list, cut, quoteCut, read, tagOf, isError, member } = data;
  // Is thrown by `encode` for values that do not fit.
  const large = { __proto__: null };
  const encode = encodeOf({
    __proto__: null,
    parts,
    apply: parts['Reflect.apply'],
    cut,
    tagOf,
    read,
    isError,
    member,
    list,
    large,
    describe: (error) => describe(error),
    beyondAscii,
    isLimit,
  });
  // The same for optional values: a text that is too large is cut, another value is marked.
  const encodeSmall = (value, limit, isCopy) => {
    try {
      return encode(value, limit, { __proto__: null, path: '' }, list(), undefined, isCopy === true);
    } catch {
      return typeof value === 'string' ? quoteCut(value, limit) : '{"$type":"truncated","reason":"size"}';
    }
  };
  const describe = (error) => {
    try {
      if (isError(error)) return '' + error.name + ': ' + error.message;
      if (typeof error === 'symbol') return 'Symbol(' + error.description + ')';
      return typeof error === 'object' && error !== null ? encodeSmall(error, 500) : '' + error;
    } catch {
      return 'a value that cannot be shown';
    }
  };
  const errorParts = (error) => {
    const own = isError(error);
    const text = (name, limit) => quoteCut(own ? (read(error, name) ?? '') : '', limit);
    return (
      '"name":' +
      text('name', 200) +
      ',"message":' +
      quoteCut(own ? (read(error, 'message') ?? '') : describe(error), 8192) +
      ',"stack":' +
      text('stack', 8192)
    );
  };
  // The members of an error, also of one that cannot be shown, such as with a name that throws when it becomes a text.
  const partsOf = (error) => {
    try {
      return errorParts(error);
    } catch {
      return '"name":"","message":"a value that cannot be shown","stack":""';
    }
  };
  return { __proto__: null, encode, encodeSmall, partsOf, large };
};
