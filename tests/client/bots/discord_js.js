// A bot made with discord.js as it comes; only its addresses are the local Discord's.
import {
  ActionRowBuilder, ApplicationCommandOptionType, AttachmentBuilder, ButtonBuilder, ButtonStyle, ChannelSelectMenuBuilder, Client, Events,
  GatewayIntentBits, MentionableSelectMenuBuilder, MessageFlags, ModalBuilder, Partials, RoleSelectMenuBuilder, StringSelectMenuBuilder,
  TextInputBuilder, TextInputStyle, UserSelectMenuBuilder,
} from 'discord.js';

const FRUIT = ['apple', 'apricot', 'banana'];
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==', 'base64');

const { String: text, User, Mentionable, Channel } = ApplicationCommandOptionType;
const command = (name, ...options) => ({
  name, description: name, options: options.map((option) => ({ description: option.name, required: true, ...option })),
});
const COMMANDS = [
  { ...command('board'), descriptionLocalizations: { ru: 'Доска' } },
  command('slow'), command('pick'), command('members'), command('unsay'), command('wait'),
  command('find', { name: 'fruit', type: text, autocomplete: true }),
  command('invite', { name: 'whom', type: User }),
  command('where', { name: 'whom', type: User }),
  command('about', { name: 'whom', type: Mentionable }),
  command('post', { name: 'forum', type: Channel }),
  command('refuse', { name: 'where', type: Channel }),
];

const row = (...components) => new ActionRowBuilder().addComponents(...components);
const named = (one) => one.globalName ?? one.user?.globalName ?? one.name;
const refusal = (doing) => doing.then(() => 'done', ({ code }) => code);

const answers = {
  board: (asked) => asked.reply({
    content: 'A board',
    files: [new AttachmentBuilder(PICTURE, { name: 'board.png', description: 'One grey pixel' })],
    components: [
      row(new ButtonBuilder().setCustomId('again').setLabel('Again').setStyle(ButtonStyle.Primary).setEmoji('↩️'),
        new ButtonBuilder().setCustomId('write').setLabel('Write').setStyle(ButtonStyle.Secondary)),
      row(new StringSelectMenuBuilder().setCustomId('colour').addOptions({ label: 'White', value: 'w' }, { label: 'Black', value: 'b' })),
    ],
  }),
  pick: (asked) => asked.reply({
    content: 'Pick',
    components: [
      row(new UserSelectMenuBuilder().setCustomId('user')), row(new RoleSelectMenuBuilder().setCustomId('role')),
      row(new MentionableSelectMenuBuilder().setCustomId('mentionable')), row(new ChannelSelectMenuBuilder().setCustomId('channel')),
    ],
  }),
  async slow(asked) {
    await asked.deferReply();
    await asked.editReply('Thought about it');
    const original = await asked.fetchReply();
    await asked.followUp({ content: `After ${original.content}`, flags: MessageFlags.Ephemeral });
  },
  find: (asked) => asked.reply({ content: `Found ${asked.options.getString('fruit')}`, flags: MessageFlags.Ephemeral }),
  about: (asked) => asked.reply(`About ${named(asked.options.getMentionable('whom'))}`),
  async where(asked) {
    const [server] = asked.client.guilds.cache.values();
    const channel = server.channels.cache.get(asked.channelId);
    const member = await server.members.fetch({ user: asked.options.getUser('whom'), force: true });
    await asked.reply(`${server.name} has ${channel.name}, and ${member.user.globalName} is there`);
  },
  async members(asked) {
    const all = await asked.guild.members.fetch();
    const some = await asked.guild.members.fetch({ query: 'player2', limit: 5 });
    await asked.reply(`${all.size} members, ${some.size} of them ${named(some.first())}`);
  },
  async invite(asked) {
    const whom = asked.options.getUser('whom');
    await asked.deferReply({ flags: MessageFlags.Ephemeral });
    const first = await asked.channel.send({ content: 'A game begins', nonce: asked.id, enforceNonce: true });
    const thread = await first.startThread({ name: 'Game 1' });
    await thread.send({ content: `${whom}, come!`, allowedMentions: { users: [whom.id] } });
    const code = await refusal(whom.send('A game begins'));
    await asked.editReply(code === 'done' ? 'Invited' : `Not told: ${code}`);
  },
  async unsay(asked) {
    const said = await asked.user.send('Never mind');
    const gone = new Promise((resolve) => { asked.client.once(Events.MessageDelete, resolve); });
    await said.delete();
    await gone;
    await asked.reply('Unsaid');
  },
  async post(asked) {
    const forum = await asked.client.channels.fetch(asked.options.getChannel('forum').id);
    const post = await forum.threads.create({ name: 'Game 2', message: { content: 'Here' }, appliedTags: [forum.availableTags[0].id] });
    const { content } = await post.fetchStarterMessage();
    await post.setArchived(true);
    await asked.reply(`Posted ${content} as ${post.id}`);
  },
  async refuse(asked) {
    const quiet = await asked.client.channels.fetch(asked.options.getChannel('where').id);
    const codes = [
      await refusal(quiet.send('x')), await refusal(asked.client.channels.fetch('123456789012345678')),
      await refusal(asked.channel.send('x'.repeat(2001))),
    ];
    await asked.reply(`Refused: ${codes.join(' ')}`);
  },
  async wait(asked) {
    const message = await asked.channel.send('After a while');
    await message.edit('Changed');
    await asked.reply('Waited');
  },
};

async function heard(asked) {
  if (asked.isAutocomplete()) {
    const typed = asked.options.getFocused();
    await asked.respond(FRUIT.filter((fruit) => fruit.startsWith(typed)).map((fruit) => ({ name: fruit, value: fruit })));
  } else if (asked.isChatInputCommand()) {
    await answers[asked.commandName](asked);
  } else if (asked.isStringSelectMenu()) {
    await asked.update({ content: `Chosen ${asked.values}`, components: [] });
  } else if (asked.isAnySelectMenu()) {
    const picked = [asked.users, asked.roles, asked.channels].map((all) => all?.first()).find(Boolean);
    await asked.update({ content: `Picked ${named(picked)}`, components: [] });
  } else if (asked.isModalSubmit()) {
    await asked.reply(`Written ${asked.fields.getTextInputValue('move')} in ${asked.locale}`);
  } else if (asked.customId === 'write') {
    const input = new TextInputBuilder().setCustomId('move').setLabel('Move').setStyle(TextInputStyle.Short);
    await asked.showModal(new ModalBuilder().setCustomId('form').setTitle('Your move').addComponents(row(input)));
  } else {
    await asked.deferUpdate();
    await asked.editReply({ content: 'The board again' });
  }
}

const [address, token] = process.argv.slice(2);
const failed = (error) => console.error(error);
const { Guilds, GuildMembers, GuildMessages, DirectMessages, MessageContent } = GatewayIntentBits;
const client = new Client({
  intents: [Guilds, GuildMembers, GuildMessages, DirectMessages, MessageContent],
  partials: [Partials.Channel, Partials.Message],
  rest: { api: `${address}/api` },
});
client.on(Events.Error, failed);
client.on(Events.InteractionCreate, (asked) => heard(asked).catch(failed));
client.on(Events.MessageCreate, (message) => {
  if (!message.author.bot && message.inGuild()) message.channel.send(`Heard ${message.content}`).catch(failed);
});
client.once(Events.ClientReady, async () => {
  await client.application.commands.set(COMMANDS);
  console.log('ready');
});
await client.login(token);
