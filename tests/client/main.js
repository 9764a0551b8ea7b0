// A discord.js bot and people on the local Discord: everything a bot of this kind does, once.
import assert from 'node:assert/strict';
import { Events } from 'discord.js';
import { FRUIT, PICTURE, start } from './bot.js';
import { until, World } from './people.js';

const [address, token] = process.argv.slice(2);
const failed = (error) => {
  console.error(error);
  process.exit(1);
};
process.on('unhandledRejection', failed);

const world = new World(address);
const [first, second] = await world.people();
const games = (await first.channel('games')).id;
const quiet = (await first.channel('announcements')).id;
const forum = (await first.channel('tables')).id;
const saw = async (what, isMeant, channel = games, person = first) => person.sees(channel, what, isMeant);
const saying = (text) => ({ content }) => content === text;

const stories = {
  async 'logs in and sees its server'(bot) {
    assert.equal(bot.guilds.cache.size, 1);
    const server = bot.guilds.cache.first();
    assert.ok(server.channels.cache.has(games));
    assert.equal((await bot.application.fetch()).id, bot.user.id);
    assert.equal((await server.members.fetch(second.id)).user.globalName, second.name);
    assert.ok((await server.roles.fetch()).size >= 2);
  },

  async 'has registered its commands'(bot) {
    const commands = await bot.application.commands.fetch({ withLocalizations: true });
    assert.deepEqual([...commands.values()].map(({ name }) => name).sort(), ['board', 'find', 'invite', 'slow']);
    assert.equal(commands.find(({ name }) => name === 'board').descriptionLocalizations.ru, 'Доска');
  },

  async 'answers a command with a picture'() {
    await first.types(games, 'board');
    const { attachments: [picture] } = await saw('a board', saying('A board'), games, second);
    assert.equal(picture.description, 'One grey pixel');
    assert.deepEqual([picture.width, picture.height], [1, 1]);
    assert.deepEqual(Buffer.from(await (await fetch(picture.url)).arrayBuffer()), PICTURE);
  },

  async 'suggests'() {
    const options = [{ name: 'fruit', type: 3, value: 'ap', focused: true }];
    const choices = await first.completes(games, 'find', options);
    assert.deepEqual(choices.map(({ value }) => value), FRUIT.slice(0, 2));
    await first.types(games, 'find', [{ name: 'fruit', type: 3, value: choices[1].value }]);
    const message = await saw('what was found', saying('Found apricot'));
    assert.ok(message.sandbox.ephemeral);
    assert.equal((await second.reads(games)).filter(saying('Found apricot')).length, 0);
  },

  async 'thinks before it answers, and adds something'() {
    await first.types(games, 'slow');
    await saw('the answer', saying('Thought about it'));
    await saw('more', saying('After Thought about it'));
  },

  async 'hears a key, a form and a menu'() {
    const board = await saw('a board', saying('A board'));
    await second.act('press', { message_id: board.id, custom_id: 'again' });
    const again = await saw('the board again', saying('The board again'));
    assert.equal(again.id, board.id);
    assert.equal(again.attachments.length, 1);
    const { interaction_id: opened } = await second.act('press', { message_id: board.id, custom_id: 'write' });
    await until('a form', () => second.act('submit', { interaction_id: opened, values: { move: 'Wd4' } }).catch(() => null));
    await saw('what was written', saying('Written Wd4 in ru'));
    await second.act('choose', { message_id: board.id, custom_id: 'colour', values: ['b'] });
    assert.equal((await saw('the choice', saying('Chosen b'))).components.length, 0);
  },

  async 'begins a thread, pings one person and writes in private'(bot) {
    await first.types(games, 'invite', [{ name: 'whom', type: 6, value: second.id }]);
    await saw('the end of it', saying('Invited'));
    const { thread } = await saw('the beginning', saying('A game begins'));
    const ping = await saw('a ping', ({ content }) => content.endsWith('come!'), thread.id, second);
    assert.ok(ping.sandbox.pings_me);
    const { dms } = await second.state();
    assert.equal(dms[0].mentions, 1);
    assert.equal((await second.reads(dms[0].id))[0].content, 'A game begins');
    await until('the thread is known', () => bot.channels.cache.get(thread.id)?.isThread());
  },

  async 'posts in a forum'(bot) {
    const channel = await bot.channels.fetch(forum);
    const post = await channel.threads.create({ name: 'Game 2', message: { content: 'Here' }, appliedTags: [channel.availableTags[0].id] });
    assert.equal((await post.fetchStarterMessage()).content, 'Here');
    await post.setArchived(true);
    assert.ok((await bot.channels.fetch(post.id, { force: true })).archived);
  },

  async 'is told no in words it understands'(bot) {
    const refusal = (doing) => doing.then(() => assert.fail('it was not refused'), ({ code }) => code);
    const place = await bot.channels.fetch(quiet);
    assert.equal(await refusal(place.send('x')), 50013);
    assert.equal(await refusal(bot.channels.fetch('123456789012345678')), 10003);
    const channel = await bot.channels.fetch(games);
    assert.equal(await refusal(channel.send('x'.repeat(2001))), 50035);
    await world.misbehave('close_dms', { user_id: second.id, on: true });
    assert.equal(await refusal(bot.users.send(second.id, 'x')), 50007);
    await first.types(games, 'invite', [{ name: 'whom', type: 6, value: second.id }]);
    await saw('the refusal', saying('Not told: 50007'));
    await world.misbehave('close_dms', { user_id: second.id, on: false });
  },

  async 'waits when it is told to'(bot) {
    await world.misbehave('answer', { status: 429, times: 1, path: '/messages' });
    const channel = await bot.channels.fetch(games);
    const message = await channel.send('After a while');
    assert.equal((await saw('it', saying('After a while'))).id, message.id);
    await message.edit('Changed');
    assert.equal((await channel.messages.fetch({ message: message.id, force: true })).content, 'Changed');
    await message.delete();
    assert.ok(!(await first.reads(games)).some(({ id }) => id === message.id));
  },

  async 'hears what people write'(bot) {
    const hearing = new Promise((resolve) => { bot.once(Events.MessageCreate, resolve); });
    await first.act('say', { channel_id: games, content: 'hello <b>' });
    const message = await hearing;
    assert.equal(message.content, 'hello <b>');
    assert.equal(message.author.id, first.id);
  },

  async 'comes back when the line is cut, and has missed nothing'(bot) {
    for (const verb of ['drop_gateway', 'ask_reconnect']) {
      const resumed = new Promise((resolve) => { bot.once(Events.ShardResume, resolve); });
      await world.misbehave(verb);
      await first.types(games, 'find', [{ name: 'fruit', type: 3, value: verb }]);
      await resumed;
      await saw('the answer', saying(`Found ${verb}`));
    }
    const { lines } = await world.call('/sandbox/wire');
    assert.equal(lines.filter(({ title }) => title === 'op 6 RESUME').length, 2);
    assert.equal(lines.filter(({ title }) => title === 'op 2 IDENTIFY').length, 1);
  },
};

const bot = await start(address, token, failed);
for (const [name, tell] of Object.entries(stories)) {
  await tell(bot);
  console.log(`discord.js ${name}`);
}
await bot.destroy();
console.log(`${Object.keys(stories).length} stories`);
