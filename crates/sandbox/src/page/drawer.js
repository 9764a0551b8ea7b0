// For developers: the traffic, and controls that inject faults.
import { el, iconButton } from './dom.js';
import { getFaults, getWire, misbehave } from './api.js';
import { isThread, nameOf } from './people.js';
import { clockTime } from './time.js';

const POLL_MS = 1_000;
const KEPT = 500;

export class Drawer {
  /** lead() returns the pane whose language, people and channels the drawer uses. */
  constructor(lead, closed) {
    this.lead = lead;
    this.lines = [];
    this.last = 0;
    this.wire = el('div.wire-list', { tabIndex: 0 });
    this.faults = el('div.faults');
    this.status = el('p.drawer-status', { role: 'status' });
    this.el = el('aside.drawer', { hidden: true, onkeydown: (event) => { if (event.key === 'Escape') closed(); } });
    this.closed = closed;
  }

  show(on) {
    clearInterval(this.timer);
    this.el.hidden = !on;
    if (!on) return;
    this.build();
    this.poll();
    this.timer = setInterval(() => this.poll(), POLL_MS);
  }

  /** Redraws everything, for instance when the language or the world has changed. */
  build() {
    const words = this.words = this.lead().words;
    this.filter = el('input', { type: 'search', placeholder: words.filter, 'aria-label': words.filter, oninput: () => this.refill() });
    this.wire.setAttribute('aria-label', words.traffic);
    this.el.setAttribute('aria-label', words.developer);
    this.el.replaceChildren(
      el('section.wire', {},
        el('header', {}, el('h2', {}, words.traffic), this.filter,
          el('button.component.secondary', { type: 'button', onclick: () => { this.lines = []; this.refill(); } }, words.clear)), this.wire),
      el('section.switches', {},
        el('header', {}, el('h2', {}, words.misbehaviour), this.status, iconButton('close', words.close, this.closed)), this.faults));
    this.refill();
    this.loadFaults();
  }

  // --- traffic ---------------------------------------------------------------------------------------------------

  async poll() {
    this.followFaults();
    try {
      const { lines } = await getWire(this.last);
      if (!lines.length) return;
      // After a restart the numbers start again.
      if (lines.at(-1).n < this.last) this.wire.replaceChildren();
      this.last = lines.at(-1).n;
      this.lines = [...this.lines, ...lines].slice(-KEPT);
      this.append(lines);
    } catch {
      this.last = 0;
    }
  }

  refill() {
    this.wire.replaceChildren(el('p.empty', {}, this.words.noTraffic));
    this.append(this.lines);
  }

  append(lines) {
    const wanted = this.filter.value.toLowerCase();
    const fits = (line) => !wanted || `${line.title} ${JSON.stringify([line.body, line.response])}`.toLowerCase().includes(wanted);
    const atBottom = this.wire.scrollHeight - this.wire.scrollTop - this.wire.clientHeight < 40;
    const rows = lines.filter(fits).map((line) => this.row(line));
    if (!rows.length) return;
    this.wire.querySelector('.empty')?.remove();
    this.wire.append(...rows);
    while (this.wire.childElementCount > KEPT) this.wire.firstChild.remove();
    if (atBottom) this.wire.scrollTop = this.wire.scrollHeight;
  }

  row(line) {
    const toBot = line.to === 'bot';
    const direction = toBot ? this.words.toBot : this.words.toSandbox;
    const details = el('details.wire-line', {
      // JSON is formatted only for entries that are opened.
      ontoggle: () => {
        if (!details.open || details.childElementCount > 1) return;
        const part = (title, value) => value !== null && value !== undefined
          && [el('h3', {}, title), el('pre', { tabIndex: 0 }, typeof value === 'string' ? value : JSON.stringify(value, null, 2))];
        details.append(el('div.wire-body', {}, part(this.words.request, line.body), part(this.words.response, line.response)));
        details.scrollIntoView({ block: 'nearest' });
      },
    }, el('summary', {},
      el('time', {}, new Date(line.at).toLocaleTimeString('en-GB')),
      el(toBot ? 'span.direction.to-bot' : 'span.direction', { title: direction, 'aria-label': direction }, toBot ? '→' : '←'),
      el('span.kind', {}, line.what),
      el('span.wire-title', {}, line.title),
      line.status && el(line.status < 400 ? 'span.status' : 'span.status.bad', {}, String(line.status))));
    return details;
  }

  // --- faults ----------------------------------------------------------------------------------------------------

  async loadFaults() {
    try {
      this.drawFaults(await getFaults());
    } catch (error) {
      this.status.textContent = error.message || this.words.unreachable;
    }
  }

  /** Updates what requests use up: planned answers, lost ones and cut connections. Fields being edited stay. */
  async followFaults() {
    if (!this.planned) return;
    try {
      const faults = await getFaults();
      this.planned.textContent = plannedText(faults, this.words);
      for (const [field, count] of [[this.lost, faults.lost_answers], [this.cut, cutCount(faults)]]) {
        if (field !== document.activeElement && field.dataset.shown !== String(count)) field.value = field.dataset.shown = String(count);
      }
    } catch {
      // The next poll tries again.
    }
  }

  async tell(verb, details = {}) {
    try {
      await misbehave(verb, details);
      this.status.textContent = this.words.doneNote;
      await this.loadFaults();
    } catch (error) {
      this.status.textContent = error.message || this.words.unreachable;
    }
  }

  drawFaults(faults) {
    const { words } = this;
    const pane = this.lead();
    const button = (label, verb, details, danger) =>
      el(`button.component.${danger ? 'danger' : 'secondary'}`, { type: 'button', onclick: () => this.tell(verb, details?.() ?? {}) }, label);
    const toggle = (label, on, verb, details = {}) => el('label.toggle', {},
      el('input', { type: 'checkbox', checked: on, onchange: (event) => this.tell(verb, { ...details, on: event.target.checked }) }), label);
    const number = (label, value, least = 0) => el('input', { type: 'number', min: least, value: String(value), 'aria-label': label });
    const text = (label) => el('input', { type: 'text', placeholder: label, 'aria-label': label });
    const select = (label, options) => el('select', { 'aria-label': label }, options.map(([value, name]) => el('option', { value }, name)));
    const row = (...parts) => el('div.switch-row', {}, parts);
    const group = (title, ...parts) => el('fieldset', {}, el('legend', {}, title), parts);

    const status = select(words.answerWith, [500, 502, 429, 401, 403, 404].map((one) => [one, String(one)]));
    const source = select(words.answerWith, [['answer', 'Discord'], ['answer_page', words.proxy]]);
    const times = number(words.times, 1, 1);
    const path = text(words.path);
    const delay = number(words.delay, faults.delay_ms);
    const lost = this.lost = number(words.lose, faults.lost_answers);
    const cut = this.cut = number(words.cut, cutCount(faults));
    for (const field of [lost, cut]) field.dataset.shown = field.value;
    this.planned = el('p.hint', { role: 'status' }, plannedText(faults, words));
    const channels = [...pane.channels.values()].map((one) => [one.id, pane.channelTitle(one, true)]);
    const channel = select(words.channel, channels);
    if (pane.channel) channel.value = pane.channel.id;
    const threadOnly = el('div.switch-row');
    const chosen = () => ({ channel_id: channel.value });
    const showThread = () => {
      const one = pane.channels.get(channel.value);
      threadOnly.replaceChildren(...(one && isThread(one) ? [
        button(words.archive, 'archive_thread', () => ({ ...chosen(), on: true })), button(words.unarchive, 'archive_thread', () => ({ ...chosen(), on: false })),
        button(words.lock, 'lock_thread', () => ({ ...chosen(), on: true })), button(words.unlock, 'lock_thread', () => ({ ...chosen(), on: false }))] : []));
    };
    // For @everyone, whose role id is the server's.
    const rule = (label, permission, allowed) => button(label, 'overwrite',
      () => ({ ...chosen(), who_id: pane.channels.get(channel.value)?.guild_id, permission, allowed }));
    channel.addEventListener('change', showThread);
    showThread();
    const server = select(words.server, pane.servers.map(({ id, name }) => [id, name]));
    const channelName = text(words.name);
    const kind = select(words.channel, [[0, words.textChannel], [15, words.forumChannel]]);
    this.personName = text(words.name);
    const language = select(words.language, Object.entries(words.languages));

    this.faults.replaceChildren(
      group(words.gateway,
        toggle(words.freeze, faults.gateway_frozen, 'freeze_gateway'),
        row(button(words.dropGateway, 'drop_gateway'), button(words.askReconnect, 'ask_reconnect'),
          button(words.invalidateResumable, 'invalidate_sessions', () => ({ resumable: true })),
          button(words.invalidate, 'invalidate_sessions', () => ({ resumable: false })), button(words.redeliver, 'redeliver'), button(words.garble, 'garble'))),
      group(words.answers,
        row(el('span', {}, words.answerWith), status, source, times, el('span', {}, words.times), path,
          el('button.component.secondary', { type: 'button', onclick: () => this.tell(source.value, { status: Number(status.value), times: Number(times.value), ...(path.value && { path: path.value }) }) }, words.set)),
        this.planned,
        row(el('span', {}, words.delay), delay, button(words.set, 'delay', () => ({ ms: Number(delay.value) }))),
        row(el('span', {}, words.lose), lost, button(words.set, 'lose_answers', () => ({ times: Number(lost.value) }))),
        row(el('span', {}, words.cut), cut, button(words.set, 'cut_answers', () => ({ times: Number(cut.value) })))),
      group(words.clock,
        el('p.hint', {}, faults.clock_ahead_ms ? words.ahead(duration(faults.clock_ahead_ms, words)) : words.onTime, ' · ', clockTime(Date.now() + faults.clock_ahead_ms, pane.locale)),
        row([[words.hour, 3_600], [words.day, 86_400], [words.threeDays, 259_200], [words.week, 604_800]]
          .map(([label, seconds]) => button(label, 'advance', () => ({ seconds }))))),
      group(words.channel,
        row(channel, button(words.denySending, 'deny', () => ({ ...chosen(), permission: 'SEND_MESSAGES', on: true })),
          button(words.allowSending, 'deny', () => ({ ...chosen(), permission: 'SEND_MESSAGES', on: false })), button(words.deleteChannel, 'delete_channel', chosen, true)),
        row(rule(words.hide, 'VIEW_CHANNEL', false), rule(words.unhide, 'VIEW_CHANNEL', null),
          rule(words.denyExternal, 'USE_EXTERNAL_APPS', false), rule(words.allowExternal, 'USE_EXTERNAL_APPS', null)),
        threadOnly),
      group(words.server,
        row(server, button(words.removeBot, 'remove_bot', () => ({ server_id: server.value }), true), button(words.addBot, 'add_bot', () => ({ server_id: server.value })),
          button(words.addCommands, 'add_commands', () => ({ server_id: server.value }))),
        row(channelName, kind, button(words.add, 'add_channel', () => ({ server_id: server.value, name: channelName.value, type: Number(kind.value) })))),
      group(words.person,
        pane.people.map((person) => toggle(words.dmsClosed(nameOf(person)), person.dms_closed, 'close_dms', { user_id: person.id })),
        row(this.personName, language, button(words.add, 'add_person', () => ({ name: this.personName.value, locale: language.value })))));
  }

  /** Updates the lists of channels and people. */
  worldChanged() {
    const pane = this.lead();
    const world = JSON.stringify([[...pane.channels.keys()], pane.people, pane.channel?.id]);
    if (this.el.hidden || world === this.world) return;
    this.world = world;
    this.loadFaults();
  }

  async focusAddPerson() {
    await this.loadFaults();
    this.personName?.scrollIntoView({ block: 'center' });
    this.personName?.focus();
  }
}

const cutCount = (faults) => faults.cut_answers.reduce((sum, { times }) => sum + times, 0);

function plannedText({ answers }, words) {
  const planned = answers.filter(({ times }) => times > 0).map((one) => `${one.status} × ${one.times}${one.path ? ` (${one.path})` : ''}`);
  return planned.length ? `${words.planned} ${planned.join(', ')}` : words.nothingPlanned;
}

function duration(ms, words) {
  const hours = Math.round(ms / 3_600_000);
  return [hours >= 24 && `${Math.floor(hours / 24)} ${words.days}`, hours % 24 > 0 && `${hours % 24} ${words.hours}`].filter(Boolean).join(' ') || `0 ${words.hours}`;
}
