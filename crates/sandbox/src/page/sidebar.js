// Servers, channels, threads and direct messages of one person.
import { el, icon, iconButton } from './dom.js';
import { avatar, compareIds, isThread, nameOf } from './people.js';

const ICONS = { 0: 'hash', 15: 'forum' };

export class Sidebar {
  constructor(pane) {
    this.pane = pane;
    this.rail = el('div.rail', { role: 'group' });
    this.list = el('div.channels');
    this.el = el('nav.sidebar', { onkeydown: (event) => { if (event.key === 'Escape') pane.toggleSidebar(false); } }, this.rail, this.list);
    this.el.id = `sidebar-${pane.place}`;
  }

  render() {
    const { pane } = this;
    const { words, servers, dms, channel } = pane;
    this.el.setAttribute('aria-label', words.channels);
    this.rail.setAttribute('aria-label', words.servers);
    const home = channel?.type === 1 || !servers.length;
    const server = home ? null : servers.find(({ id }) => id === channel?.guild_id) ?? servers[0];
    const firstOf = (list) => list[0] && (() => pane.open(list[0].id, { keepSidebar: true }));
    const marks = (channels) => ({
      unread: channels.some(({ unread }) => unread),
      mentions: channels.reduce((sum, { mentions }) => sum + (mentions ?? 0), 0),
    });
    const hadFocus = this.el.contains(document.activeElement) ? document.activeElement.dataset.key : null;

    this.rail.replaceChildren(
      this.tile('home', words.directMessages, icon('at'), home, marks(dms), firstOf(dms) ?? (() => pane.messageBot())),
      ...servers.map((one) => this.tile(one.id, one.name, initials(one.name), one === server, marks(one.channels),
        firstOf(topChannels(one).filter(({ type }) => type === 0)) ?? firstOf(topChannels(one)))));

    this.list.replaceChildren(
      el('h2', {}, server ? server.name : words.directMessages),
      ...(server ? topChannels(server).flatMap((one) => this.branch(one, server.channels)) : dms.map((one) => this.row(one))),
      ...(server ? [] : [this.startDm()]));
    if (hadFocus) this.el.querySelector(`[data-key="${hadFocus}"]`)?.focus();
  }

  tile(key, label, face, current, { unread, mentions }, open) {
    return el('button.tile', {
      type: 'button', title: label, 'data-key': key, 'aria-current': current ? 'true' : null, onclick: open, disabled: !open,
      'aria-label': [label, mentions ? this.pane.words.mentions(mentions) : unread && this.pane.words.unread].filter(Boolean).join(', '),
      className: unread ? 'tile unread' : 'tile',
    }, face, badge(mentions));
  }

  branch(channel, all) {
    // A forum lists its posts itself, and old threads would flood the list: both are hidden unless open.
    const threads = all.filter((one) => isThread(one) && one.parent_id === channel.id)
      .filter((one) => !one.thread_metadata?.archived || one.unread || one.id === this.pane.channel?.id || channel.type !== 15)
      .sort((one, other) => compareIds(other.last_message_id ?? other.id, one.last_message_id ?? one.id));
    return [this.row(channel), threads.length > 0 && el('div.threads', { role: 'group' }, threads.map((one) => this.row(one)))].filter(Boolean);
  }

  row(channel) {
    const { pane } = this;
    const current = channel.id === pane.channel?.id;
    const other = channel.type === 1 && pane.dmPartner(channel);
    const mark = other ? avatar(other, pane.people, 'small') : isThread(channel) ? null : icon(ICONS[channel.type] ?? 'hash');
    const node = el('button.channel', {
      type: 'button', title: pane.channelTitle(channel), 'data-key': channel.id, 'aria-current': current ? 'page' : null, onclick: () => pane.open(channel.id),
    },
    mark, el('span.channel-name', {}, pane.channelTitle(channel)),
    channel.unread && !channel.mentions && el('span.visually-hidden', {}, pane.words.unread), badge(channel.mentions, pane.words));
    node.classList.toggle('unread', Boolean(channel.unread));
    node.classList.toggle('archived', Boolean(channel.thread_metadata?.archived));
    return node;
  }

  startDm() {
    const { pane } = this;
    const known = new Set(pane.dms.flatMap((channel) => channel.recipients ?? []).map(({ id }) => id));
    const others = [pane.bot, ...pane.people].filter(({ id }) => id !== pane.me.id && !known.has(id));
    if (!others.length) return el('span');
    return el('div.start-dm', {}, el('h3', {}, pane.words.startDm), others.map((user) =>
      el('button.channel', { type: 'button', onclick: () => pane.message(user) },
        avatar(user, pane.people, 'small'), el('span.channel-name', {}, nameOf(user)))));
  }
}

const initials = (name) => name.split(/\s+/).slice(0, 2).map((word) => [...word][0] ?? '').join('').toUpperCase();
const badge = (count, words) => count > 0 && el('span.badge', { 'aria-label': words?.mentions(count) }, String(count));

export const topChannels = (server) => server.channels.filter((one) => !isThread(one) && one.type !== 4)
  .sort((one, other) => (one.position ?? 0) - (other.position ?? 0));

/** The posts of a forum channel, newest first. */
export function forumPosts(pane, forum) {
  const posts = [...pane.channels.values()].filter((one) => isThread(one) && one.parent_id === forum.id)
    .sort((one, other) => compareIds(other.last_message_id ?? other.id, one.last_message_id ?? one.id));
  return el('div.forum', {}, posts.length === 0 && el('p.empty', {}, pane.words.noPosts), posts.map((post) =>
    el('button.post', { type: 'button', onclick: () => pane.open(post.id), className: post.thread_metadata?.archived ? 'post archived' : 'post' },
      icon('forum'), el('span.post-name', {}, post.name),
      post.thread_metadata?.archived && el('span.post-state', {}, pane.words.archived), badge(post.mentions, pane.words))));
}

/** The people of the open server or DM. */
export function memberPanel(pane, close) {
  return [el('header', {}, el('h2', {}, pane.words.members), iconButton('close', pane.words.close, close)),
    ...pane.present().map((user) => {
      const node = el('button.channel', { type: 'button', title: pane.name(user), 'aria-haspopup': 'menu', onclick: () => pane.profile(user, node) },
        avatar(user, pane.people, 'small'), el('span.channel-name', {}, pane.name(user)), user.bot && el('span.app-tag', {}, pane.words.app));
      return node;
    })];
}
