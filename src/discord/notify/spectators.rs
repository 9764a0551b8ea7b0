//! Notifications for spectators: moves for followers, results for a guild's channel.

use hexpost_engine::side::Side;
use hexpost_render::theme::Theme;

use crate::app::access::Viewer;
use crate::app::game::state::Game;
use crate::app::people::settings::{Language, PlayerSettings};
use crate::app::{AppError, Outgoing};
use crate::discord::custom_id::action::FollowAction;
use crate::discord::i18n::Locale;
use crate::discord::notify::destination::Destination;
use crate::discord::notify::notification::Notification;
use crate::discord::notify::worker::DeliveryWorker;
use crate::discord::rest::client::DeliveryError;
use crate::discord::view::board::BoardView;
use crate::discord::view::components::{self, key};
use crate::discord::view::game_summary;
use crate::discord::view::message::{ActionRow, ButtonStyle, Message};
use crate::discord::view::reader::Reader;
use crate::model::{ChannelId, Seq};

impl DeliveryWorker {
    /// Sends a follower the latest move as a direct message, at most one for each move; nothing if
    /// the player no longer follows or a later move is on its way.
    pub(crate) async fn tell_follower(
        &self,
        outgoing: &Outgoing,
        game: &Game,
        of: Seq,
    ) -> Result<(), AppError> {
        let (app, now) = (&self.ctx.app, self.ctx.now());
        let Some(player) = outgoing.player else {
            return app.sent(&outgoing.nonce, now).await;
        };
        let follows = app.following(player, outgoing.game).await?;
        // A resignation may overtake the last board: the end is told once.
        let end = game.row.status.end.as_ref();
        let is_overtaken = end.is_some_and(|end| outgoing.made_at < end.at);
        if follows != Some(true) || game.position_seq() != of || is_overtaken {
            return app.sent(&outgoing.nonce, now).await;
        }
        // A follower who can no longer see the channel is not told.
        let viewer = Viewer::direct(player);
        let channels = &self.ctx.channels;
        if !app.is_game_visible(&viewer, channels, &game.row).await? {
            return app.sent(&outgoing.nonce, now).await;
        }
        let reader = self.ctx.reader_of(player).await?;
        let locale = reader.locale;
        let mut lines = self.headline(game, &reader, "follow-headline").await?;
        lines.extend(self.place_of(game).await?);
        let id = outgoing.game;
        let look = key(
            &components::show_board(id),
            locale.text("key-board", &[]),
            ButtonStyle::Primary,
        );
        let keys = vec![
            look,
            components::follow_button(locale, FollowAction::Unfollow, id),
        ];
        let told = Notification {
            reply: Message {
                content: lines.join("\n"),
                picture: None,
                rows: vec![ActionRow::Buttons(keys)],
            },
            board: Seq::START,
            ping: None,
            what: None,
            animation: None,
        };
        self.say_aside(outgoing, &Destination::Direct(player), &told)
            .await
    }

    /// Posts a result in the channel that the guild has chosen for results.
    pub(crate) async fn announce(&self, outgoing: &Outgoing, game: &Game) -> Result<(), AppError> {
        let (app, now) = (&self.ctx.app, self.ctx.now());
        let Some(channel) = self.results_channel(game).await? else {
            return app.sent(&outgoing.nonce, now).await;
        };
        // A game in a private channel is not announced to everyone.
        if let Some(server) = game.row.server {
            let viewer = Viewer::everyone(server, channel);
            let channels = &self.ctx.channels;
            if !app.is_game_visible(&viewer, channels, &game.row).await? {
                return app.sent(&outgoing.nonce, now).await;
            }
        }
        let locale = self.ctx.public_locale(game.row.server).await?;
        let reader = Reader {
            locale: locale.unwrap_or_else(|| Locale::of(Language::English)),
            settings: PlayerSettings::default(),
            usual_theme: Theme::default(),
        };
        let mut lines = self.headline(game, &reader, "result-headline").await?;
        lines.extend(self.place_of(game).await?);
        let told = Notification {
            reply: Message::text(lines.join("\n")),
            board: Seq::START,
            ping: None,
            what: None,
            animation: None,
        };
        self.say_aside(outgoing, &Destination::Channel(channel), &told)
            .await
    }

    async fn results_channel(&self, game: &Game) -> Result<Option<ChannelId>, AppError> {
        let Some(server) = game.row.server else {
            return Ok(None);
        };
        if self.ctx.app.has_left(server).await? {
            return Ok(None);
        }
        Ok(self.ctx.app.server_settings(server).await?.results)
    }

    /// The players, the variant, and the last turn or the result.
    async fn headline(
        &self,
        game: &Game,
        reader: &Reader,
        said: &str,
    ) -> Result<Vec<String>, AppError> {
        let locale = reader.locale;
        let names = self.ctx.names_of(game, locale).await;
        let seen = BoardView::for_reader(reader, game, &names, false);
        let called = |side: Side| names[side].markdown();
        let mut lines = vec![locale.text(
            said,
            &[
                ("number", game.row.id.to_string().into()),
                ("variant", seen.variant().into()),
                ("first", called(Side::First).into()),
                ("second", called(Side::Second).into()),
            ],
        )];
        match game.record.ending() {
            Some(ending) => lines.push(format!("🏁 **{}**", seen.result(&ending, called))),
            None => lines.extend(seen.turn(game.record.turns().len())),
        }
        Ok(lines)
    }

    async fn place_of(&self, game: &Game) -> Result<Option<String>, AppError> {
        let place = game_summary::link(&self.ctx, &game.row).await?;
        Ok(Some(place).filter(|place| !place.is_empty()))
    }

    /// Sends to this destination or nowhere.
    pub(crate) async fn say_aside(
        &self,
        outgoing: &Outgoing,
        place: &Destination,
        told: &Notification,
    ) -> Result<(), AppError> {
        let (app, now) = (&self.ctx.app, self.ctx.now());
        match self.send(place, outgoing, told, &outgoing.nonce).await {
            Ok(_) => app.sent(&outgoing.nonce, now).await?,
            Err(DeliveryError::Later(wait)) => self.retry_later(outgoing, wait).await?,
            Err(
                DeliveryError::Closed
                | DeliveryError::NoAccess
                | DeliveryError::Lost
                | DeliveryError::Unknown,
            ) => {
                app.give_up(&outgoing.nonce, "not there", now).await?;
            }
            Err(DeliveryError::Never(why)) => {
                tracing::error!(
                    why,
                    nonce = outgoing.nonce,
                    "Discord rejected a notification; giving it up"
                );
                app.give_up(&outgoing.nonce, &why, now).await?;
            }
        }
        Ok(())
    }
}
