//! A small bot made with plain serenity, which uses a little of everything.

use serenity::all::{
    ActionRowComponent, AutocompleteChoice, ButtonStyle, ChannelId, Command,
    CommandDataOptionValue, CommandInteraction, CommandOptionType, ComponentInteraction,
    ComponentInteractionDataKind, Context, CreateActionRow, CreateAllowedMentions,
    CreateAttachment, CreateAutocompleteResponse, CreateButton, CreateCommand, CreateCommandOption,
    CreateForumPost, CreateInputText, CreateInteractionResponse, CreateInteractionResponseFollowup,
    CreateInteractionResponseMessage, CreateMessage, CreateModal, CreateSelectMenu,
    CreateSelectMenuKind, CreateSelectMenuOption, CreateThread, EditAttachments,
    EditInteractionResponse, EventHandler, GatewayIntents, InputTextStyle, InstallationContext,
    Interaction, InteractionContext, ModalInteraction, Nonce, Ready, UserId,
};
use serenity::async_trait;
use serenity::client::ClientBuilder;
use serenity::http::HttpBuilder;

use hexpost_sandbox::FORUM_CHANNEL;

use super::harness::Harness;

/// The autocomplete choices.
pub(crate) const FRUIT: [&str; 4] = ["apple", "apricot", "banana", "cherry"];

/// Starts the bot on a harness.
pub(crate) async fn start(harness: &Harness) {
    start_with(harness, GatewayIntents::empty()).await;
}

/// Starts the bot on a harness, with intents.
pub(crate) async fn start_with(harness: &Harness, intents: GatewayIntents) {
    let (origin, token) = (harness.sandbox.origin(), harness.sandbox.token().to_owned());
    harness.start_bot(run(origin, token, intents)).await;
}

async fn run(origin: String, token: String, intents: GatewayIntents) {
    let http = HttpBuilder::new(&token)
        .proxy(origin)
        .ratelimiter_disabled(true)
        .default_allowed_mentions(CreateAllowedMentions::new())
        .build();
    let client = ClientBuilder::new_with_http(http, intents).event_handler(TinyBot);
    let mut client = client.await.expect("failed to build the client");
    client.start().await.expect("the gateway connection failed");
}

struct TinyBot;

#[async_trait]
impl EventHandler for TinyBot {
    async fn ready(&self, context: Context, _: Ready) {
        let known = Command::get_global_commands(&context).await.unwrap();
        let names = |name: &str| known.iter().any(|command| command.name == name);
        let commands = commands();
        if known.len() != commands.len() || !NAMES.into_iter().all(names) {
            Command::set_global_commands(&context, commands)
                .await
                .unwrap();
        }
    }

    async fn interaction_create(&self, context: Context, interaction: Interaction) {
        let result = match interaction {
            Interaction::Command(interaction) => command(&context, interaction).await,
            Interaction::Autocomplete(interaction) => autocomplete(&context, interaction).await,
            Interaction::Component(interaction) => component(&context, interaction).await,
            Interaction::Modal(interaction) => modal_submit(&context, interaction).await,
            _ => Ok(()),
        };
        // The harness reports API errors; anything else is a panic.
        if let Err(error) = result {
            assert!(matches!(error, serenity::Error::Http(_)), "{error}");
        }
    }
}

const NAMES: [&str; 6] = ["show", "find", "slow", "post", "crash", "ignore"];

fn commands() -> Vec<CreateCommand> {
    let command = |name: &str| {
        CreateCommand::new(name)
            .description("Something")
            .integration_types(vec![InstallationContext::Guild, InstallationContext::User])
            .contexts(vec![
                InteractionContext::Guild,
                InteractionContext::BotDm,
                InteractionContext::PrivateChannel,
            ])
    };
    let option =
        |kind, name: &str| CreateCommandOption::new(kind, name, "An option").required(true);
    NAMES
        .into_iter()
        .map(|name| match name {
            "find" => command(name)
                .name_localized("ru", "найти")
                .description_localized("ru", "Что-нибудь")
                .add_option(option(CommandOptionType::String, "fruit").set_autocomplete(true)),
            "post" => command(name)
                .add_option(
                    option(CommandOptionType::String, "where")
                        .add_string_choice("in a thread", "thread")
                        .add_string_choice("in the forum", "forum")
                        .add_string_choice("in private", "direct"),
                )
                .add_option(option(CommandOptionType::User, "whom")),
            name => command(name),
        })
        .collect()
}

/// An image of the given size.
fn picture(width: u32, height: u32) -> CreateAttachment {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().unwrap();
    let pixels = vec![99; (width * height) as usize];
    writer.write_image_data(&pixels).unwrap();
    writer.finish().unwrap();
    let alt = format!("A grey board, {width} wide");
    CreateAttachment::bytes(bytes, "board.png").description(alt)
}

fn action_rows() -> Vec<CreateActionRow> {
    let options = ["white", "grey", "black"]
        .map(|name| CreateSelectMenuOption::new(name, name))
        .to_vec();
    vec![
        CreateActionRow::Buttons(vec![
            CreateButton::new("again:1").label("Again"),
            CreateButton::new("later:1").label("Later"),
            CreateButton::new("form:1")
                .label("Write")
                .style(ButtonStyle::Secondary),
        ]),
        CreateActionRow::SelectMenu(CreateSelectMenu::new(
            "colour:1",
            CreateSelectMenuKind::String { options },
        )),
    ]
}

fn message_with(text: impl Into<String>) -> CreateInteractionResponseMessage {
    CreateInteractionResponseMessage::new().content(text)
}

async fn command(context: &Context, interaction: CommandInteraction) -> serenity::Result<()> {
    match interaction.data.name.as_str() {
        "show" => {
            let message = message_with("A board")
                .add_file(picture(40, 30))
                .components(action_rows());
            let answer = CreateInteractionResponse::Message(message);
            interaction.create_response(context, answer).await
        }
        "find" => {
            let fruit = interaction.data.options[0]
                .value
                .as_str()
                .unwrap_or_default();
            let message = message_with(format!("Found: {fruit}")).ephemeral(true);
            let answer = CreateInteractionResponse::Message(message);
            interaction.create_response(context, answer).await
        }
        "slow" => {
            interaction.defer(context).await?;
            let edit = EditInteractionResponse::new().content("Thought about it");
            interaction.edit_response(context, edit).await?;
            let more = CreateInteractionResponseFollowup::new().content("One thing more");
            interaction
                .create_followup(context, more.ephemeral(true))
                .await?;
            Ok(())
        }
        "post" => post(context, interaction).await,
        "crash" => panic!("requested by the test"),
        _ => Ok(()),
    }
}

async fn post(context: &Context, interaction: CommandInteraction) -> serenity::Result<()> {
    let whom = interaction
        .data
        .options
        .iter()
        .find_map(|option| match option.value {
            CommandDataOptionValue::User(user) => Some(user),
            _ => None,
        });
    let whom = whom.expect("the option is required");
    interaction.defer_ephemeral(context).await?;
    let ping = CreateMessage::new()
        .content(format!("<@{whom}>, come! (<@{}>)", interaction.user.id))
        .allowed_mentions(CreateAllowedMentions::new().users([whom]));
    match interaction.data.options[0].value.as_str() {
        Some("thread") => {
            let begin = CreateMessage::new()
                .content("A game begins")
                .nonce(Nonce::String("begin-1".to_owned()))
                .enforce_nonce(true);
            let begin = interaction.channel_id.send_message(context, begin).await?;
            let thread = CreateThread::new("Game 1");
            let thread = interaction
                .channel_id
                .create_thread_from_message(context, begin.id, thread)
                .await?;
            thread.id.send_message(context, ping).await?;
        }
        Some("forum") => {
            let forum = ChannelId::new(FORUM_CHANNEL);
            let post = CreateForumPost::new("Game 2", ping);
            forum.create_forum_post(context, post).await?;
        }
        _ => {
            let direct = UserId::new(whom.get()).create_dm_channel(context).await?;
            direct.id.send_message(context, ping).await?;
        }
    }
    let edit = EditInteractionResponse::new().content("Posted");
    interaction.edit_response(context, edit).await?;
    Ok(())
}

async fn autocomplete(context: &Context, interaction: CommandInteraction) -> serenity::Result<()> {
    let typed = interaction
        .data
        .autocomplete()
        .map_or("", |option| option.value);
    let fitting = FRUIT.into_iter().filter(|fruit| fruit.starts_with(typed));
    let choices = fitting.map(|fruit| AutocompleteChoice::new(fruit.to_uppercase(), fruit));
    let answer = CreateAutocompleteResponse::new().set_choices(choices.collect());
    let answer = CreateInteractionResponse::Autocomplete(answer);
    interaction.create_response(context, answer).await
}

async fn component(context: &Context, interaction: ComponentInteraction) -> serenity::Result<()> {
    match interaction.data.custom_id.split(':').next() {
        Some("again") => {
            let message = message_with("The board again").add_file(picture(50, 30));
            let answer = CreateInteractionResponse::UpdateMessage(message);
            interaction.create_response(context, answer).await
        }
        Some("later") => {
            interaction.defer(context).await?;
            let kept = interaction
                .message
                .attachments
                .iter()
                .fold(EditAttachments::new(), |kept, file| kept.keep(file.id));
            let edit = EditInteractionResponse::new()
                .content("The same board, later")
                .attachments(kept);
            interaction.edit_response(context, edit).await?;
            Ok(())
        }
        Some("form") => {
            let input = CreateInputText::new(InputTextStyle::Short, "Move", "move").max_length(20);
            let form = CreateModal::new("move:1", "Your move")
                .components(vec![CreateActionRow::InputText(input)]);
            let answer = CreateInteractionResponse::Modal(form);
            interaction.create_response(context, answer).await
        }
        _ => {
            let ComponentInteractionDataKind::StringSelect { values } = &interaction.data.kind
            else {
                panic!("unexpected component");
            };
            let message =
                message_with(format!("Chosen: {}", values.join(", "))).components(Vec::new());
            let answer = CreateInteractionResponse::UpdateMessage(message);
            interaction.create_response(context, answer).await
        }
    }
}

async fn modal_submit(context: &Context, interaction: ModalInteraction) -> serenity::Result<()> {
    let ActionRowComponent::InputText(input) = &interaction.data.components[0].components[0] else {
        panic!("the modal has one input");
    };
    let text = input.value.as_deref().unwrap_or_default();
    let message = message_with(format!("Written: {text} ({})", interaction.locale)).ephemeral(true);
    let answer = CreateInteractionResponse::Message(message);
    interaction.create_response(context, answer).await
}
