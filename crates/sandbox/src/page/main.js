// Lays out one or two panes and stores in the URL what they show.
import { el, icon, iconButton } from './dom.js';
import { getState } from './api.js';
import { Drawer } from './drawer.js';
import { Pane } from './pane.js';
import { wordsFor } from './words.js';

/** Below this width two clients side by side are unusable. */
const ROOM_FOR_TWO = matchMedia('(min-width: 640px)');
const RETRY_MS = 1_000;

const stage = el('div.stage');
const bar = el('header.bar');
const skip = el('a.skip', { href: '#', onclick: (event) => { event.preventDefault(); panes[0]?.log.el.focus(); } });
const drawer = new Drawer(() => panes[0], () => setDrawer(false));
let panes = [];
let wanted = readAddress();
let shownLocale = null;

function readAddress() {
  const values = new URLSearchParams(location.hash.slice(1));
  return {
    // A newcomer meets one client; two side by side are a choice, which is remembered.
    view: values.get('view') ?? (localStorage.getItem('view') === 'two' ? 'two' : 'one'),
    seats: [1, 2].map((seat) => ({ person: values.get(`person${seat}`), channel: values.get(`channel${seat}`) })),
  };
}

function writeAddress() {
  const values = new URLSearchParams({ view: wanted.view });
  wanted.seats.forEach(({ person, channel }, index) => {
    if (person) values.set(`person${index + 1}`, person);
    if (channel) values.set(`channel${index + 1}`, channel);
  });
  history.replaceState(null, '', `#${values}`);
}

function changed(pane) {
  wanted.seats[pane.place] = { person: pane.me.id, channel: pane.channel?.id };
  writeAddress();
  const pings = panes.flatMap(({ channels }) => [...channels.values()]).reduce((sum, { mentions }) => sum + (mentions ?? 0), 0);
  document.title = pings ? `(${pings}) Hexpost sandbox` : 'Hexpost sandbox';
  if (pane === panes[0] && pane.locale !== shownLocale) {
    shownLocale = pane.locale;
    drawBar();
    if (!drawer.el.hidden) drawer.build();
  }
  if (pane === panes[0]) drawer.worldChanged();
}

function layOut() {
  const count = wanted.view === 'two' && ROOM_FOR_TWO.matches ? 2 : 1;
  while (panes.length > count) panes.pop().stop();
  while (panes.length < count) {
    const pane = new Pane(panes.length, wanted.seats[panes.length], changed, addPerson);
    panes.push(pane);
    stage.append(pane.el);
  }
  stage.dataset.count = String(count);
  drawBar();
}

function setView(view) {
  wanted.view = view;
  localStorage.setItem('view', view);
  writeAddress();
  layOut();
}

function setDrawer(on) {
  localStorage.setItem('drawer', on ? 'open' : '');
  drawer.show(on);
  drawBar();
}

function addPerson() {
  setDrawer(true);
  drawer.focusAddPerson();
}

function flipTheme() {
  const dark = document.documentElement.dataset.theme
    ? document.documentElement.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  setTheme(dark ? 'light' : 'dark');
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  localStorage.setItem('theme', theme);
}

function drawBar() {
  const words = wordsFor(shownLocale);
  document.documentElement.lang = shownLocale ?? 'en';
  const view = (name, label) => el('button', {
    type: 'button', 'aria-pressed': String(wanted.view === name), onclick: () => setView(name),
  }, icon(name), el('span', {}, label));
  const developer = el('button.bar-button', {
    type: 'button', 'aria-expanded': String(!drawer.el.hidden), onclick: () => setDrawer(drawer.el.hidden),
  }, icon('code'), el('span', {}, words.developer));
  skip.textContent = words.skip;
  bar.replaceChildren(
    el('span.brand', {}, el('span.hexagon', { 'aria-hidden': 'true' }), el('strong', {}, 'Hexpost'), el('span.brand-kind', {}, 'sandbox')),
    el('span.tagline', {}, words.tagline),
    el('div.segmented', { role: 'group', 'aria-label': words.view }, view('one', words.oneView), view('two', words.twoView)),
    iconButton('theme', words.theme, flipTheme),
    developer);
}

/** Gives panes without a person the first people not shown elsewhere; waits until the sandbox responds. */
async function seat() {
  for (;;) {
    try {
      const { people } = await getState(null);
      for (const chair of wanted.seats) {
        const taken = new Set(wanted.seats.filter((other) => other !== chair).map(({ person }) => person));
        if (!people.some(({ id }) => id === chair.person)) chair.person = people.find(({ id }) => !taken.has(id))?.id ?? people[0]?.id;
      }
      return;
    } catch {
      await new Promise((resolve) => { setTimeout(resolve, RETRY_MS); });
    }
  }
}

const theme = localStorage.getItem('theme');
if (theme) setTheme(theme);
document.body.append(skip, bar, stage, drawer.el);
drawBar();
await seat();
layOut();
if (localStorage.getItem('drawer')) setDrawer(true);
ROOM_FOR_TWO.addEventListener('change', layOut);
addEventListener('hashchange', () => {
  wanted = readAddress();
  while (panes.length) panes.pop().stop();
  seat().then(layOut);
});
