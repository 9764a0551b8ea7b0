"""A bot made with hikari as it comes; only its addresses are the local Discord's."""
import base64
import sys

import hikari

FRUIT = ['apple', 'apricot', 'banana']
PICTURE = base64.b64decode(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==')
address, token = sys.argv[1:]
intents = (hikari.Intents.GUILDS | hikari.Intents.GUILD_MEMBERS | hikari.Intents.GUILD_MESSAGES
           | hikari.Intents.DM_MESSAGES | hikari.Intents.MESSAGE_CONTENT)
bot = hikari.GatewayBot(token, intents=intents, rest_url=f'{address}/api/v10', banner=None, logs='WARNING',
                        auto_chunk_members=False, suppress_optimization_warning=True)
Kind = hikari.OptionType
Answer = hikari.ResponseType
ALONE = hikari.MessageFlag.EPHEMERAL
CHANNEL_TYPES = [hikari.ChannelType.GUILD_TEXT, hikari.ChannelType.GUILD_FORUM]


def command(name, option=None, kind=None, description=None, **more):
    made = bot.rest.slash_command_builder(name, description or name)
    if option:
        made.add_option(hikari.CommandOption(type=kind, name=option, description=option, is_required=True, **more))
    return made


COMMANDS = [
    command('board').set_description_localizations({hikari.Locale.RU: 'Доска'}),
    *map(command, ['slow', 'pick', 'members', 'unsay', 'wait']),
    command('find', 'fruit', Kind.STRING, autocomplete=True),
    command('invite', 'whom', Kind.USER), command('where', 'whom', Kind.USER),
    command('about', 'whom', Kind.MENTIONABLE),
    command('post', 'forum', Kind.CHANNEL, channel_types=CHANNEL_TYPES),
    command('refuse', 'where', Kind.CHANNEL, channel_types=CHANNEL_TYPES),
]


def row():
    return bot.rest.build_message_action_row()


def named(one):
    return getattr(one, 'global_name', None) or one.name


def resolved(asked, value):
    everything = asked.resolved
    for all_of_them in (everything.users, everything.roles, everything.channels):
        if hikari.Snowflake(value) in all_of_them:
            return all_of_them[hikari.Snowflake(value)]
    raise LookupError(value)


async def refusal(doing):
    try:
        await doing
        return 'done'
    except hikari.ClientHTTPResponseError as error:
        return error.code


async def board(asked):
    menu = row().add_text_menu('colour')
    menu.add_option('White', 'w').add_option('Black', 'b')
    buttons = row().add_interactive_button(hikari.ButtonStyle.PRIMARY, 'again', label='Again', emoji='↩️')
    buttons.add_interactive_button(hikari.ButtonStyle.SECONDARY, 'write', label='Write')
    # It knows no alternative texts.
    await asked.create_initial_response(Answer.MESSAGE_CREATE, 'A board', attachment=hikari.Bytes(PICTURE, 'board.png'),
                                        components=[buttons, menu.parent])


async def pick(asked):
    kinds = {'user': hikari.ComponentType.USER_SELECT_MENU, 'role': hikari.ComponentType.ROLE_SELECT_MENU,
             'mentionable': hikari.ComponentType.MENTIONABLE_SELECT_MENU}
    rows = [row().add_select_menu(kind, name) for name, kind in kinds.items()]
    rows.append(row().add_channel_menu('channel'))
    await asked.create_initial_response(Answer.MESSAGE_CREATE, 'Pick', components=rows)


async def slow(asked):
    await asked.create_initial_response(Answer.DEFERRED_MESSAGE_CREATE)
    await asked.edit_initial_response('Thought about it')
    original = await asked.fetch_initial_response()
    await asked.execute(f'After {original.content}', flags=ALONE)


async def find(asked):
    await asked.create_initial_response(Answer.MESSAGE_CREATE, f'Found {asked.options[0].value}', flags=ALONE)


async def about(asked):
    await asked.create_initial_response(Answer.MESSAGE_CREATE, f'About {named(resolved(asked, asked.options[0].value))}')


async def where(asked):
    server, = bot.cache.get_guilds_view().values()
    member = await bot.rest.fetch_member(server, asked.options[0].value)
    channel = server.get_channel(asked.channel_id)
    words = f'{server.name} has {channel.name}, and {named(member.user)} is there'
    await asked.create_initial_response(Answer.MESSAGE_CREATE, words)


async def chunk(**wanted):
    nonce = str(len(wanted))
    stream = bot.stream(hikari.MemberChunkEvent, timeout=5).filter(lambda event: event.nonce == nonce)
    server, = bot.cache.get_guilds_view()
    with stream:
        await bot.request_guild_members(server, nonce=nonce, **wanted)
        async for event in stream:
            return list(event.members.values())


async def members(asked):
    everyone = await chunk()
    some = await chunk(query='player2', limit=5)
    words = f'{len(everyone)} members, {len(some)} of them {named(some[0].user)}'
    await asked.create_initial_response(Answer.MESSAGE_CREATE, words)


async def invite(asked):
    whom = resolved(asked, asked.options[0].value)
    await asked.create_initial_response(Answer.DEFERRED_MESSAGE_CREATE, flags=ALONE)
    first = await bot.rest.create_message(asked.channel_id, 'A game begins')
    thread = await bot.rest.create_message_thread(asked.channel_id, first, 'Game 1')
    await thread.send(f'{whom.mention}, come!', user_mentions=[whom])
    code = await refusal(whom.send('A game begins'))
    await asked.edit_initial_response('Invited' if code == 'done' else f'Not told: {code}')


async def unsay(asked):
    said = await asked.user.send('Never mind')
    with bot.stream(hikari.DMMessageDeleteEvent, timeout=5) as gone:
        await said.delete()
        async for _ in gone:
            break
    await asked.create_initial_response(Answer.MESSAGE_CREATE, 'Unsaid')


async def post(asked):
    forum = await bot.rest.fetch_channel(asked.options[0].value)
    made = await bot.rest.create_forum_post(forum, 'Game 2', 'Here', tags=[forum.available_tags[0].id])
    said = await bot.rest.fetch_message(made, made.id)
    await made.edit(archived=True)
    await asked.create_initial_response(Answer.MESSAGE_CREATE, f'Posted {said.content} as {made.id}')


async def refuse(asked):
    codes = [await refusal(bot.rest.create_message(asked.options[0].value, 'x')),
             await refusal(bot.rest.fetch_channel(123456789012345678)),
             await refusal(bot.rest.create_message(asked.channel_id, 'x' * 2001))]
    await asked.create_initial_response(Answer.MESSAGE_CREATE, f'Refused: {" ".join(map(str, codes))}')


async def wait(asked):
    message = await bot.rest.create_message(asked.channel_id, 'After a while')
    await message.edit('Changed')
    await asked.create_initial_response(Answer.MESSAGE_CREATE, 'Waited')


async def again(asked):
    await asked.create_initial_response(Answer.DEFERRED_MESSAGE_UPDATE)
    await asked.edit_initial_response('The board again')


async def write(asked):
    inputs = bot.rest.build_modal_action_row().add_text_input('move', 'Move')
    await asked.create_modal_response('Your move', 'form', component=inputs)


async def colour(asked):
    await asked.create_initial_response(Answer.MESSAGE_UPDATE, f'Chosen {asked.values[0]}', components=[])


async def picked(asked):
    name = named(resolved(asked, asked.values[0]))
    await asked.create_initial_response(Answer.MESSAGE_UPDATE, f'Picked {name}', components=[])


ANSWERS = dict(board=board, pick=pick, slow=slow, find=find, about=about, where=where, members=members, invite=invite,
               unsay=unsay, post=post, refuse=refuse, wait=wait)
PRESSES = dict(again=again, write=write, colour=colour)


@bot.listen()
async def heard(event: hikari.InteractionCreateEvent):
    asked = event.interaction
    if isinstance(asked, hikari.AutocompleteInteraction):
        typed = str(asked.options[0].value)
        found = [fruit for fruit in FRUIT if fruit.startswith(typed)]
        await asked.create_response([hikari.impl.AutocompleteChoiceBuilder(fruit, fruit) for fruit in found])
    elif isinstance(asked, hikari.CommandInteraction):
        await ANSWERS[asked.command_name](asked)
    elif isinstance(asked, hikari.ComponentInteraction):
        await PRESSES.get(asked.custom_id, picked)(asked)
    elif isinstance(asked, hikari.ModalInteraction):
        move = asked.components[0].components[0].value
        await asked.create_initial_response(Answer.MESSAGE_CREATE, f'Written {move} in {asked.locale}')


@bot.listen()
async def read(event: hikari.GuildMessageCreateEvent):
    if event.is_human:
        await bot.rest.create_message(event.channel_id, f'Heard {event.content}')


@bot.listen()
async def started(_: hikari.StartedEvent):
    me = await bot.rest.fetch_application()
    await bot.rest.set_application_commands(me, COMMANDS)
    print('ready', flush=True)


bot.run(check_for_updates=False)
