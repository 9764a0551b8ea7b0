// A bot made with oceanic.js as it comes; only its addresses are the local Discord's.
import { ApplicationCommandOptionTypes as Option, ButtonStyles, Client, ComponentTypes as Kind, InteractionTypes, TextInputStyles } from 'oceanic.js';

const FRUIT = ['apple', 'apricot', 'banana'];
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==', 'base64');
const ALONE = 64;

const command = (name, ...options) => ({
  type: 1, name, description: name, options: options.map((option) => ({ description: option.name, required: true, ...option })),
});
const COMMANDS = [
  { ...command('board'), descriptionLocalizations: { ru: 'Доска' } },
  command('slow'), command('pick'), command('members'), command('unsay'), command('wait'),
  command('find', { name: 'fruit', type: Option.STRING, autocomplete: true }),
  command('invite', { name: 'whom', type: Option.USER }),
  command('where', { name: 'whom', type: Option.USER }),
  command('about', { name: 'whom', type: Option.MENTIONABLE }),
  command('post', { name: 'forum', type: Option.CHANNEL }),
  command('refuse', { name: 'where', type: Option.CHANNEL }),
];

const row = (...components) => ({ type: Kind.ACTION_ROW, components });
const named = (one) => one.globalName ?? one.name;
const refusal = (doing) => doing.then(() => 'done', ({ code }) => code);
const [address, token] = process.argv.slice(2);
const client = new Client({
  auth: `Bot ${token}`,
  rest: { baseURL: `${address}/api/v10` },
  gateway: { intents: ['GUILDS', 'GUILD_MEMBERS', 'GUILD_MESSAGES', 'DIRECT_MESSAGES', 'MESSAGE_CONTENT'] },
});
const { channels } = client.rest;

const answers = {
  board: (asked) => asked.createMessage({
    content: 'A board',
    files: [{ name: 'board.png', contents: PICTURE, index: 0 }],
    attachments: [{ id: '0', filename: 'board.png', description: 'One grey pixel' }],
    components: [
      row({ type: Kind.BUTTON, customID: 'again', label: 'Again', style: ButtonStyles.PRIMARY, emoji: { name: '↩️' } },
        { type: Kind.BUTTON, customID: 'write', label: 'Write', style: ButtonStyles.SECONDARY }),
      row({ type: Kind.STRING_SELECT, customID: 'colour', options: [{ label: 'White', value: 'w' }, { label: 'Black', value: 'b' }] }),
    ],
  }),
  pick: (asked) => asked.createMessage({
    content: 'Pick',
    components: [[Kind.USER_SELECT, 'user'], [Kind.ROLE_SELECT, 'role'], [Kind.MENTIONABLE_SELECT, 'mentionable'], [Kind.CHANNEL_SELECT, 'channel']]
      .map(([type, customID]) => row({ type, customID })),
  }),
  async slow(asked) {
    await asked.defer();
    await asked.editOriginal({ content: 'Thought about it' });
    const original = await asked.getOriginal();
    await asked.createFollowup({ content: `After ${original.content}`, flags: ALONE });
  },
  find: (asked) => asked.createMessage({ content: `Found ${asked.data.options.getString('fruit')}`, flags: ALONE }),
  about: (asked) => asked.createMessage({ content: `About ${named(asked.data.options.getMentionable('whom'))}` }),
  async where(asked) {
    const [server] = client.guilds.values();
    const channel = server.channels.get(asked.channelID);
    const member = await client.rest.guilds.getMember(server.id, asked.data.options.getUser('whom').id);
    await asked.createMessage({ content: `${server.name} has ${channel.name}, and ${named(member.user)} is there` });
  },
  async members(asked) {
    const all = await asked.guild.fetchMembers();
    const some = await asked.guild.fetchMembers({ query: 'player2', limit: 5 });
    await asked.createMessage({ content: `${all.length} members, ${some.length} of them ${named(some[0].user)}` });
  },
  async invite(asked) {
    const whom = asked.data.options.getUser('whom');
    await asked.defer(ALONE);
    const first = await channels.createMessage(asked.channelID, { content: 'A game begins' });
    const thread = await channels.startThreadFromMessage(asked.channelID, first.id, { name: 'Game 1' });
    await channels.createMessage(thread.id, { content: `${whom.mention}, come!`, allowedMentions: { users: [whom.id] } });
    const code = await refusal(whom.createDM().then((direct) => direct.createMessage({ content: 'A game begins' })));
    await asked.editOriginal({ content: code === 'done' ? 'Invited' : `Not told: ${code}` });
  },
  async unsay(asked) {
    const direct = await asked.user.createDM();
    const said = await direct.createMessage({ content: 'Never mind' });
    const gone = new Promise((resolve) => { client.once('messageDelete', resolve); });
    await said.delete();
    await gone;
    await asked.createMessage({ content: 'Unsaid' });
  },
  async post(asked) {
    const forum = await channels.get(asked.data.options.getChannel('forum').id);
    const post = await channels.startThreadInThreadOnlyChannel(forum.id, {
      name: 'Game 2', message: { content: 'Here' }, appliedTags: [forum.availableTags[0].id],
    });
    const { content } = await channels.getMessage(post.id, post.id);
    await post.edit({ archived: true });
    await asked.createMessage({ content: `Posted ${content} as ${post.id}` });
  },
  async refuse(asked) {
    const codes = [
      await refusal(channels.createMessage(asked.data.options.getChannel('where').id, { content: 'x' })),
      await refusal(channels.get('123456789012345678')),
      await refusal(channels.createMessage(asked.channelID, { content: 'x'.repeat(2001) })),
    ];
    await asked.createMessage({ content: `Refused: ${codes.join(' ')}` });
  },
  async wait(asked) {
    const message = await channels.createMessage(asked.channelID, { content: 'After a while' });
    await message.edit({ content: 'Changed' });
    await asked.createMessage({ content: 'Waited' });
  },
};

async function pressed(asked) {
  const { customID, values } = asked.data;
  if (customID === 'again') {
    await asked.deferUpdate();
    await asked.editOriginal({ content: 'The board again' });
  } else if (customID === 'write') {
    const input = { type: Kind.TEXT_INPUT, customID: 'move', label: 'Move', style: TextInputStyles.SHORT };
    await asked.createModal({ customID: 'form', title: 'Your move', components: [row(input)] });
  } else if (customID === 'colour') {
    await asked.editParent({ content: `Chosen ${values.getStrings()}`, components: [] });
  } else {
    const [picked] = customID === 'channel' ? values.getChannels() : customID === 'role' ? values.getRoles()
      : customID === 'user' ? values.getUsers() : values.getMentionables();
    await asked.editParent({ content: `Picked ${named(picked)}`, components: [] });
  }
}

async function heard(asked) {
  switch (asked.type) {
    case InteractionTypes.APPLICATION_COMMAND_AUTOCOMPLETE: {
      const { value: typed } = asked.data.options.getFocused(true);
      return asked.result(FRUIT.filter((fruit) => fruit.startsWith(typed)).map((fruit) => ({ name: fruit, value: fruit })));
    }
    case InteractionTypes.APPLICATION_COMMAND: return answers[asked.data.name](asked);
    case InteractionTypes.MESSAGE_COMPONENT: return pressed(asked);
    case InteractionTypes.MODAL_SUBMIT:
      return asked.createMessage({ content: `Written ${asked.data.components.getTextInput('move')} in ${asked.locale}` });
    default: return null;
  }
}

client.on('error', (error) => console.error(error));
client.on('interactionCreate', (asked) => heard(asked).catch((error) => console.error(error)));
client.on('messageCreate', (message) => {
  if (!message.author.bot && message.guildID) channels.createMessage(message.channelID, { content: `Heard ${message.content}` }).catch(console.error);
});
client.once('ready', async () => {
  await client.application.bulkEditGlobalCommands(COMMANDS);
  console.log('ready');
});
await client.connect();
