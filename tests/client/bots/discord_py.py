"""A bot made with discord.py as it comes; only its addresses are the local Discord's."""
import asyncio
import base64
import io
import sys
import traceback

import discord
import yarl
from discord import app_commands

FRUIT = ['apple', 'apricot', 'banana']
PICTURE = base64.b64decode(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==')
address, token = sys.argv[1:]
discord.http.Route.BASE = f'{address}/api/v10'
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(address.replace('http', 'ws', 1))

intents = discord.Intents(guilds=True, members=True, guild_messages=True, dm_messages=True, message_content=True)


class Translator(app_commands.Translator):
    async def translate(self, string, locale, context):
        is_board = locale is discord.Locale.russian and string.message == 'A board'
        return 'Доска' if is_board else None


class Bot(discord.Client):
    async def setup_hook(self):
        await tree.set_translator(Translator())
        await tree.sync()

    async def on_ready(self):
        print('ready', flush=True)

    async def on_message(self, message):
        if not message.author.bot and message.guild:
            await message.channel.send(f'Heard {message.content}')


bot = Bot(intents=intents, chunk_guilds_at_startup=False)
tree = app_commands.CommandTree(bot)


def named(one):
    return getattr(one, 'global_name', None) or one.name


async def refusal(doing):
    try:
        await doing
        return 'done'
    except discord.HTTPException as error:
        return error.code


class Form(discord.ui.Modal, title='Your move'):
    move = discord.ui.TextInput(label='Move', custom_id='move')

    async def on_submit(self, asked):
        await asked.response.send_message(f'Written {self.move.value} in {asked.locale}')


class Board(discord.ui.View):
    @discord.ui.button(label='Again', custom_id='again', style=discord.ButtonStyle.primary, emoji='↩️')
    async def again(self, asked, _):
        await asked.response.defer()
        await asked.edit_original_response(content='The board again')

    @discord.ui.button(label='Write', custom_id='write')
    async def write(self, asked, _):
        await asked.response.send_modal(Form())

    @discord.ui.select(custom_id='colour', options=[
        discord.SelectOption(label='White', value='w'), discord.SelectOption(label='Black', value='b')])
    async def colour(self, asked, menu):
        await asked.response.edit_message(content=f'Chosen {menu.values[0]}', view=None)


class Pick(discord.ui.View):
    async def picked(self, asked, menu):
        await asked.response.edit_message(content=f'Picked {named(menu.values[0])}', view=None)

    @discord.ui.select(cls=discord.ui.UserSelect, custom_id='user')
    async def user(self, asked, menu):
        await self.picked(asked, menu)

    @discord.ui.select(cls=discord.ui.RoleSelect, custom_id='role')
    async def role(self, asked, menu):
        await self.picked(asked, menu)

    @discord.ui.select(cls=discord.ui.MentionableSelect, custom_id='mentionable')
    async def mentionable(self, asked, menu):
        await self.picked(asked, menu)

    @discord.ui.select(cls=discord.ui.ChannelSelect, custom_id='channel')
    async def channel(self, asked, menu):
        await self.picked(asked, menu)


@tree.command(description=app_commands.locale_str('A board'))
async def board(asked: discord.Interaction):
    file = discord.File(io.BytesIO(PICTURE), 'board.png', description='One grey pixel')
    await asked.response.send_message('A board', file=file, view=Board())


@tree.command()
async def pick(asked: discord.Interaction):
    await asked.response.send_message('Pick', view=Pick())


@tree.command()
async def slow(asked: discord.Interaction):
    await asked.response.defer(thinking=True)
    await asked.edit_original_response(content='Thought about it')
    original = await asked.original_response()
    await asked.followup.send(f'After {original.content}', ephemeral=True)


@tree.command()
async def find(asked: discord.Interaction, fruit: str):
    await asked.response.send_message(f'Found {fruit}', ephemeral=True)


@find.autocomplete('fruit')
async def suggest(_, typed: str):
    return [app_commands.Choice(name=fruit, value=fruit) for fruit in FRUIT if fruit.startswith(typed)]


@tree.command()
async def about(asked: discord.Interaction, whom: discord.User | discord.Member | discord.Role):
    await asked.response.send_message(f'About {named(whom)}')


@tree.command()
async def where(asked: discord.Interaction, whom: discord.User):
    server, = bot.guilds
    member = await server.fetch_member(whom.id)
    channel = server.get_channel(asked.channel_id)
    await asked.response.send_message(f'{server.name} has {channel.name}, and {named(member)} is there')


@tree.command()
async def members(asked: discord.Interaction):
    everyone = await asked.guild.chunk(cache=False)
    some = await asked.guild.query_members('player2')
    await asked.response.send_message(f'{len(everyone)} members, {len(some)} of them {named(some[0])}')


@tree.command()
async def invite(asked: discord.Interaction, whom: discord.User):
    await asked.response.defer(ephemeral=True, thinking=True)
    first = await asked.channel.send('A game begins', nonce=str(asked.id))
    thread = await first.create_thread(name='Game 1')
    await thread.send(f'{whom.mention}, come!', allowed_mentions=discord.AllowedMentions(users=[whom]))
    code = await refusal(whom.send('A game begins'))
    await asked.edit_original_response(content='Invited' if code == 'done' else f'Not told: {code}')


@tree.command()
async def unsay(asked: discord.Interaction):
    said = await asked.user.send('Never mind')
    gone = asyncio.ensure_future(bot.wait_for('raw_message_delete', timeout=5))
    await asyncio.sleep(0)
    await said.delete()
    await gone
    await asked.response.send_message('Unsaid')


@tree.command()
async def post(asked: discord.Interaction, forum: discord.ForumChannel):
    made = await forum.create_thread(name='Game 2', content='Here', applied_tags=[forum.available_tags[0]])
    await made.thread.edit(archived=True)
    await asked.response.send_message(f'Posted {made.message.content} as {made.thread.id}')


@tree.command()
async def refuse(asked: discord.Interaction, where: discord.TextChannel):
    codes = [await refusal(where.send('x')), await refusal(bot.fetch_channel(123456789012345678)),
             await refusal(asked.channel.send('x' * 2001))]
    await asked.response.send_message(f'Refused: {" ".join(map(str, codes))}')


@tree.command()
async def wait(asked: discord.Interaction):
    message = await asked.channel.send('After a while')
    await message.edit(content='Changed')
    await asked.response.send_message('Waited')


@tree.error
async def failed(_, error):
    traceback.print_exception(error)


bot.run(token, log_level=30)
