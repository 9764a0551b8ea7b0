//! Discord's JSON objects, with every field that Discord sends.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::clock::format_timestamp;
use super::id::{self, Id, IdString};
use super::model::{
    ApplicationCommand, Attachment, Channel, ChannelMessage, DM, Guild, GuildRole,
    InteractionMetadata, THREAD, THREAD_CREATED, User,
};
use super::permissions::Permissions;
use super::world::World;

/// Copies every field of `other` into `target`; does nothing unless both are objects.
pub(super) fn merge(target: &mut Value, other: Value) {
    if let (Value::Object(target), Value::Object(other)) = (target, other) {
        target.extend(other);
    }
}

/// A user object.
pub(super) fn user(user: &User) -> Value {
    json!({
        "id": IdString(user.id),
        "username": user.username,
        "global_name": user.global_name,
        // People no longer have a discriminator; applications still do.
        "discriminator": if user.is_bot { "0001" } else { "0" },
        "avatar": null,
        "avatar_decoration_data": null,
        "banner": null,
        "accent_color": null,
        "collectibles": null,
        "primary_guild": null,
        "bot": user.is_bot,
        "system": false,
        "flags": 0,
        "public_flags": 0,
    })
}

/// The bot's own user object, with the private fields.
pub(super) fn me(bot: &User) -> Value {
    let mut me = user(bot);
    merge(
        &mut me,
        json!({ "mfa_enabled": true, "locale": "en-US", "verified": true, "email": null }),
    );
    me
}

impl World {
    /// A user object by id, with a placeholder for a deleted user.
    pub(super) fn user_json(&self, id: Id) -> Value {
        self.users.get(&id).map_or_else(
            || json!({ "id": IdString(id), "username": "deleted", "discriminator": "0" }),
            user,
        )
    }

    /// A guild member object without the user.
    fn member_json_without_user(guild: &Guild, id: Id) -> Option<Value> {
        let membership = guild.members.get(&id)?;
        let roles: Vec<IdString> = membership.roles.iter().copied().map(IdString).collect();
        Some(json!({
            "avatar": null,
            "banner": null,
            "nick": membership.nick,
            "roles": roles,
            "joined_at": format_timestamp(membership.joined_at),
            "premium_since": null,
            "communication_disabled_until": null,
            "deaf": false,
            "mute": false,
            "pending": false,
            "flags": 0,
        }))
    }

    /// A guild member object.
    pub(super) fn member_json(&self, guild: &Guild, id: Id) -> Option<Value> {
        let mut member = Self::member_json_without_user(guild, id)?;
        member["user"] = self.user_json(id);
        Some(member)
    }

    /// A guild member object with the member's permissions in a channel, as interactions contain
    /// it.
    pub(super) fn member_json_with_permissions(&self, channel: &Channel, id: Id) -> Option<Value> {
        let guild = self.guilds.get(&channel.guild?)?;
        let mut member = self.member_json(guild, id)?;
        member["permissions"] = permissions(self.permissions(channel, id));
        Some(member)
    }

    /// A guild member object for the `resolved` data of an interaction.
    pub(super) fn resolved_member_json(&self, channel: &Channel, id: Id) -> Option<Value> {
        let guild = self.guilds.get(&channel.guild?)?;
        let mut member = Self::member_json_without_user(guild, id)?;
        member["permissions"] = permissions(self.permissions(channel, id));
        for absent in ["deaf", "mute"] {
            member.as_object_mut()?.remove(absent);
        }
        Some(member)
    }

    /// A channel object.
    pub(super) fn channel_json(&self, channel: &Channel) -> Value {
        let last = self.last_public_message(channel.id).map(IdString);
        if channel.kind == DM {
            let others = channel.recipients.iter();
            let others = others.filter(|id| **id != self.application);
            let others: Vec<Value> = others.map(|id| self.user_json(*id)).collect();
            return json!({
                "id": IdString(channel.id), "type": DM, "flags": 0,
                "last_message_id": last, "recipients": others,
            });
        }
        let mut json = json!({
            "id": IdString(channel.id),
            "type": channel.kind,
            "guild_id": channel.guild.map(IdString),
            "name": channel.name,
            "parent_id": channel.parent.map(IdString),
            "last_message_id": last,
            "rate_limit_per_user": 0,
            "flags": if channel.needs_tag { 1 << 4 } else { 0 },
        });
        if let Some(thread) = &channel.thread {
            let count = self.messages.get(&channel.id).map_or(0, |all| {
                all.values().filter(|m| m.ephemeral_for.is_none()).count()
            });
            merge(
                &mut json,
                json!({
                    "owner_id": IdString(thread.owner),
                    "message_count": count,
                    "total_message_sent": count,
                    "member_count": thread.members.len().min(50),
                    "thread_metadata": {
                        "archived": thread.is_archived,
                        "locked": thread.is_locked,
                        "auto_archive_duration": thread.archive_minutes,
                        "archive_timestamp": format_timestamp(thread.archive_at),
                        "create_timestamp": format_timestamp(id::timestamp(channel.id)),
                    },
                    "applied_tags": thread.tags.iter().copied().map(IdString).collect::<Vec<_>>(),
                }),
            );
            return json;
        }
        let overwrites = channel.overwrites.iter().map(|overwrite| {
            json!({
                "id": IdString(overwrite.id),
                "type": u8::from(overwrite.is_person),
                "allow": permissions(overwrite.allow),
                "deny": permissions(overwrite.deny),
            })
        });
        merge(
            &mut json,
            json!({
                "topic": channel.topic,
                "position": channel.position,
                "nsfw": false,
                "permission_overwrites": overwrites.collect::<Vec<_>>(),
            }),
        );
        if channel.kind == super::model::FORUM {
            let tags = channel.tags.iter().map(|tag| {
                json!({
                    "id": IdString(tag.id), "name": tag.name, "moderated": tag.is_moderated,
                    "emoji_id": null, "emoji_name": null,
                })
            });
            json["available_tags"] = tags.collect();
        }
        json
    }

    /// A channel object with a user's permissions, as interactions contain it.
    pub(super) fn channel_json_with_permissions(&self, channel: &Channel, user: Id) -> Value {
        if channel.kind == DM {
            return self.channel_json(channel);
        }
        let mut json = self.channel_json(channel);
        json["permissions"] = permissions(self.permissions(channel, user));
        json
    }

    /// A guild object as REST returns it.
    pub(super) fn guild_json(guild: &Guild) -> Value {
        json!({
            "id": IdString(guild.id),
            "name": guild.name,
            "owner_id": IdString(guild.owner),
            "icon": null, "description": null, "home_header": null, "splash": null,
            "discovery_splash": null, "banner": null, "application_id": null,
            "features": ["COMMUNITY"],
            "region": "deprecated",
            "afk_channel_id": null, "afk_timeout": 300,
            "system_channel_id": guild.system_channel.map(IdString), "system_channel_flags": 0,
            "widget_enabled": false, "widget_channel_id": null,
            "verification_level": 0,
            "roles": guild.roles.iter().zip(0..).map(|(role, position)| role_json(role, position)).collect::<Vec<_>>(),
            "default_message_notifications": 1, "mfa_level": 0, "explicit_content_filter": 0,
            "max_presences": null, "max_members": 500_000,
            "max_stage_video_channel_users": 50, "max_video_channel_users": 25,
            "vanity_url_code": null, "premium_tier": 0, "premium_subscription_count": 0,
            "preferred_locale": guild.locale,
            "rules_channel_id": null, "safety_alerts_channel_id": null,
            "public_updates_channel_id": null, "premium_progress_bar_enabled": false,
            "nsfw": false, "nsfw_level": 0, "emojis": [], "stickers": [], "incidents_data": null,
        })
    }

    /// A guild object with channels, threads and members, as `GUILD_CREATE` contains it.
    pub(super) fn guild_create_json(&self, guild: &Guild) -> Value {
        let bot = self.application;
        let inside = |is_thread: bool| {
            let channels = self.channels.values().filter(move |channel| {
                channel.guild == Some(guild.id)
                    && (channel.kind == THREAD) == is_thread
                    && self.can_view(channel, bot)
                    && channel
                        .thread
                        .as_ref()
                        .is_none_or(|thread| !thread.is_archived)
            });
            channels
                .map(|channel| self.channel_json(channel))
                .collect::<Vec<_>>()
        };
        let members = guild.members.keys();
        let members = members.filter_map(|id| self.member_json(guild, *id));
        let joined_at = guild.members.get(&bot).map_or(0, |bot| bot.joined_at);
        let mut json = Self::guild_json(guild);
        merge(
            &mut json,
            json!({
                "joined_at": format_timestamp(joined_at),
                "large": false,
                "unavailable": false,
                "member_count": guild.members.len(),
                "voice_states": [], "presences": [], "stage_instances": [],
                "guild_scheduled_events": [], "soundboard_sounds": [],
                "members": members.collect::<Vec<_>>(),
                "channels": inside(false),
                "threads": inside(true),
            }),
        );
        json
    }

    /// A message object; attachment URLs start with `origin`.
    pub(super) fn message_json(&self, message: &ChannelMessage, origin: &str) -> Value {
        let people = message.mentions.iter();
        let people: Vec<Value> = people.map(|id| self.user_json(*id)).collect();
        let files = message.attachments.iter().filter(|file| !file.is_embedded);
        let files: Vec<Value> = files
            .map(|file| attachment(file, message, origin))
            .collect();
        let roles: Vec<IdString> = message.pinged.roles.iter().copied().map(IdString).collect();
        let mut json = json!({
            "id": IdString(message.id),
            "channel_id": IdString(message.channel),
            "type": message.kind,
            "author": self.user_json(message.author),
            "content": message.content,
            "timestamp": format_timestamp(message.sent_at),
            "edited_timestamp": message.edited_at.map(format_timestamp),
            "flags": message.flags,
            "tts": false,
            "pinned": message.is_pinned,
            "mention_everyone": message.pinged.everyone,
            "mentions": people,
            "mention_roles": roles,
            "attachments": files,
            "embeds": message.embeds,
            "components": message.components,
        });
        if let Some(nonce) = &message.nonce {
            json["nonce"] = nonce.clone();
        }
        if let Some(interaction_metadata) = &message.interaction_metadata {
            let application = IdString(self.application);
            json["application_id"] = json!(application);
            json["webhook_id"] = json!(application);
            if let Some(command) = &interaction_metadata.command {
                json["interaction"] = json!({
                    "id": IdString(interaction_metadata.id), "type": interaction_metadata.kind, "name": command,
                    "user": self.user_json(interaction_metadata.user),
                });
            }
            json["interaction_metadata"] = self.interaction_metadata_json(interaction_metadata);
        }
        if let Some(reference) = message.reference {
            let guild = self.channels.get(&message.channel).and_then(|c| c.guild);
            let mut place = json!({ "type": 0 });
            if let Some(guild) = guild {
                place["guild_id"] = json!(IdString(guild));
            }
            if message.kind == THREAD_CREATED {
                place["channel_id"] = json!(IdString(reference));
            } else {
                place["channel_id"] = json!(IdString(message.channel));
                place["message_id"] = json!(IdString(reference));
                let original = self.message(message.channel, reference);
                // A reply contains the message it refers to, but not that message's own reference.
                json["referenced_message"] = original.map_or(Value::Null, |original| {
                    let original = ChannelMessage {
                        reference: None,
                        ..original.clone()
                    };
                    self.message_json(&original, origin)
                });
            }
            json["message_reference"] = place;
        }
        // The id of a thread is that of the message it was started from.
        let thread = self.channels.get(&message.id);
        if let Some(thread) = thread.filter(|thread| thread.parent == Some(message.channel)) {
            json["thread"] = self.channel_json(thread);
        }
        json
    }

    /// An interaction metadata object.
    fn interaction_metadata_json(&self, interaction_metadata: &InteractionMetadata) -> Value {
        let mut json = json!({
            "id": IdString(interaction_metadata.id),
            "type": interaction_metadata.kind,
            "user": self.user_json(interaction_metadata.user),
            "authorizing_integration_owners": owners(&interaction_metadata.owners),
        });
        match (
            &interaction_metadata.opened_by,
            interaction_metadata.message,
        ) {
            (Some(opened_by), _) => {
                json["triggering_interaction_metadata"] = self.interaction_metadata_json(opened_by);
            }
            (None, Some(pressed)) => json["interacted_message_id"] = json!(IdString(pressed)),
            (None, None) => {}
        }
        json
    }

    /// An application command object.
    pub(super) fn command_json(&self, command: &ApplicationCommand) -> Value {
        let mut json = command.definition.clone();
        let defaults = json!({
            "type": 1, "description": "", "default_member_permissions": null, "nsfw": false,
            "name_localizations": null, "description_localizations": null,
            "dm_permission": true, "integration_types": [0], "contexts": null,
        });
        for (name, value) in defaults.as_object().into_iter().flatten() {
            let is_missing = json.get(name).is_none_or(Value::is_null);
            if is_missing {
                json[name] = value.clone();
            }
        }
        merge(
            &mut json,
            json!({
                "id": IdString(command.id),
                "application_id": IdString(self.application),
                "version": IdString(command.version),
            }),
        );
        if let Some(guild) = command.guild {
            json["guild_id"] = json!(IdString(guild));
            let object = json
                .as_object_mut()
                .expect("a command definition is a JSON object");
            for name in ["contexts", "integration_types"] {
                object.remove(name);
            }
        }
        json
    }
}

/// The `authorizing_integration_owners` of an interaction.
pub(super) fn owners(owners: &BTreeMap<u8, Id>) -> Value {
    let owners = owners
        .iter()
        .map(|(kind, id)| (kind.to_string(), json!(IdString(*id))));
    Value::Object(owners.collect())
}

/// An attachment object.
pub(super) fn attachment(file: &Attachment, message: &ChannelMessage, origin: &str) -> Value {
    let url = url(file, message.channel, origin);
    let mut json = json!({
        "id": IdString(file.id),
        "filename": file.filename,
        "size": file.size,
        "url": url,
        "proxy_url": url,
        "content_type": file.content_type,
    });
    if let Some(description) = &file.description {
        json["description"] = json!(description);
    }
    if let Some((width, height)) = file.dimensions {
        json["width"] = json!(width);
        json["height"] = json!(height);
    }
    if message.ephemeral_for.is_some() {
        json["ephemeral"] = json!(true);
    }
    json
}

/// The URL of an attachment.
pub(super) fn url(file: &Attachment, channel: Id, origin: &str) -> String {
    format!(
        "{origin}/attachments/{channel}/{}/{}",
        file.id, file.filename
    )
}

/// Permissions as Discord serialises them: a decimal string.
pub(super) fn permissions(permissions: Permissions) -> Value {
    json!(permissions.0.to_string())
}

/// A role object.
pub(super) fn role_json(role: &GuildRole, position: usize) -> Value {
    json!({
        "id": IdString(role.id),
        "name": role.name,
        "color": role.color,
        "colors": { "primary_color": role.color, "secondary_color": null, "tertiary_color": null },
        "permissions": permissions(role.permissions),
        "position": position,
        "hoist": false,
        "managed": false,
        "mentionable": false,
        "icon": null,
        "unicode_emoji": null,
        "flags": 0,
    })
}
