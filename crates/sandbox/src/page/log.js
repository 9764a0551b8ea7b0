// The messages of the open channel: newest at the bottom, older ones fetched when scrolling up.
import { el } from './dom.js';
import { getMessages, PAGE } from './api.js';
import { isEphemeral, isNotice, renderMessage } from './message.js';
import { longDay, sameDay } from './time.js';
import { compareIds } from './people.js';

const GROUP_MS = 7 * 60_000;
const NEAR_BOTTOM = 60;
const NEAR_TOP = 200;

export class Log {
  constructor(pane) {
    this.pane = pane;
    this.messages = [];
    this.entries = new Map();
    this.top = el('div.log-top');
    this.list = el('div.log-list');
    this.local = el('div.log-local');
    this.content = el('div.log-content', {}, this.top, this.list, this.local);
    // Relative times change by themselves; screen readers should announce new entries only.
    this.el = el('div.log', {
      role: 'log', 'aria-live': 'polite', 'aria-relevant': 'additions', tabIndex: 0, onscroll: () => this.scrolled(),
    }, this.content);
    this.atBottom = true;
    const keep = () => { if (this.atBottom) this.toBottom(); };
    const watch = new ResizeObserver(keep);
    watch.observe(this.content);
    watch.observe(this.el);
  }

  /** Shows a channel; with `again` it keeps the scroll position, as after a lost connection. */
  async load(channel, { again = false, target = null } = {}) {
    const turn = this.turn = Symbol(channel.id);
    if (!again) this.clear();
    this.channel = channel;
    this.el.setAttribute('aria-label', this.pane.words.messagesIn(this.pane.channelTitle(channel, true)));
    const { unread, last_read_id: read } = channel;
    const messages = await getMessages(this.pane.me.id, channel.id);
    if (this.turn !== turn) return;
    const overlaps = messages.some(({ id }) => this.entries.has(id));
    if (again && overlaps) this.merge(messages);
    else this.fill(messages, unread ? read ?? '0' : null);
    if (target) this.jump(target);
  }

  /** `read` is the last message read, if there are newer ones: the unread line goes below it. */
  fill(messages, read) {
    this.clear();
    this.complete = messages.length < PAGE;
    const isNew = ({ id, author }) => compareIds(id, read) > 0 && author.id !== this.pane.me.id;
    if (read !== null) this.firstUnread = messages.find(isNew)?.id ?? null;
    for (const message of messages) this.put(message);
    this.welcome();
    this.toBottom();
  }

  /** Updates the displayed messages without touching unchanged ones. */
  merge(messages) {
    const fresh = new Set(messages.map(({ id }) => id));
    const gone = this.messages.filter(({ id }) => compareIds(id, messages[0].id) >= 0 && !fresh.has(id));
    for (const { id } of gone) this.remove(id);
    const shown = new Map(this.messages.map((message) => [message.id, JSON.stringify(message)]));
    for (const message of messages) if (shown.get(message.id) !== JSON.stringify(message)) this.put(message);
    this.welcome();
  }

  clear() {
    this.messages = [];
    this.entries.clear();
    this.list.replaceChildren();
    this.top.replaceChildren();
    this.complete = false;
    this.firstUnread = null;
    this.atBottom = true;
  }

  welcome() {
    if (!this.complete || !this.channel) return;
    const { words } = this.pane;
    const title = this.pane.channelTitle(this.channel, true);
    this.top.replaceChildren(el('div.welcome', {}, el('h2', {}, title), el('p', {}, words.welcome(title)), this.channel.can_use_commands && el('p.tip', {}, words.tip)));
  }

  /** Inserts or updates a message. */
  put(message) {
    const known = this.entries.get(message.id);
    if (known) {
      this.messages[this.messages.findIndex(({ id }) => id === message.id)] = message;
      this.redraw(message, known);
      return;
    }
    let at = this.messages.length;
    while (at > 0 && compareIds(this.messages[at - 1].id, message.id) > 0) at--;
    this.messages.splice(at, 0, message);
    const entry = el('div.entry', {}, renderMessage(message, this.pane));
    this.entries.set(message.id, entry);
    this.list.insertBefore(entry, this.list.children[at] ?? null);
    this.decorate(at);
    this.decorate(at + 1);
  }

  /** Redraws a message, for instance when one of its buttons waits for a response; keeps the focus. */
  redraw(message, entry = this.entries.get(message.id)) {
    if (!entry) return;
    const old = entry.querySelector('.message');
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    const position = focused && [...old.querySelectorAll('button, [tabindex]')].indexOf(focused);
    const fresh = renderMessage(message, this.pane);
    reusePictures(old, fresh);
    old.replaceWith(fresh);
    if (this.atBottom) this.toBottom();
    this.decorate(this.messages.findIndex(({ id }) => id === message.id));
    if (!focused) return;
    const same = [...fresh.querySelectorAll('[data-custom-id]')].find((node) => node.dataset.customId === focused.dataset.customId && !node.disabled);
    const next = same ?? fresh.querySelectorAll('button, [tabindex]')[position];
    (next && !next.disabled ? next : fresh).focus({ preventScroll: true });
  }

  redrawById(id) {
    const message = this.messages.find((other) => other.id === id);
    if (message) this.redraw(message);
  }

  /** Updates what depends on the previous message: the day, the unread line, and whether the author is repeated. */
  decorate(at) {
    const message = this.messages[at];
    if (!message) return;
    const before = this.messages[at - 1];
    const time = Date.parse(message.timestamp);
    const entry = this.entries.get(message.id);
    const newDay = !before || !sameDay(Date.parse(before.timestamp), time);
    const unread = message.id === this.firstUnread;
    entry.querySelectorAll('.separator').forEach((node) => node.remove());
    if (unread) entry.prepend(el('div.separator.unread', {}, el('span', {}, this.pane.words.newMessages)));
    if (newDay) entry.prepend(el('div.separator', {}, el('span', {}, longDay(time, this.pane.locale))));
    const grouped = !newDay && !unread && before.author.id === message.author.id && !isNotice(before) && !isNotice(message) && !message.sandbox?.interaction
      && !message.referenced_message && isEphemeral(before) === isEphemeral(message)
      && time - Date.parse(before.timestamp) < GROUP_MS;
    entry.classList.toggle('grouped', grouped);
  }

  remove(id) {
    const at = this.messages.findIndex((message) => message.id === id);
    if (at < 0) return;
    this.messages.splice(at, 1);
    this.entries.get(id).remove();
    this.entries.delete(id);
    this.decorate(at);
  }

  /** Adds a line of the page itself, such as a command being sent. Returns functions to replace its text and to remove it. */
  note(text, busy) {
    const node = el('div.local-note', { role: 'status' }, busy && el('span.spinner', { 'aria-hidden': 'true' }), text);
    this.local.append(node);
    return {
      remove: () => node.remove(),
      fail: (reason) => {
        node.className = 'local-note failed';
        node.replaceChildren(reason, ' · ', el('button.link', { type: 'button', onclick: () => node.remove() }, this.pane.words.dismiss));
      },
    };
  }

  unreadFrom(id) {
    this.firstUnread ??= id;
  }

  jump(id) {
    const entry = this.entries.get(id);
    if (!entry) return;
    this.atBottom = false;
    entry.scrollIntoView({ block: 'center' });
    const message = entry.querySelector('.message');
    message.focus({ preventScroll: true });
    message.classList.add('jumped');
  }

  toBottom() {
    this.atBottom = true;
    this.el.scrollTop = this.el.scrollHeight;
    this.size = this.measure();
  }

  measure() { return `${this.el.scrollHeight} ${this.el.clientHeight}`; }

  scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.el;
    const size = this.measure();
    // If the content changed its height, the browser scrolled and not the person: stay at the bottom.
    if (scrollHeight - scrollTop - clientHeight < NEAR_BOTTOM) this.atBottom = true;
    else if (size === this.size) this.atBottom = false;
    else if (this.atBottom) this.toBottom();
    this.size = size;
    if (this.atBottom) this.pane.markRead();
    if (scrollTop < NEAR_TOP) this.older();
  }

  async older() {
    if (this.complete || this.fetching || !this.messages.length) return;
    this.fetching = true;
    const turn = this.turn;
    try {
      const first = this.messages[0];
      const messages = await getMessages(this.pane.me.id, this.channel.id, first.id);
      if (this.turn !== turn) return;
      const anchor = this.entries.get(first.id) ?? this.list.firstChild;
      const before = anchor.getBoundingClientRect().top;
      this.complete = messages.length < PAGE;
      for (const message of messages) this.put(message);
      this.welcome();
      this.el.scrollTop += anchor.getBoundingClientRect().top - before;
    } catch {
      // The next scroll retries.
    } finally {
      this.fetching = false;
    }
  }
}

/** Moves images already loaded to the new node, so that an edit does not make them flicker. */
function reusePictures(old, fresh) {
  const shown = [...old.querySelectorAll('.picture img')];
  for (const image of fresh.querySelectorAll('.picture img')) {
    const same = shown.find((other) => other.getAttribute('src') === image.getAttribute('src'));
    if (same) image.replaceWith(same);
  }
}
