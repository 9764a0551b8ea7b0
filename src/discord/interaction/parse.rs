//! Turns serenity's interactions into invokers and requests.

use serenity::all::{
    ActionRowComponent, AuthorizingIntegrationOwner, AuthorizingIntegrationOwners,
    CommandDataOption, CommandDataOptionValue, CommandInteraction, CommandType,
    ComponentInteraction, ComponentInteractionDataKind, Interaction, InteractionContext, Member,
    Message, MessageFlags, ModalInteraction, PartialChannel, Permissions, User,
};

use crate::discord::interaction::request::{
    AttachmentOption, CommandCall, Invoker, OptionValue, Request, UserOption,
};
use crate::discord::view::markdown::UserText;
use crate::model::{ChannelId, InteractionId, PlayerId, RoleId, ServerId};

/// The invoker and the request of an interaction; `None` for types that the bot does not handle.
pub(crate) fn read(interaction: Interaction) -> Option<(Invoker, Request)> {
    match interaction {
        Interaction::Command(command) => {
            let invoker = command_caller(&command);
            Some((invoker, command_request(&command)?))
        }
        Interaction::Autocomplete(command) => {
            let invoker = Invoker {
                is_typing: true,
                ..command_caller(&command)
            };
            let focused = command.data.autocomplete()?;
            let (name, text) = (focused.name.to_owned(), focused.value.to_owned());
            Some((invoker, Request::Autocomplete(call(&command), name, text)))
        }
        Interaction::Component(press) => Some(component(&press)),
        Interaction::Modal(form) => Some(modal(&form)),
        _ => None,
    }
}

/// The data that interactions of all types share.
struct InteractionData<'a> {
    id: u64,
    token: &'a str,
    user: &'a User,
    member: Option<&'a Member>,
    locale: &'a str,
    server: Option<u64>,
    server_locale: Option<&'a str>,
    channel: u64,
    channel_data: Option<&'a PartialChannel>,
    app_permissions: Option<Permissions>,
    is_home: bool,
    message: Option<&'a Message>,
}

impl InteractionData<'_> {
    fn invoker(self) -> Invoker {
        let nick = self.member.map(Member::display_name);
        let given = self.member.and_then(|member| member.permissions);
        let given = given.unwrap_or_else(Permissions::empty);
        let is_thread = self
            .channel_data
            .is_some_and(|channel| channel.thread_metadata.is_some());
        let parent = self.channel_data.and_then(|channel| channel.parent_id);
        // Administrators may do everything, and outside of guilds there are no permissions.
        let permissions = if self.server.is_none() || given.administrator() {
            u64::MAX
        } else {
            given.bits()
        };
        let own = self.app_permissions.unwrap_or_else(Permissions::empty);
        let roles = self.member.map_or(&[][..], |member| &member.roles);
        Invoker {
            id: PlayerId(self.user.id.get() as i64),
            name: UserText::line(nick.unwrap_or_else(|| self.user.display_name())),
            locale: self.locale.to_owned(),
            server: self.server.map(|id| ServerId(id as i64)),
            server_locale: self.server_locale.map(str::to_owned),
            channel: ChannelId(self.channel as i64),
            // The parent of a channel that is no thread is a category.
            parent: parent
                .filter(|_| is_thread)
                .map(|id| ChannelId(id.get() as i64)),
            is_home: self.is_home,
            given: own.bits(),
            permissions,
            is_moderator: given.manage_guild() || given.administrator(),
            roles: roles.iter().map(|id| RoleId(id.get() as i64)).collect(),
            is_typing: false,
            message: self.message.map(|message| message.id.get() as i64),
            interaction: InteractionId(self.id as i64),
            token: self.token.to_owned(),
        }
    }
}

/// Is the app installed there? Otherwise it is installed to the invoker's account and can only
/// respond.
fn is_home(context: Option<InteractionContext>, owners: &AuthorizingIntegrationOwners) -> bool {
    let is_installed = owners
        .0
        .iter()
        .any(|owner| matches!(owner, AuthorizingIntegrationOwner::GuildInstall(Some(_))));
    match context {
        Some(InteractionContext::BotDm) => true,
        Some(InteractionContext::PrivateChannel) => false,
        _ => is_installed,
    }
}

fn command_caller(command: &CommandInteraction) -> Invoker {
    InteractionData {
        id: command.id.get(),
        token: &command.token,
        user: &command.user,
        member: command.member.as_deref(),
        locale: &command.locale,
        server: command.guild_id.map(serenity::all::GuildId::get),
        server_locale: command.guild_locale.as_deref(),
        channel: command.channel_id.get(),
        channel_data: command.channel.as_ref(),
        app_permissions: command.app_permissions,
        is_home: is_home(command.context, &command.authorizing_integration_owners),
        message: None,
    }
    .invoker()
}

fn command_request(command: &CommandInteraction) -> Option<Request> {
    if command.data.kind == CommandType::User {
        let target = command.data.target_id?.to_user_id();
        let user = command.data.resolved.users.get(&target)?;
        return Some(Request::UserCommand(
            command.data.name.clone(),
            person(user),
        ));
    }
    Some(Request::Command(call(command)))
}

fn person(user: &User) -> UserOption {
    UserOption {
        id: PlayerId(user.id.get() as i64),
        name: UserText::line(user.display_name()),
        is_bot: user.bot,
    }
}

fn call(command: &CommandInteraction) -> CommandCall {
    let mut call = CommandCall {
        name: command.data.name.clone(),
        ..CommandCall::default()
    };
    for option in &command.data.options {
        add_option(command, &mut call, option);
    }
    call
}

fn add_option(command: &CommandInteraction, call: &mut CommandCall, option: &CommandDataOption) {
    let given = match &option.value {
        CommandDataOptionValue::SubCommand(inner)
        | CommandDataOptionValue::SubCommandGroup(inner) => {
            call.sub = Some(option.name.clone());
            for option in inner {
                add_option(command, call, option);
            }
            return;
        }
        CommandDataOptionValue::String(text)
        | CommandDataOptionValue::Autocomplete { value: text, .. } => {
            OptionValue::Text(text.clone())
        }
        CommandDataOptionValue::Integer(number) => OptionValue::Number(*number),
        CommandDataOptionValue::Boolean(flag) => OptionValue::Flag(*flag),
        CommandDataOptionValue::User(id) => match command.data.resolved.users.get(id) {
            Some(user) => OptionValue::Person(person(user)),
            None => return,
        },
        CommandDataOptionValue::Attachment(id) => match command.data.resolved.attachments.get(id) {
            Some(file) => OptionValue::File(AttachmentOption {
                url: file.url.clone(),
                size: file.size.into(),
            }),
            None => return,
        },
        // No command has options of other types.
        _ => return,
    };
    call.options.push((option.name.clone(), given));
}

fn is_ephemeral(message: &Message) -> bool {
    message
        .flags
        .is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL))
}

fn component(press: &ComponentInteraction) -> (Invoker, Request) {
    let invoker = InteractionData {
        id: press.id.get(),
        token: &press.token,
        user: &press.user,
        member: press.member.as_ref(),
        locale: &press.locale,
        server: press.guild_id.map(serenity::all::GuildId::get),
        server_locale: press.guild_locale.as_deref(),
        channel: press.channel_id.get(),
        channel_data: press.channel.as_ref(),
        app_permissions: press.app_permissions,
        is_home: is_home(press.context, &press.authorizing_integration_owners),
        message: Some(&press.message),
    }
    .invoker();
    let values = match &press.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => values.clone(),
        ComponentInteractionDataKind::ChannelSelect { values } => {
            values.iter().map(ToString::to_string).collect()
        }
        ComponentInteractionDataKind::RoleSelect { values } => {
            values.iter().map(ToString::to_string).collect()
        }
        ComponentInteractionDataKind::UserSelect { values } => {
            values.iter().map(ToString::to_string).collect()
        }
        _ => Vec::new(),
    };
    let request = Request::Component {
        id: press.data.custom_id.clone(),
        values,
        people: press.data.resolved.users.values().map(person).collect(),
        is_ephemeral: is_ephemeral(&press.message),
    };
    (invoker, request)
}

fn modal(form: &ModalInteraction) -> (Invoker, Request) {
    let invoker = InteractionData {
        id: form.id.get(),
        token: &form.token,
        user: &form.user,
        member: form.member.as_ref(),
        locale: &form.locale,
        server: form.guild_id.map(serenity::all::GuildId::get),
        server_locale: form.guild_locale.as_deref(),
        channel: form.channel_id.get(),
        channel_data: form.channel.as_ref(),
        app_permissions: form.app_permissions,
        // A modal submission does not say. For guilds the gateway knows whether the bot is a
        // member.
        is_home: form.guild_id.is_some(),
        message: form.message.as_deref(),
    }
    .invoker();
    let rows = form.data.components.iter();
    let lines = rows
        .flat_map(|row| &row.components)
        .filter_map(|part| match part {
            ActionRowComponent::InputText(input) => Some((
                input.custom_id.clone(),
                input.value.clone().unwrap_or_default(),
            )),
            _ => None,
        });
    let request = Request::ModalSubmit {
        id: form.data.custom_id.clone(),
        lines: lines.collect(),
        is_ephemeral: form.message.as_deref().is_some_and(is_ephemeral),
    };
    (invoker, request)
}
