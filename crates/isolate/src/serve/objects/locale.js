// @ts-check
// Formats and comparisons of American English, in place of Intl.
//
// The decision: the engine ignores the arguments of these methods, and a format that was not requested is a wrong
// answer that nobody notices. So a locale or an option that is not here throws, and names what to write.
(native, realm) => {
  'use strict';
  const { define } = realm;
  const ROOT = ['en', 'de', 'it', 'nl', 'pt'];
  const refuse = (method, what) => {
    throw new TypeError(`${method}: ${what} is not available here; only "en-US" is. Write the format in code`);
  };
  // Throws unless all locales are of the given languages.
  const checkLocales = (method, locales, languages) => {
    if (locales === undefined) return;
    for (const locale of Array.isArray(locales) ? locales : [locales]) {
      const tag = `${locale}`;
      const known = languages.some((name) => tag === name || (tag.startsWith(`${name}-`) && !tag.includes('-u-')));
      if (!known) refuse(method, `the locale "${tag}"`);
    }
  };
  const English = ['en-US'];
  const isEnglish = (method, locales) => checkLocales(method, locales === 'en' ? undefined : locales, English);
  const checkOptions = (method, options, known) => {
    const given = options === undefined ? {} : Object(options);
    for (const name of Object.keys(given)) {
      if (given[name] !== undefined && !known.includes(name)) refuse(method, `the option "${name}"`);
    }
    return given;
  };

  // The digits of a finite number that is not negative, without exponent: before and after the point.
  const digitsOf = (value) => {
    const [mantissa, exponent = '0'] = `${value}`.split('e');
    const [whole, part = ''] = mantissa.split('.');
    const shift = Number(exponent);
    const digits = whole + part,
      point = whole.length + shift;
    if (point <= 0) return ['0', '0'.repeat(-point) + digits];
    return [digits.slice(0, point).padEnd(point, '0'), digits.slice(point)];
  };
  // Rounds half away from zero in decimal.
  const round = ([whole, part], least, most) => {
    let kept = part.slice(0, most);
    if (part.length > most && part[most] >= '5') {
      const sum = `${BigInt(`1${whole}${kept}`) + 1n}`;
      // The 1 in front kept the zeros, and is 2 if there is one digit more.
      const carried = sum[0] === '2' ? `1${sum.slice(1)}` : sum.slice(1);
      whole = carried.slice(0, carried.length - kept.length);
      kept = carried.slice(carried.length - kept.length);
    }
    while (kept.length > least && kept.endsWith('0')) kept = kept.slice(0, -1);
    whole = whole.replace(/^0+(?=\d)/, '');
    return [whole, kept.padEnd(least, '0')];
  };
  const group = (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ',');
  const SIGNS = {
    __proto__: null,
    USD: '$',
    EUR: '€',
    GBP: '£',
    JPY: '¥',
    INR: '₹',
    CNY: 'CN¥',
    KRW: '₩',
    CAD: 'CA$',
    AUD: 'A$',
    MXN: 'MX$',
    BRL: 'R$',
    NZD: 'NZ$',
    ILS: '₪',
    VND: '₫',
  };
  const WHOLE = ['JPY', 'KRW', 'VND'];
  const NUMBER = ['style', 'currency', 'minimumFractionDigits', 'maximumFractionDigits', 'useGrouping'];
  const formatNumber = (method, value, locales, options) => {
    isEnglish(method, locales);
    const given = checkOptions(method, options, NUMBER);
    const style = given.style ?? 'decimal';
    let sign = '',
      unit = '',
      digits = [0, 3];
    if (style === 'currency') {
      const currency = `${given.currency}`.toUpperCase();
      if (SIGNS[currency] === undefined) refuse(method, `the currency "${given.currency}"`);
      sign = SIGNS[currency];
      digits = WHOLE.includes(currency) ? [0, 0] : [2, 2];
    } else if (style === 'percent') {
      unit = '%';
      digits = [0, 0];
    } else if (style !== 'decimal') refuse(method, `the style "${style}"`);
    let { minimumFractionDigits: least, maximumFractionDigits: most } = given;
    for (const digit of [least, most]) {
      if (digit === undefined || (digit >= 0 && digit <= 100)) continue;
      throw new RangeError(`${method}: expected 0 to 100 digits, found ${digit}`);
    }
    if (least !== undefined && most !== undefined && least > most) {
      throw new RangeError(`${method}: minimumFractionDigits is greater than maximumFractionDigits`);
    }
    most = Math.floor(most ?? Math.max(digits[1], least ?? 0));
    least = Math.floor(least ?? Math.min(digits[0], most));
    if (![undefined, true, false, 'auto', 'always'].includes(given.useGrouping)) {
      refuse(method, `the option useGrouping: ${given.useGrouping}`);
    }
    const isNegative = value < 0 || Object.is(value, -0);
    if (value !== value) return `${sign}NaN${unit}`;
    let text;
    if (value === Infinity || value === -Infinity) text = '∞';
    else {
      /** @type {any} */
      let parts = digitsOf(isNegative ? -value : value);
      if (style === 'percent') {
        const all = parts[1].padEnd(2, '0');
        parts = [parts[0] + all.slice(0, 2), all.slice(2)];
      }
      const [whole, part] = round(parts, least, most);
      text = (given.useGrouping === false ? whole : group(whole)) + (part === '' ? '' : `.${part}`);
    }
    return `${isNegative ? '-' : ''}${sign}${text}${unit}`;
  };
  define(Number.prototype, 'toLocaleString', function toLocaleString(locales, options) {
    return formatNumber('Number.prototype.toLocaleString', Number.prototype.valueOf.call(this), locales, options);
  });
  define(BigInt.prototype, 'toLocaleString', function toLocaleString(locales, options) {
    return formatNumber('BigInt.prototype.toLocaleString', BigInt.prototype.valueOf.call(this), locales, options);
  });

  const MONTHS = [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ];
  const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
  const two = (number) => `${number}`.padStart(2, '0');
  const DATE = ['weekday', 'year', 'month', 'day'],
    TIME = ['hour', 'minute', 'second'];
  const OPTIONS = [...DATE, ...TIME, 'hour12', 'timeZone'];
  const dateText = (method, { year, month, day, weekday }, given) => {
    const parts = [];
    const pick = (name, forms) => {
      if (given[name] === undefined) return undefined;
      if (!Object.hasOwn(forms, given[name])) refuse(method, `the option ${name}: "${given[name]}"`);
      return forms[given[name]];
    };
    const short = (text) => text.slice(0, 3);
    const dayName = pick('weekday', { long: DAYS[weekday], short: short(DAYS[weekday]) });
    const monthName = pick('month', {
      long: MONTHS[month],
      short: short(MONTHS[month]),
      numeric: `${month + 1}`,
      '2-digit': two(month + 1),
    });
    const dayNumber = pick('day', { numeric: `${day}`, '2-digit': two(day) });
    const yearNumber = pick('year', { numeric: `${year}`, '2-digit': two(year % 100) });
    if (dayName !== undefined) parts.push(dayName);
    if (given.month === 'long' || given.month === 'short') {
      parts.push(dayNumber === undefined ? monthName : `${monthName} ${dayNumber}`);
      // A month and a year without a day have no comma between them.
      if (yearNumber !== undefined && dayNumber === undefined) parts.push(`${parts.pop()} ${yearNumber}`);
      else if (yearNumber !== undefined) parts.push(yearNumber);
    } else {
      const numbers = [monthName, dayNumber, yearNumber].filter((part) => part !== undefined);
      if (numbers.length > 0) parts.push(numbers.join('/'));
    }
    return parts.join(', ');
  };
  const timeText = (method, { hour, minute, second }, given) => {
    const form = `${TIME.filter((name) => given[name] !== undefined)}`;
    if (form !== 'hour,minute,second' && form !== 'hour,minute') refuse(method, `a time of ${form}`);
    const isHalf = given.hour12 ?? true;
    const shown = isHalf ? hour % 12 || 12 : hour;
    const text = [given.hour === '2-digit' || !isHalf ? two(shown) : `${shown}`, two(minute)];
    if (given.second !== undefined) text.push(two(second));
    return `${text.join(':')}${isHalf ? (hour < 12 ? ' AM' : ' PM') : ''}`;
  };
  const NUMERIC_DATE = { year: 'numeric', month: 'numeric', day: 'numeric' };
  const NUMERIC_TIME = { hour: 'numeric', minute: '2-digit', second: '2-digit' };
  const formatDate = (method, date, locales, options, defaults, added) => {
    isEnglish(method, locales);
    const given = { ...checkOptions(method, options, OPTIONS) };
    const time = Date.prototype.getTime.call(date);
    const { timeZone } = given;
    if (timeZone !== undefined && `${timeZone}` !== 'UTC') refuse(method, `the time zone "${timeZone}"`);
    if (time !== time) return 'Invalid Date';
    const has = (names) => names.some((name) => given[name] !== undefined);
    if (!has(defaults)) Object.assign(given, added);
    const utc = timeZone === undefined ? '' : 'UTC';
    const get = (name) => Date.prototype[`get${utc}${name}`].call(date);
    const parts = {
      year: get('FullYear'),
      month: get('Month'),
      day: get('Date'),
      weekday: get('Day'),
      hour: get('Hours'),
      minute: get('Minutes'),
      second: get('Seconds'),
    };
    const texts = [];
    if (has(DATE)) texts.push(dateText(method, parts, given));
    if (has(TIME)) texts.push(timeText(method, parts, given));
    return texts.join(given.month === 'long' && texts.length > 1 ? ' at ' : ', ');
  };
  define(Date.prototype, 'toLocaleString', function toLocaleString(locales, options) {
    const added = { ...NUMERIC_DATE, ...NUMERIC_TIME };
    return formatDate('Date.prototype.toLocaleString', this, locales, options, [...DATE, ...TIME], added);
  });
  define(Date.prototype, 'toLocaleDateString', function toLocaleDateString(locales, options) {
    return formatDate('Date.prototype.toLocaleDateString', this, locales, options, DATE, NUMERIC_DATE);
  });
  define(Date.prototype, 'toLocaleTimeString', function toLocaleTimeString(locales, options) {
    return formatDate('Date.prototype.toLocaleTimeString', this, locales, options, TIME, NUMERIC_TIME);
  });

  // The order of the Unicode Collation Algorithm's root table for ASCII; letters follow, others by their code.
  const ORDER = new Map([...'\t\n\v\f\r _-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~$0123456789'].map((c, at) => [c, at]));
  const primary = (c) => ORDER.get(c) ?? c.codePointAt(0) + 0x100;
  // A digit of the text, or the number that digits form, with `isNumeric`.
  const elements = (text, isNumeric) => {
    const list = [];
    const pattern = isNumeric ? /0*(\d+)|(\P{M})(\p{M}*)/gsu : /(\b\B)|(\P{M})(\p{M}*)/gsu;
    for (const [, number, letter, marks] of text.normalize('NFD').matchAll(pattern)) {
      if (number !== undefined) list.push({ key: ORDER.get('0'), number, marks: '', upper: false });
      else {
        const lower = letter.toLowerCase();
        list.push({ key: primary(lower), number: '', marks, upper: lower !== letter });
      }
    }
    return list;
  };
  const order = (one, other) => (one < other ? -1 : one > other ? 1 : 0);
  const SENSITIVITY = { __proto__: null, base: 1, accent: 2, case: 3, variant: 4 };
  const KEYS = new Uint16Array(128);
  for (let code = 0; code < 128; code += 1) KEYS[code] = primary(String.fromCharCode(code).toLowerCase());
  // Compares without a list of elements, which is most of the time of a sort; undefined where the texts are not ASCII.
  const compareAscii = (one, other, sensitivity) => {
    const common = Math.min(one.length, other.length);
    let byCase = 0;
    for (let at = 0; at < common; at += 1) {
      const left = one.charCodeAt(at),
        right = other.charCodeAt(at);
      if (left > 127 || right > 127) return undefined;
      if (left === right) continue;
      if (KEYS[left] !== KEYS[right]) return order(KEYS[left], KEYS[right]);
      // Capitals come first in ASCII, and last here.
      if (byCase === 0) byCase = order(right, left);
    }
    for (let at = common; at < one.length; at += 1) if (one.charCodeAt(at) > 127) return undefined;
    for (let at = common; at < other.length; at += 1) if (other.charCodeAt(at) > 127) return undefined;
    return order(one.length, other.length) || (sensitivity >= 3 ? byCase : 0);
  };
  const compare = (one, other, isNumeric, sensitivity) => {
    const found = isNumeric ? undefined : compareAscii(one, other, sensitivity);
    return found ?? compareElements(one, other, isNumeric, sensitivity);
  };
  const compareElements = (one, other, isNumeric, sensitivity) => {
    const [first, second] = [elements(one, isNumeric), elements(other, isNumeric)];
    const common = Math.min(first.length, second.length);
    for (let at = 0; at < common; at += 1) {
      const [left, right] = [first[at], second[at]];
      const found =
        order(left.key, right.key) ||
        order(left.number.length, right.number.length) ||
        order(left.number, right.number);
      if (found !== 0) return found;
    }
    if (first.length !== second.length) return order(first.length, second.length);
    const differs = (name) => {
      for (let at = 0; at < common; at += 1) {
        if (first[at][name] !== second[at][name]) return order(first[at][name], second[at][name]);
      }
      return 0;
    };
    const marks = sensitivity === 2 || sensitivity === 4 ? differs('marks') : 0;
    return marks || (sensitivity >= 3 ? differs('upper') : 0);
  };
  define(String.prototype, 'localeCompare', function localeCompare(that, locales, options) {
    const method = 'String.prototype.localeCompare';
    if (this === undefined || this === null) throw new TypeError(`${method}: called on ${this}`);
    checkLocales(method, locales, ROOT);
    const given = checkOptions(method, options, ['numeric', 'sensitivity', 'usage']);
    if (given.usage !== undefined && given.usage !== 'sort') refuse(method, `the option usage: "${given.usage}"`);
    const sensitivity = SENSITIVITY[given.sensitivity ?? 'variant'];
    if (sensitivity === undefined) throw new RangeError(`${method}: sensitivity is "${given.sensitivity}"`);
    return compare(`${this}`, `${that}`, !!given.numeric, sensitivity);
  });

  // Languages with letters of their own for upper and lower case.
  const SPECIAL = ['tr', 'az', 'lt', 'el'];
  for (const [name, plain] of [
    ['toLocaleUpperCase', 'toUpperCase'],
    ['toLocaleLowerCase', 'toLowerCase'],
  ]) {
    const convert = String.prototype[plain];
    define(
      String.prototype,
      name,
      {
        [name](locales) {
          for (const locale of locales === undefined ? [] : [locales].flat()) {
            if (SPECIAL.includes(`${locale}`.toLowerCase().split('-')[0]))
              refuse(`String.prototype.${name}`, `"${locale}"`);
          }
          return Reflect.apply(convert, this, []);
        },
      }[name],
    );
  }
  const joinLocal = function toLocaleString(locales, options) {
    let text = '';
    for (let at = 0; at < this.length; at += 1) {
      const value = this[at];
      text +=
        (at > 0 ? ',' : '') + (value === undefined || value === null ? '' : value.toLocaleString(locales, options));
    }
    return text;
  };
  define(Array.prototype, 'toLocaleString', joinLocal);
  define(Object.getPrototypeOf(Uint8Array.prototype), 'toLocaleString', joinLocal);
};
