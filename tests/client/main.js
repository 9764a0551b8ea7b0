// People on the local Discord, and a bot made with a library that nobody here wrote: everything such a bot does, once.
//
// The bots in bots/ know the same commands, each with its own library. What a library asks of Discord by itself, such as
// the members of a server, its bot does for a command and says what came of it; so the cases stand here only.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import readline from 'node:readline';
import { until, World } from './people.js';

const FRUIT = ['apple', 'apricot', 'banana'];
/** The smallest picture. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==', 'base64');
const COMMANDS = ['about', 'board', 'find', 'invite', 'members', 'pick', 'post', 'refuse', 'slow', 'unsay', 'wait', 'where'];

const [library, address, token, ...program] = process.argv.slice(2);
const world = new World(address);
const [first, second] = await world.people();
const { id: games } = await first.channel('games');
const { id: quiet } = await first.channel('announcements');
const { id: forum } = await first.channel('tables');
const role = (await first.state()).servers[0].roles.find(({ name }) => name === 'Moderators');
const saying = (text) => ({ content }) => content === text;
const saw = (text, channel = games, person = first) => person.sees(channel, text, saying(text));
const wire = async (title) => (await world.call('/sandbox/wire')).lines.filter((line) => line.title === title);

const cases = {
  async 'logs in and sees its server'() {
    await first.types(games, 'where', [{ name: 'whom', type: 6, value: second.id }]);
    await saw(`Club has games, and ${second.name} is there`);
  },

  async 'has registered its commands, with their translations'() {
    const commands = await world.call(`/sandbox/commands?as=${first.id}&channel=${games}`);
    assert.deepEqual(commands.map(({ name }) => name).sort(), COMMANDS);
    assert.equal(commands.find(({ name }) => name === 'board').description_localizations.ru, 'Доска');
  },

  async 'answers a command with a picture'() {
    await first.types(games, 'board');
    const { attachments: [picture] } = await saw('A board', games, second);
    // hikari knows no alternative texts.
    if (library !== 'hikari') assert.equal(picture.description, 'One grey pixel');
    assert.deepEqual([picture.width, picture.height], [1, 1]);
    assert.deepEqual(Buffer.from(await (await fetch(picture.url)).arrayBuffer()), PICTURE);
  },

  async 'suggests, and answers one person alone'() {
    const options = [{ name: 'fruit', type: 3, value: 'ap', focused: true }];
    const choices = await first.completes(games, 'find', options);
    assert.deepEqual(choices.map(({ value }) => value), FRUIT.slice(0, 2));
    await first.types(games, 'find', [{ name: 'fruit', type: 3, value: choices[1].value }]);
    assert.ok((await saw('Found apricot')).sandbox.ephemeral);
    assert.equal((await second.reads(games)).filter(saying('Found apricot')).length, 0);
  },

  async 'thinks before it answers, and adds something'() {
    await first.types(games, 'slow');
    await saw('Thought about it');
    assert.ok((await saw('After Thought about it')).sandbox.ephemeral);
  },

  async 'thinks in a conversation, which is on no server'() {
    const { channel } = await first.act('dm', { user_id: (await first.state()).bot.id });
    await first.types(channel.id, 'slow');
    await saw('Thought about it', channel.id);
    await saw('After Thought about it', channel.id);
  },

  async 'hears a button, a form and a menu'() {
    const board = await saw('A board');
    await second.act('press', { message_id: board.id, custom_id: 'again' });
    const again = await saw('The board again');
    assert.equal(again.id, board.id);
    assert.equal(again.attachments.length, 1);
    const { interaction_id: opened } = await second.act('press', { message_id: board.id, custom_id: 'write' });
    await until('a form', () => second.act('submit', { interaction_id: opened, values: { move: 'Wd4' } }).catch(() => null));
    await saw('Written Wd4 in en-US');
    await second.act('choose', { message_id: board.id, custom_id: 'colour', values: ['b'] });
    assert.equal((await saw('Chosen b')).components.length, 0);
  },

  async 'hears what was picked from menus of people, roles and channels'() {
    for (const [menu, value, name] of [['user', second.id, second.name], ['role', role.id, role.name],
      ['mentionable', second.id, second.name], ['mentionable', role.id, role.name], ['channel', games, 'games']]) {
      await first.types(games, 'pick');
      const { id } = await saw('Pick');
      await first.act('choose', { message_id: id, custom_id: menu, values: [value] });
      await first.sees(games, `${name} is picked`, (message) => message.id === id && message.content === `Picked ${name}`);
    }
  },

  async 'takes a person or a role for an option'() {
    for (const [id, name] of [[second.id, second.name], [role.id, role.name]]) {
      await first.types(games, 'about', [{ name: 'whom', type: 9, value: id }]);
      await saw(`About ${name}`);
    }
  },

  async 'begins a thread, pings one person and writes in private'() {
    await first.types(games, 'invite', [{ name: 'whom', type: 6, value: second.id }]);
    await saw('Invited');
    const { thread } = await saw('A game begins');
    const ping = await second.sees(thread.id, 'a ping', ({ content }) => content.endsWith('come!'));
    assert.ok(ping.sandbox.pings_me);
    const { dms } = await second.state();
    assert.equal(dms[0].mentions, 1);
    assert.equal((await second.reads(dms[0].id)).at(-1).content, 'A game begins');
  },

  async 'takes back what it wrote in private'() {
    await first.types(games, 'unsay');
    await saw('Unsaid');
    const { dms, bot } = await first.state();
    const own = dms.find(({ recipients }) => recipients.some(({ id }) => id === bot.id));
    assert.ok(!(await first.reads(own.id)).some(saying('Never mind')));
  },

  async 'posts in a forum and archives the post'() {
    await first.types(games, 'post', [{ name: 'forum', type: 7, value: forum }]);
    const { content } = await first.sees(games, 'the post', (message) => message.content.startsWith('Posted Here as '));
    const post = (await first.state()).servers[0].channels.find(({ id }) => id === content.split(' ').at(-1));
    assert.ok(post.thread_metadata.archived);
    assert.equal(post.applied_tags.length, 1);
    assert.deepEqual((await first.reads(post.id)).map((message) => message.content), ['Here']);
  },

  async 'asks for the members of a server'() {
    await first.types(games, 'members');
    const { servers: [{ members }] } = await first.state();
    await saw(`${members.length} members, 1 of them ${second.name}`);
  },

  async 'is told no in words it understands'() {
    await first.types(games, 'refuse', [{ name: 'where', type: 7, value: quiet }]);
    await saw('Refused: 50013 10003 50035');
    await world.misbehave('close_dms', { user_id: second.id, on: true });
    await first.types(games, 'invite', [{ name: 'whom', type: 6, value: second.id }]);
    await saw('Not told: 50007');
    await world.misbehave('close_dms', { user_id: second.id, on: false });
  },

  async 'waits when it is told to'() {
    await world.misbehave('answer', { status: 429, times: 1, path: `/channels/${games}/messages` });
    await first.types(games, 'wait');
    await saw('Waited');
    const lines = await wire(`POST /api/v10/channels/${games}/messages`);
    assert.equal(lines.filter(({ status }) => status === 429).length, 1);
    await saw('Changed');
  },

  async 'waits with a first answer, and nobody else has to'() {
    await world.misbehave('answer', { status: 429, times: 1, path: '/callback' });
    await first.types(games, 'find', [{ name: 'fruit', type: 3, value: 'late' }]);
    await saw('Found late');
    await world.misbehave('spend_callbacks', { times: 1, wait_ms: 200 });
    for (const fruit of ['one', 'two']) {
      await first.types(games, 'find', [{ name: 'fruit', type: 3, value: fruit }]);
      await saw(`Found ${fruit}`);
    }
  },

  async 'hears what people write'() {
    await first.act('say', { channel_id: games, content: 'hello <b>' });
    await saw('Heard hello <b>');
  },

  async 'comes back when the line is cut, and has missed nothing'() {
    for (const verb of ['drop_gateway', 'ask_reconnect']) {
      const before = (await wire('op 6 RESUME')).length;
      await world.misbehave(verb);
      await first.types(games, 'find', [{ name: 'fruit', type: 3, value: verb }]).catch(() => null);
      await until('it is back', async () => (await wire('op 6 RESUME')).length > before);
      await saw(`Found ${verb}`);
    }
    assert.equal((await wire('op 2 IDENTIFY')).length, 1);
  },
};

/** Starts the bot; resolves when it says that it is ready and has registered its commands. */
function start() {
  const bot = spawn(program[0], [...program.slice(1), address, token], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ready = new Promise((resolve, reject) => {
    bot.once('error', reject);
    bot.once('exit', (code) => reject(new Error(`the bot has ended with ${code}`)));
    const lines = readline.createInterface({ input: bot.stdout });
    lines.on('line', (line) => (line === 'ready' ? resolve() : console.log(`${library}: ${line}`)));
  });
  // The first that ends it counts; later there is nobody who waits.
  ready.catch(() => null);
  return { bot, ready };
}

const { bot, ready } = start();
let failed = 0;
try {
  await ready;
  for (const [name, tell] of Object.entries(cases)) {
    try {
      await tell();
      console.log(`${library} ${name}`);
    } catch (error) {
      failed += 1;
      console.error(`${library} FAILED: ${name}\n${error.stack}`);
    }
  }
} finally {
  bot.removeAllListeners('exit');
  bot.kill('SIGKILL');
}
console.log(`${library}: ${Object.keys(cases).length - failed} cases passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
