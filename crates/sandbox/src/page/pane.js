// One person's client: what they see and do. Panes share nothing but the clock.
import { el, icon, iconButton } from './dom.js';
import { act, getCommands, getState, misbehave, Unreachable } from './api.js';
import { listen } from './events.js';
import { Log } from './log.js';
import { Composer } from './composer.js';
import { Modal } from './modal.js';
import { openMenu } from './menu.js';
import { forumPosts, memberPanel, Sidebar, topChannels } from './sidebar.js';
import { avatar, compareIds, isThread, localized, nameOf } from './people.js';
import { setClock } from './time.js';
import { wordsFor } from './words.js';

const RETRY_MS = 1_000;
/** Normally the sandbox reports a late bot; this timeout is for a sandbox that has gone away meanwhile. */
const PATIENCE_MS = 6_000;
/** How long a response is remembered that arrived before its request had completed. */
const SETTLED_MS = 30_000;
/** The panel of members covers the messages of a pane that is narrower than this; as in the style sheet. */
const ROOM_FOR_MEMBERS = 820;

const languageOf = (locale) => locale.split('-')[0];

export class Pane {
  /** changed(pane) is called whenever the person, the channel or the unread counts have changed. */
  constructor(place, { person, channel }, changed, addPerson) {
    this.place = place;
    this.personId = person;
    this.wanted = channel;
    this.changed = changed;
    this.addPerson = addPerson;
    this.people = [];
    this.servers = [];
    this.dms = [];
    this.channels = new Map();
    this.failures = new Map();
    this.waiting = new Map();
    this.settled = new Map();
    this.pressed = null;
    this.words = wordsFor('en-US');
    this.build();
    this.refresh();
    this.seen = () => this.markRead();
    document.addEventListener('visibilitychange', this.seen);
    window.addEventListener('focus', this.seen);
  }

  stop() {
    this.stopped = true;
    this.unlisten?.();
    clearTimeout(this.retry);
    document.removeEventListener('visibilitychange', this.seen);
    window.removeEventListener('focus', this.seen);
    this.el.remove();
  }

  build() {
    this.sidebar = new Sidebar(this);
    this.log = new Log(this);
    this.composer = new Composer(this);
    this.banner = el('div.banner', { role: 'status', hidden: true });
    this.head = el('header.chat-head');
    this.forum = el('div.forum-box', { hidden: true });
    this.members = el('aside.members', { hidden: true, onkeydown: (event) => { if (event.key === 'Escape') this.toggleMembers(false); } });
    // The panel lies above the messages: a press on them closes it.
    const closeMembers = () => { if (!this.members.hidden && this.el.clientWidth < ROOM_FOR_MEMBERS) this.toggleMembers(false, false); };
    this.scrim = el('div.scrim', { onclick: () => this.toggleSidebar(false) });
    this.content = el('div.chat-content', { onpointerdown: closeMembers }, this.banner, this.forum, this.log.el, this.composer.el);
    this.chat = el('main.chat', {}, this.head, this.content);
    this.body = el('div.pane-body', {}, this.sidebar.el, this.scrim, this.chat, this.members);
    this.el = el('section.pane', {}, this.body);
  }

  // --- state from the sandbox ------------------------------------------------------------------------------------

  /** Fetches everything again: at the start, after a lost connection, and when the sandbox asks for it. */
  async refresh() {
    const turn = this.turn = Symbol('refresh');
    clearTimeout(this.retry);
    let state;
    try {
      state = await getState(this.personId);
    } catch (error) {
      if (this.stopped || this.turn !== turn) return;
      this.connected(error instanceof Unreachable ? false : undefined);
      // If the person is unknown (the world was reset), use the first one.
      if (!(error instanceof Unreachable)) this.personId = null;
      this.retry = setTimeout(() => this.refresh(), RETRY_MS);
      return;
    }
    if (this.stopped || this.turn !== turn) return;
    setClock(state.now);
    // In another language everything is drawn again.
    const again = this.me?.id === state.me.id && this.me.locale === state.me.locale;
    Object.assign(this, { me: state.me, people: state.people, bot: state.bot, servers: state.servers, dms: state.dms });
    this.personId = this.me.id;
    this.locale = this.me.locale;
    this.words = wordsFor(this.locale);
    this.el.lang = this.locale;
    this.channels = new Map([...this.servers.flatMap(({ channels }) => channels), ...this.dms].map((one) => [one.id, one]));
    this.commandCache = new Map();
    this.connected(true);
    if (!again || !this.unlisten) {
      this.unlisten?.();
      this.unlisten = listen(this.me.id, (event) => this.hear(event), (on) => this.connected(on));
    }
    const id = [this.channel?.id, this.wanted].find((one) => this.channels.has(one)) ?? this.firstChannel();
    await this.open(id, { again: again && id === this.channel?.id, keepSidebar: true });
  }

  firstChannel() {
    const channels = this.servers.flatMap(topChannels);
    return (channels.find(({ type }) => type === 0) ?? channels[0] ?? this.dms[0])?.id;
  }

  async become(person) {
    this.personId = person;
    this.wanted = this.channel?.id;
    this.channel = null;
    this.modal?.close();
    this.unlisten?.();
    this.unlisten = null;
    this.pressed = null;
    this.waiting.clear();
    this.failures.clear();
    this.composer.reset();
    this.log.local.replaceChildren();
    await this.refresh();
  }

  hear(event) {
    const { type } = event;
    if (type === 'state' || type === 'people') this.refresh();
    else if (type === 'message') this.hearMessage(event.message);
    else if (type === 'message_deleted') { if (event.channel_id === this.channel?.id) this.log.remove(event.id); }
    else if (type === 'channel') this.hearChannel(event.channel);
    else if (type === 'channel_deleted') this.forget(event.id);
    else if (type === 'read') this.setRead(event.channel_id);
    else if (type === 'acknowledged') this.settle(event.interaction_id, null);
    else if (type === 'failed') this.settle(event.interaction_id, event.reason);
    else if (type === 'modal') {
      this.settle(event.interaction_id, null);
      this.modal?.close();
      this.modal = new Modal(this, event);
    }
  }

  hearMessage(message) {
    const channel = this.channels.get(message.channel_id);
    const isNew = channel && (!channel.last_message_id || compareIds(message.id, channel.last_message_id) > 0);
    const open = message.channel_id === this.channel?.id;
    if (this.pressed?.message === message.id) this.pressed = null;
    if (open) {
      if (isNew && message.author.id !== this.me.id && !this.isWatching()) this.log.unreadFrom(message.id);
      this.log.put(message);
    }
    if (!isNew) return;
    channel.last_message_id = message.id;
    if (message.author.id !== this.me.id) {
      channel.unread = true;
      if (message.sandbox?.pings_me) channel.mentions = (channel.mentions ?? 0) + 1;
    }
    if (open) this.markRead();
    this.drawLists();
  }

  hearChannel(channel) {
    const home = channel.guild_id ? this.servers.find(({ id }) => id === channel.guild_id)?.channels : this.dms;
    if (!home) return;
    const at = home.findIndex(({ id }) => id === channel.id);
    if (at < 0) home.push(channel);
    else home[at] = channel;
    this.channels.set(channel.id, channel);
    if (channel.id === this.channel?.id) {
      this.channel = channel;
      this.composer.render();
      this.drawHead();
      this.markRead();
    }
    this.drawLists();
  }

  forget(id) {
    for (const list of [this.dms, ...this.servers.map(({ channels }) => channels)]) {
      const at = list.findIndex((one) => one.id === id);
      if (at >= 0) list.splice(at, 1);
    }
    this.channels.delete(id);
    if (this.channel?.id === id) this.open(this.firstChannel());
    else this.drawLists();
  }

  connected(on) {
    if (on !== undefined) this.online = on;
    this.banner.hidden = this.online !== false;
    this.banner.textContent = this.words.reconnecting;
  }

  // --- navigation ------------------------------------------------------------------------------------------------

  async open(id, { again = false, keepSidebar = false, message = null } = {}) {
    const channel = this.channels.get(id);
    if (!channel) {
      this.channel = null;
      this.draw();
      return;
    }
    if (this.channel?.id === id && !again && message) return this.log.jump(message);
    this.channel = channel;
    this.draw();
    if (!keepSidebar) this.toggleSidebar(false);
    if (!again && this.el.clientWidth < ROOM_FOR_MEMBERS) this.members.hidden = true;
    if (channel.type === 15) return;
    try {
      await this.log.load(channel, { again, target: message });
      this.markRead();
    } catch (error) {
      this.say(error);
    }
  }

  draw() {
    const forum = this.channel?.type === 15;
    this.el.setAttribute('aria-label', this.words.paneOf(nameOf(this.me)));
    this.el.dataset.face = String(this.people.findIndex(({ id }) => id === this.me.id) % 8);
    this.log.el.hidden = forum;
    this.forum.hidden = !forum;
    this.composer.el.hidden = forum || !this.channel;
    this.drawHead();
    this.composer.render();
    this.drawLists();
  }

  drawLists() {
    this.sidebar.render();
    this.menuDot.hidden = ![...this.channels.values()].some(({ mentions }) => mentions > 0);
    if (this.channel?.type === 15) this.forum.replaceChildren(forumPosts(this, this.channel));
    if (!this.members.hidden) this.members.replaceChildren(...memberPanel(this, () => this.toggleMembers(false)));
    this.changed(this);
  }

  drawHead() {
    const { words, channel } = this;
    const parent = channel && isThread(channel) ? this.channels.get(channel.parent_id) : null;
    this.menuButton = iconButton('menu', words.openChannels, () => this.toggleSidebar(), { 'aria-expanded': 'false', 'aria-controls': this.sidebar.el.id });
    this.menuButton.classList.add('open-sidebar');
    this.menuDot = this.menuButton.appendChild(el('span.menu-dot'));
    const person = el('button.person', {
      type: 'button', 'aria-haspopup': 'menu', 'aria-label': words.youAre(nameOf(this.me)), title: words.youAre(nameOf(this.me)), onclick: () => this.choosePerson(person),
    }, avatar(this.me, this.people, 'small'), el('span.person-text', {}, el('span.person-hint', {}, words.youAreShort), el('span.person-name', {}, nameOf(this.me))), icon('down'));
    const focused = [...this.head.querySelectorAll('button')].indexOf(document.activeElement);
    this.head.replaceChildren(
      this.menuButton,
      el('div.chat-title', {},
        parent && el('button.parent', { type: 'button', onclick: () => this.open(parent.id) }, this.channelTitle(parent, true), ' ›'),
        el('h1', {}, channel ? this.channelTitle(channel, true) : words.noChannel),
        channel?.topic && el('p.topic', { title: channel.topic }, channel.topic)),
      this.membersButton = iconButton('people', words.members, () => this.toggleMembers(), { 'aria-expanded': String(!this.members.hidden) }),
      person);
    if (focused >= 0) this.head.querySelectorAll('button')[focused]?.focus();
  }

  choosePerson(anchor) {
    openMenu(this, anchor, this.words.youAreShort, [
      ...this.people.map((person) => ({
        label: nameOf(person), hint: this.words.languages[person.locale] ?? person.locale, mark: avatar(person, this.people, 'small'),
        checked: person.id === this.me.id, pick: () => this.become(person.id),
      })),
      { label: this.words.addPerson, mark: icon('plus'), pick: this.addPerson },
      { heading: this.words.language },
      ...Object.entries(this.words.languages).map(([locale, label]) => ({
        label, lang: locale, checked: languageOf(locale) === languageOf(this.me.locale), pick: () => this.speak(locale),
      })),
    ]);
  }

  /** Changes the language of the person's client; the sandbox then asks all panes to refresh. */
  speak(locale) {
    misbehave('set_locale', { user_id: this.me.id, locale }).catch((error) => this.say(error));
  }

  toggleSidebar(on = !this.el.classList.contains('sidebar-open')) {
    const was = this.el.classList.contains('sidebar-open');
    this.el.classList.toggle('sidebar-open', on);
    this.menuButton?.setAttribute('aria-expanded', String(on));
    if (on) (this.sidebar.el.querySelector('.channel[aria-current]') ?? this.sidebar.el.querySelector('button'))?.focus();
    else if (was) this.menuButton.focus();
  }

  toggleMembers(on = this.members.hidden, refocus = true) {
    this.members.hidden = !on;
    this.drawHead();
    this.drawLists();
    if (on) this.members.querySelector('button')?.focus();
    else if (refocus) this.membersButton.focus();
  }

  // --- names -----------------------------------------------------------------------------------------------------

  get server() { return this.servers.find(({ id }) => id === this.channel?.guild_id); }

  user(id) {
    return [this.bot, ...this.people].find((one) => one.id === id);
  }

  name(user) {
    return nameOf(user, this.server?.members.find(({ user_id }) => user_id === user.id));
  }

  role(id) {
    return this.servers.flatMap(({ roles }) => roles).find((role) => role.id === id);
  }

  dmPartner(channel) {
    return (channel.recipients ?? []).find(({ id }) => id !== this.me.id) ?? this.bot;
  }

  channelTitle(channel, sign = false) {
    if (channel.type === 1) return (sign ? '@' : '') + nameOf(this.dmPartner(channel));
    return (sign && !isThread(channel) ? '#' : '') + channel.name;
  }

  /** Everybody in the open server or DM. */
  present() {
    if (!this.server) return this.channel ? [this.me, this.dmPartner(this.channel)] : [this.me];
    return this.server.members.map(({ user_id }) => this.user(user_id)).filter(Boolean);
  }

  async commands() {
    const channel = this.channel?.id;
    if (!channel) return [];
    if (!this.commandCache.has(channel)) {
      const asked = getCommands(this.me.id, channel);
      this.commandCache.set(channel, asked);
      asked.catch(() => this.commandCache.delete(channel));
    }
    return this.commandCache.get(channel).catch(() => []);
  }

  // --- actions ---------------------------------------------------------------------------------------------------

  request(verb, details) { return act(this.me.id, verb, details); }

  async act(verb, details, done = () => {}) {
    try {
      done(await this.request(verb, details));
    } catch (error) {
      this.say(error);
    }
  }

  /** Shows an error that belongs to no form. */
  say(error) {
    this.log.note('', false).fail(error instanceof Unreachable ? this.words.unreachable : error.message);
  }

  /** Calls done(reason or null) when the bot has responded to the interaction or failed to, which may be already. */
  expect(interaction, done) {
    if (this.settled.has(interaction)) done(this.settled.get(interaction));
    else {
      this.waiting.set(interaction, done);
      setTimeout(() => { if (this.waiting.has(interaction)) this.settle(interaction, 'late'); }, PATIENCE_MS);
    }
  }

  settle(interaction, reason) {
    this.settled.set(interaction, reason);
    setTimeout(() => this.settled.delete(interaction), SETTLED_MS);
    this.waiting.get(interaction)?.(reason);
    this.waiting.delete(interaction);
  }

  isPending(message, customId) {
    return this.pressed?.message === message && this.pressed.customId === customId;
  }

  async press(message, customId, verb, details) {
    if (this.pressed) return;
    const mine = this.pressed = { message: message.id, customId };
    const finish = (failure) => {
      if (this.pressed === mine) this.pressed = null;
      if (failure) this.failures.set(message.id, failure);
      this.log.redrawById(message.id);
    };
    this.failures.delete(message.id);
    this.log.redrawById(message.id);
    try {
      const { interaction_id } = await this.request(verb, { message_id: message.id, custom_id: customId, ...details });
      this.expect(interaction_id, (failed) => finish(failed && this.words.interactionFailed));
    } catch (error) {
      finish(error instanceof Unreachable ? this.words.unreachable : error.message);
    }
  }

  /** Sends a command; errors go to the caller, a bot that does not respond is reported in the message log. */
  async sendCommand(command, options, target) {
    const { interaction_id } = await this.request('command', {
      channel_id: this.channel.id, command_id: command.id, options, ...(target && { target_id: target }),
    });
    const note = this.log.note(this.words.sending(localized(command, 'name', this.locale)), true);
    this.log.toBottom();
    this.expect(interaction_id, (failed) => (failed ? note.fail(this.words.noResponse) : note.remove()));
  }

  async profile(user, anchor) {
    const commands = (await this.commands()).filter((command) => command.type === 2);
    openMenu(this, anchor, nameOf(user), [
      user.id !== this.me.id && { label: this.words.message, pick: () => this.message(user) },
      ...commands.map((command) => ({
        label: localized(command, 'name', this.locale),
        pick: () => this.sendCommand(command, [], user.id).catch((error) => this.say(error)),
      })),
      { label: this.words.mention, pick: () => this.composer.insert(`@${nameOf(user)} `) },
    ].filter(Boolean));
  }

  message(user) {
    return this.act('dm', { user_id: user.id }, ({ channel }) => {
      this.hearChannel(channel);
      this.open(channel.id);
    });
  }

  messageBot() { return this.message(this.bot); }

  isWatching() { return !document.hidden && this.log.atBottom; }

  markRead() {
    const { channel } = this;
    if (!channel?.unread || channel.type === 15 || !this.isWatching()) return;
    this.setRead(channel.id);
    this.request('read', { channel_id: channel.id }).catch(() => { channel.unread = true; });
  }

  setRead(id) {
    const channel = this.channels.get(id);
    if (!channel) return;
    channel.unread = false;
    channel.mentions = 0;
    channel.last_read_id = channel.last_message_id;
    this.drawLists();
  }
}
