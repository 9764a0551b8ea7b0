// A bot made with discord.js as it comes; only its addresses are the local Discord's.
import {
  ActionRowBuilder, ApplicationCommandOptionType, AttachmentBuilder, ButtonBuilder, ButtonStyle, Client, Events,
  GatewayIntentBits, MessageFlags, ModalBuilder, Partials, StringSelectMenuBuilder, TextInputBuilder, TextInputStyle,
} from 'discord.js';

export const FRUIT = ['apple', 'apricot', 'banana'];
/** The smallest picture. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==', 'base64');

const COMMANDS = [
  { name: 'board', description: 'A board', descriptionLocalizations: { ru: 'Доска' } },
  { name: 'slow', description: 'Takes a while' },
  {
    name: 'find', description: 'Finds fruit', options: [
      { name: 'fruit', description: 'Which', type: ApplicationCommandOptionType.String, required: true, autocomplete: true },
    ],
  },
  {
    name: 'invite', description: 'Invites someone', options: [
      { name: 'whom', description: 'Whom', type: ApplicationCommandOptionType.User, required: true },
    ],
  },
];

const row = (...components) => new ActionRowBuilder().addComponents(...components);

const answers = {
  board: (asked) => asked.reply({
    content: 'A board',
    files: [new AttachmentBuilder(PICTURE, { name: 'board.png', description: 'One grey pixel' })],
    components: [
      row(new ButtonBuilder().setCustomId('again').setLabel('Again').setStyle(ButtonStyle.Primary),
        new ButtonBuilder().setCustomId('write').setLabel('Write').setStyle(ButtonStyle.Secondary)),
      row(new StringSelectMenuBuilder().setCustomId('colour').addOptions({ label: 'White', value: 'w' }, { label: 'Black', value: 'b' })),
    ],
  }),
  async slow(asked) {
    await asked.deferReply();
    await asked.editReply('Thought about it');
    const original = await asked.fetchReply();
    await asked.followUp({ content: `After ${original.content}`, flags: MessageFlags.Ephemeral });
  },
  find: (asked) => asked.reply({ content: `Found ${asked.options.getString('fruit')}`, flags: MessageFlags.Ephemeral }),
  async invite(asked) {
    const whom = asked.options.getUser('whom');
    await asked.deferReply({ flags: MessageFlags.Ephemeral });
    const first = await asked.channel.send({ content: 'A game begins', nonce: asked.id, enforceNonce: true });
    const thread = await first.startThread({ name: 'Game 1' });
    await thread.send({ content: `${whom}, come!`, allowedMentions: { users: [whom.id] } });
    try {
      await whom.send('A game begins');
      await asked.editReply('Invited');
    } catch (error) {
      await asked.editReply(`Not told: ${error.code}`);
    }
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

/** Starts it; resolves when it is ready and has registered its commands. */
export async function start(address, token, failed) {
  const client = new Client({
    intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages, GatewayIntentBits.DirectMessages, GatewayIntentBits.MessageContent],
    partials: [Partials.Channel],
    rest: { api: `${address}/api` },
  });
  client.on(Events.Error, failed);
  client.on(Events.InteractionCreate, (asked) => heard(asked).catch(failed));
  const ready = new Promise((resolve) => { client.once(Events.ClientReady, resolve); });
  await client.login(token);
  await ready;
  await client.application.commands.set(COMMANDS);
  return client;
}
