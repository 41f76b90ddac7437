// A policy for each task: reads the utterance and the page, and acts by commands that any page can be driven with.
//
// `t` is one of tools.mjs. `knows` holds a model's knowledge beyond the page: words of the same meaning.

const all = (html, pattern) => [...html.matchAll(pattern)];
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const quoted = (text) => /"(.+)"/.exec(text)[1];
const query = (t) => t.text('#query');

/** Clicks the buttons with these ids, one after the other. */
const clicks =
  (...targets) =>
  async (t) => {
    await query(t);
    for (const target of targets) await t.click(target);
  };

/** Says why a task is out of reach of commands that name elements. */
export class Unscripted extends Error {}
const cannot = (why) => async () => {
  throw new Unscripted(why);
};

/** Goes to the month of a jQuery date picker and clicks the day. */
const pickDate = async (t, field, [month, day, year]) => {
  await t.click(field);
  for (let left = 13; left > 0; left--) {
    const html = await t.html('#ui-datepicker-div');
    const title = /datepicker-month">(\w+)<\/span>&nbsp;<span class="ui-datepicker-year">(\d+)/.exec(html);
    const shown = new Date(`${title[1]} 1, ${title[2]}`);
    const distance = (shown.getFullYear() - year) * 12 + shown.getMonth() + 1 - month;
    if (distance === 0) {
      const rows = all(html, /<tr>(?!<th)([^]*?)<\/tr>/g).map(([, row]) =>
        all(row, /<td[^>]*>([^]*?)<\/td>/g).map(([, cell]) => cell.replace(/<[^>]*>/g, '').trim()),
      );
      const days = rows.filter((row) => row.length === 7);
      const at = days.findIndex((row) => row.includes(String(day)));
      return t.click(
        `.ui-datepicker-calendar tbody tr:nth-child(${at + 1}) td:nth-child(${days[at].indexOf(String(day)) + 1}) a`,
      );
    }
    await t.click(distance > 0 ? '.ui-datepicker-prev' : '.ui-datepicker-next');
  }
  throw new Error('the month is not there');
};
const dateOf = (text) => /(\d+)\/(\d+)\/(\d+)/.exec(text).slice(1).map(Number);

const chooseDate = async (t) => {
  const utterance = await query(t);
  await pickDate(t, '#datepicker', dateOf(utterance));
  await t.click('#subbtn');
};

const bookFlight = async (t) => {
  const [, wish, from, to] = /the (\w+) one-way flight from: (.+?) to: (.+?) on/.exec(await query(t));
  for (const [field, menu, place] of [
    ['#flight-from', '#ui-id-1', from],
    ['#flight-to', '#ui-id-2', to],
  ]) {
    await t.fill(field, place);
    await t.wait(`${menu} li`);
    await t.click(`${menu} li:nth-child(1)`);
  }
  await pickDate(t, '#datepicker', dateOf(await query(t)));
  await t.click('#search');
  const html = await t.html('#results');
  const measure = wish === 'cheapest' ? /data-price="(\d+)"/g : /data-duration="(\d+)"/g;
  const values = all(html, measure).map(([, value]) => Number(value));
  // The first child is the header.
  await t.click(`#results > div:nth-child(${values.indexOf(Math.min(...values)) + 2}) .flight-price`);
};

const buyTicket = async (t) => {
  const utterance = await query(t);
  const html = await t.html('#area');
  const measure = /duration/.test(utterance) ? /data-duration="(\d+)"/g : /data-price="(\d+)"/g;
  const values = all(html, measure).map(([, value]) => Number(value));
  const best = /cheapest|shortest/.test(utterance) ? Math.min(...values) : Math.max(...values);
  await t.click(`.flight:nth-of-type(${values.indexOf(best) + 1}) .buy-ticket`);
};

/** Ticks boxes by their words. */
const checkboxes = (fits) => async (t, knows) => {
  const words = /Select (?:words similar to )?(.*) and click Submit/.exec(await query(t))[1].split(', ');
  const boxes = all(await t.html('#area'), /id="(ch\d+)">([^<]*)/g);
  for (const [, id, word] of boxes) {
    if (words.some((wanted) => fits(wanted, word.trim(), knows))) await t.check(`#${id}`);
  }
  await t.click('#subbtn');
};
const same = (one, other) => one === other;
const alike = (one, other, knows) => knows.synonyms.some((words) => words.includes(one) && words.includes(other));

/** Clicks a word that is marked as a link, in one of the sections. */
const linkIn = (sections, show) => async (t) => {
  const word = quoted(await query(t));
  const html = await t.html('#area');
  const parts = sections(html);
  for (const [at, part] of parts.entries()) {
    const links = all(part, /<span class="alink">(.*?)<\/span>/g).map(([, text]) => text);
    if (!links.includes(word)) continue;
    await show(t, at, html);
    return t.click(`${show.inside(at)} span.alink:nth-of-type(${links.indexOf(word) + 1})`);
  }
  throw new Error('no such link');
};
const unfold = Object.assign((t, at) => t.click(`#area h3:nth-of-type(${at + 1})`), {
  inside: (at) => `#area > div:nth-of-type(${at + 1})`,
});
const tab = Object.assign((t, at) => t.click(`#area a[href="#tabs-${at + 1}"]`), {
  inside: (at) => `#tabs-${at + 1} p`,
});
const nothing = Object.assign(async () => {}, { inside: () => '#area' });
const panels = (html) => html.split(/<div id="tabs-\d+"/).slice(1);
const contents = (html) => html.split('</h3>').slice(1);
// Where the page has no paragraphs in its tabs, the words are the panel's own.
const tabOf = Object.assign(
  async (t, at, html) => {
    tabOf.inside = (at) => (/<div id="tabs-\d+"[^>]*><p>/.test(html) ? `#tabs-${at + 1} p` : `#tabs-${at + 1}`);
    await tab(t, at);
  },
  { inside: tab.inside },
);

const clickMenu = async (t) => {
  const path = (await query(t)).replace('Select ', '').split('>');
  const items = new Map(
    all(await t.html('#area'), /<div [^>]*id="([^"]+)"[^>]*>(?:<span[^>]*><\/span>)?([^<]+)/g).map(([, id, text]) => [
      text,
      id,
    ]),
  );
  for (const name of path.slice(0, -1)) {
    await t.wait(`#${items.get(name)}`);
    await t.hover(`#${items.get(name)}`);
  }
  await t.wait(`#${items.get(path.at(-1))}`);
  await t.click(`#${items.get(path.at(-1))}`);
};

const clickMenu2 = async (t) => {
  const utterance = await t.html('#query');
  await t.click('#open-menu');
  const items = all(
    await t.html('#menu'),
    /<div [^>]*id="([^"]+)"[^>]*>(?:<span class="(?:ui-menu-icon )?ui-icon (ui-icon-[\w-]+)"><\/span>)?([^<]*)/g,
  ).map(([, id, icon, text]) => ({ id, icon, text }));
  const wanted = items.find(
    ({ icon, text }) =>
      text !== 'Menu' && (utterance.includes(`labeled "${text}"`) || (icon && utterance.includes(`${icon}"`))),
  );
  if (['Prev', 'Stop', 'Play', 'Next'].includes(wanted.text)) {
    await t.hover(`#${items.find(({ text }) => text.startsWith('Playback')).id}`);
    await t.wait(`#${wanted.id}`);
  }
  await t.click(`#${wanted.id}`);
};

/** Shapes of an SVG in their order: kind, text, colour and size. */
const shapesOf = (html) =>
  all(html, /<(text|rect|circle|polygon)\b([^>]*)>([^<]*)/g).map(([, tag, attributes, content]) => {
    const of = (name) => new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1];
    const kind = { rect: 'rectangle', circle: 'circle', polygon: 'triangle' }[tag];
    const across = (points) => Math.abs(Number(points.split(' ').at(-1).split(',')[0]) - Number(points.split(',')[0]));
    const size =
      tag === 'text'
        ? parseFloat(of('font-size'))
        : tag === 'circle'
          ? 2 * of('r')
          : tag === 'polygon'
            ? across(of('points'))
            : Number(of('width'));
    const type = kind ? 'shape' : /\d/.test(content) ? 'digit' : 'letter';
    return { type, text: kind ?? content, color: of('fill'), size: size > 15 ? 'large' : 'small' };
  });
const COLORS = ['red', 'green', 'blue', 'aqua', 'black', 'magenta', 'yellow'];
const fitting = (text) => {
  const words = text.split(' ');
  const size = ['large', 'small'].includes(words[0]) ? words.shift() : null;
  const color = COLORS.includes(words[0]) ? words.shift() : null;
  const what = words[0];
  return (shape) =>
    (!size || shape.size === size) &&
    (!color || shape.color === color) &&
    (what === 'item' || shape.text === what || shape.type === what);
};

const clickShape = async (t) => {
  const fits = fitting(/Click on an? (.*)/.exec(await query(t))[1]);
  const shapes = shapesOf(await t.html('#area_svg'));
  await t.click(`#area_svg > :nth-child(${shapes.findIndex(fits) + 1})`);
};

const countShape = async (t) => {
  const fits = fitting(/How many (.*)s are there/.exec(await query(t))[1]);
  const count = shapesOf(await t.html('#area_svg')).filter(fits).length;
  const buttons = all(await t.html('#count-buttons'), /<button>(\d+)/g).map(([, text]) => Number(text));
  await t.click(`#count-buttons button:nth-of-type(${buttons.indexOf(count) + 1})`);
};

/** Drags a shape towards one of the elements around it. */
const dragTowards = (shape) => async (t) => {
  const direction = /Drag the \w+ (\w+)/.exec(await query(t))[1];
  const html = await t.html('#area svg');
  const at = Number(/(?:cx|x)="([\d.]+)"/.exec(html)?.[1] ?? /points="([\d.]+)/.exec(html)[1]);
  const targets = { up: '#query', down: '#subbtn', right: '#reward-display', left: at > 80 ? '#query' : '#subbtn' };
  await t.drag(shape, targets[direction]);
  await t.click('#subbtn');
};

const TAGS = { rectangles: 'rectangle', circles: 'circle', triangles: 'triangle' };
const dragShapes = async (t) => {
  const kind = TAGS[/Drag all (\w+)/.exec(await query(t))[1]];
  const shapes = shapesOf(await t.html('#area_svg'));
  for (const [at, shape] of shapes.entries()) {
    if (shape.text === kind && shape.color !== 'none')
      await t.drag(`#area_svg > :nth-child(${at + 1})`, '#shape-container');
  }
  await t.click('#subbtn');
};
const dragShapes2 = async (t) => {
  const what = /Drag all (\w+)/.exec(await query(t))[1];
  const shapes = shapesOf(await t.html('#area_svg'));
  const [left, right] = shapes
    .flatMap(({ color }, at) => (color === 'none' ? [at] : []))
    .map((at) => `#area_svg > :nth-child(${at + 1})`);
  for (const [at, { text, color }] of shapes.entries()) {
    if (color === 'none') continue;
    await t.drag(`#area_svg > :nth-child(${at + 1})`, text === TAGS[what] || color === what ? left : right);
  }
  await t.click('#subbtn');
};

const item = (at) => `#sortable li:nth-child(${at + 1})`;
const itemsOf = (html) => all(html, /<div[^>]*>([^<]+)<\/div>/g).map(([, text]) => text.trim());
const ORDINALS = { top: 0, bottom: 4, '1st': 0, '2nd': 1, '3rd': 2, '4th': 3, '5th': 4 };
const dragItems = async (t) => {
  const [, name, where] = /Drag (\S+) (.*)\./.exec(await query(t));
  const from = itemsOf(await t.html('#sortable')).indexOf(name);
  const to = where.startsWith('down')
    ? from + 1
    : where.startsWith('up')
      ? from - 1
      : ORDINALS[/to the (\w+)/.exec(where)[1]];
  await t.drag(item(from), item(to));
};
const dragGrid = async (t) => {
  const [, name, where] = /Drag (\S+) (.*)\./.exec(await query(t));
  const from = itemsOf(await t.html('#sortable')).indexOf(name);
  const step = { up: -3, down: 3, left: -1, right: 1 }[/^(\w+) by one/.exec(where)?.[1]];
  const place = where.replace('to the ', '');
  const row = { top: 0, center: 1, bottom: 2 }[place.split(' ')[0]];
  const column = { left: 0, center: 1, right: 2 }[place.split(' ')[1] ?? 'center'];
  await t.drag(item(from), item(step ? from + step : row * 3 + column));
};
const dragSort = async (t) => {
  await query(t);
  for (let at = 0; at < 3; at++) {
    const numbers = itemsOf(await t.html('#sortable')).map(Number);
    const rest = numbers.slice(at);
    const least = at + rest.indexOf(Math.min(...rest));
    if (least !== at) await t.drag(item(least), item(at));
  }
  await t.click('#subbtn');
};

const calendar = async (t) => {
  const [, amount, unit, name, begin] = /Create a ([\d.]+) (hour|min)s? event named "(\w+)", between (\w+)/.exec(
    await query(t),
  );
  const length = Number(amount) / (unit === 'hour' ? 0.5 : 30);
  const busy = new Set();
  for (const [, , style, duration] of all(
    await t.html('#area'),
    /<div id="randomEvent\d" (class="[^"]*") ([^>]*)/g,
  ).map(([, one, two]) => [0, one, `${one} ${two}`, /data-duration="(\d+)"/.exec(`${one} ${two}`)?.[1]])) {
    const start = Math.round((parseFloat(/top: ?([\d.]+)/.exec(style)[1]) - 4) / 20.42);
    for (let at = start; at <= start + Number(duration); at++) busy.add(at);
  }
  const first = { '8AM': 16, '12PM': 24, '4PM': 32 }[begin];
  let start = first;
  while ([...Array(length).keys()].some((at) => busy.has(start + at))) start += 1;
  await t.drag(`#hh-${start}`, `#hh-${start + length - 1}`);
  await t.fill('#event-name', name);
  await t.click('#controls .create');
};

const email = async (t) => {
  const utterance = await query(t);
  const name = /email by (\w+)/.exec(utterance)[1];
  const threads = all(
    await t.html('#main'),
    /class="email-thread" data-index="(\d+)"[^]*?class="email-sender">([^<]*)/g,
  );
  const thread = `#main .email-thread[data-index="${threads.find(([, , sender]) => sender === name)[1]}"]`;
  if (/trash/.test(utterance)) return t.click(`${thread} .trash`);
  if (/star/.test(utterance)) return t.click(`${thread} .star`);
  await t.click(`${thread} .email-subject`);
  if (/reply/.test(utterance)) {
    await t.click('#email .email-reply');
    await t.fill('#reply-text', quoted(utterance));
    return t.click('#send-reply');
  }
  await t.click('#email .email-forward');
  await t.fill('#forward .forward-sender', /email to (\w+)/.exec(utterance)[1]);
  return t.click('#send-forward');
};

const byName = (role, pattern) => async (t) => {
  const name = pattern.exec(await query(t))[1];
  const row = (await t.rows()).find((row) => row.role === role && row.name === name);
  await t.click(row.target);
};

const clickPie = async (t) => {
  const wanted = quoted(await query(t));
  await t.click('#wheelnav-divWheel-spreadertitle');
  const titles = all(await t.html('#divWheel'), /id="(wheelnav-divWheel-title-\d+)"[^]*?<tspan[^>]*>([^<]*)/g);
  await t.click(`#${titles.find(([, , text]) => text === wanted)[1]}`);
};

const chase = async (t) => {
  await query(t);
  const end = Date.now() + 11_000;
  while (Date.now() < end && !(await t.text('#reward-last')).match(/\d/)) await t.hover('#circ');
};

/** Turns the cube by drags between the elements around it until the side is in front. */
const cube = async (t) => {
  const wanted = quoted(await query(t));
  const ways = [
    ['#query', '#reward-display'],
    ['#query', '#subbtn'],
  ];
  for (let turn = 0; turn < 24; turn++) {
    if ((await t.text('.cube-image.active')).trim() === wanted) return t.click('#subbtn');
    await t.drag(...ways[turn % 8 < 6 ? 0 : 1]);
  }
  throw new Error('the side did not come to the front');
};

export const policies = {
  'ascending-numbers': async (t) => {
    await query(t);
    const texts = all(await t.html('#area_svg'), /<text[^>]*>(\d)/g).map(([, text]) => text);
    await t.click(`#area_svg text:nth-of-type(${texts.indexOf('1') + 1})`);
    for (let at = 2; at <= 5; at++) await t.click(`#area_svg rect[data-index="${at}"]`);
  },
  'bisect-angle': cannot('a click at a point outside all elements'),
  'book-flight': bookFlight,
  'book-flight-nodelay': bookFlight,
  'button-delay': async (t) => {
    const seconds = Number(/wait (\d+) seconds/.exec(await query(t))[1]);
    await t.click('#subbtn');
    await pause(seconds * 1000);
    await t.click('#subbtn2');
  },
  'buy-ticket': buyTicket,
  'chase-circle': chase,
  'choose-date': chooseDate,
  'choose-date-easy': chooseDate,
  'choose-date-medium': chooseDate,
  'choose-date-nodelay': chooseDate,
  'choose-list': async (t) => {
    await t.select('#options', /Select (.*) from the list/.exec(await query(t))[1]);
    await t.click('#area button');
  },
  'circle-center': clicks('#svg-grid circle', '#subbtn'),
  'click-button': byName('button', /"(.*)"/),
  'click-button-sequence': clicks('#subbtn', '#subbtn2'),
  'click-checkboxes': checkboxes(same),
  'click-checkboxes-large': checkboxes(same),
  'click-checkboxes-soft': checkboxes(alike),
  'click-checkboxes-transfer': checkboxes(same),
  'click-collapsible': clicks('#area h3', '#subbtn'),
  'click-collapsible-2': linkIn(contents, unfold),
  'click-collapsible-2-nodelay': linkIn(contents, unfold),
  'click-collapsible-nodelay': clicks('#area h3', '#subbtn'),
  'click-color': async (t) => {
    const html = await t.html('#query');
    const color = /background-color: ([^;]*)/.exec(html)?.[1] ?? />(\w+)</.exec(html)[1];
    await t.click(`#area .color[data-color="${color}"]`);
  },
  'click-dialog': clicks('.ui-dialog-titlebar button'),
  'click-dialog-2': async (t) => {
    const at = ['Cancel', 'OK'].indexOf(quoted(await query(t)));
    await t.click(at < 0 ? '.ui-dialog-titlebar button' : `.ui-dialog-buttonset button:nth-of-type(${at + 1})`);
  },
  'click-link': linkIn((html) => [html], nothing),
  'click-menu': clickMenu,
  'click-menu-2': clickMenu2,
  'click-option': async (t) => {
    const word = /Select (.*) and click/.exec(await query(t))[1];
    const [, id] = all(await t.html('#area'), /id="(ch\d+)"[^>]*>([^<]*)/g).find(([, , text]) => text === word);
    await t.check(`#${id}`);
    await t.click('#subbtn');
  },
  'click-pie': clickPie,
  'click-pie-nodelay': clickPie,
  'click-scroll-list': async (t) => {
    await t.select('#options', .../Select (.*) from the scroll/.exec(await query(t))[1].split(', '));
    await t.click('#area button');
  },
  'click-shades': async (t) => {
    const color = /shades of (\w+)/.exec(await query(t))[1];
    const colors = all(await t.html('#area'), /data-color="(\w+)"/g).map(([, name]) => name);
    for (const [at, name] of colors.entries()) if (name === color) await t.click(`#area span:nth-of-type(${at + 1})`);
    await t.click('#submit');
  },
  'click-shape': clickShape,
  'click-tab': async (t) => t.click(`#area a[href="#tabs-${/#(\d)/.exec(await query(t))[1]}"]`),
  'click-tab-2': linkIn(panels, tabOf),
  'click-tab-2-easy': linkIn(panels, tabOf),
  'click-tab-2-hard': linkIn(panels, tabOf),
  'click-tab-2-medium': linkIn(panels, tabOf),
  'click-test': clicks('#subbtn'),
  'click-test-2': clicks('#subbtn'),
  'click-test-transfer': clicks('#subbtn'),
  'click-widget': async (t) => {
    const kind = quoted(await query(t));
    const kinds = all(await t.html('#area'), /data-type="(\w+)"/g).map(([, type]) => type);
    await t.click(`#area .widget:nth-of-type(${kinds.indexOf(kind) + 1}) [data-type]`);
  },
  'copy-paste': async (t) => {
    await query(t);
    await t.fill('#answer-input', await t.value('#to-copy'));
    await t.click('#subbtn');
  },
  'copy-paste-2': async (t) => {
    const number = /the (\d)/.exec(await query(t))[1];
    await t.fill('#answer-input', await t.value(`#text-${number}`));
    await t.click('#subbtn');
  },
  'count-shape': countShape,
  'count-sides': cannot('the shape is drawn on a canvas and has to be seen'),
  'daily-calendar': calendar,
  'drag-box': async (t) => {
    await query(t);
    await t.drag('#draggableSmall', '#draggableLarge');
    await t.click('#subbtn');
  },
  'drag-circle': dragTowards('#area svg circle'),
  'drag-cube': cube,
  'drag-items': dragItems,
  'drag-items-grid': dragGrid,
  'drag-shapes': dragShapes,
  'drag-shapes-2': dragShapes2,
  'drag-single-shape': dragTowards('#area svg .black-shape'),
  'drag-sort-numbers': dragSort,
  'draw-circle': cannot('the pointer has to follow a circle'),
  'draw-line': cannot('the line has to begin and end at points outside all elements'),
  'email-inbox': email,
  'email-inbox-delete': email,
};
