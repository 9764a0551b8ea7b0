//! Tournaments: the card that is kept up to date, the place where a tournament and its games are, and what is
//! announced there.

use std::collections::BTreeMap;
use std::time::Duration;

use hexpost_engine::side::Side;
use hexpost_tournament::{EntrantId, Points};
use serde_json::json;
use serenity::all::{
    ChannelId as Channel, GuildChannel, GuildId, MessageId, RoleId, Route, UserId,
};

use crate::app::game::state::Game;
use crate::app::notify::notice::Notice;
use crate::app::people::settings::{Language, ServerSettings};
use crate::app::tournament::{TournamentDivision, TournamentView};
use crate::app::{AppError, Outgoing, Refusal};
use crate::discord::custom_id::tournament::{OrganiserAction, TournamentAction};
use crate::discord::i18n::Locale;
use crate::discord::notify::destination::{ARCHIVE_AFTER, Destination, ThreadOutcome};
use crate::discord::notify::notification::Notification;
use crate::discord::notify::worker::{DeliveryWorker, PingMode};
use crate::discord::rest::client::{DeliveryError, snowflake};
use crate::discord::rest::error_code;
use crate::discord::view::format::{mention, moment};
use crate::discord::view::message::{ActionRow, ButtonStyle, Message};
use crate::discord::view::tournament::{
    TournamentCard, links_to, placed_games, player_in_words, round_in_words, title_of,
    tournament_key,
};
use crate::model::{ChannelId, LiveMessage, LiveSubject, PlayerId, TournamentId, TournamentState};

/// Discord's limit of a thread's name.
const MAX_TITLE: usize = 100;
/// How long a player's list of games waits for the places of the games.
const PATIENT: Duration = Duration::from_mins(1);

/// An announcement in words: the text, the buttons, and whom it pings.
struct Announcement {
    message: Message,
    ping: Option<PlayerId>,
}

impl DeliveryWorker {
    /// The card of a tournament; `None` if there is no such tournament any more.
    pub(crate) async fn tournament_card(
        &self,
        id: TournamentId,
    ) -> Result<Option<Message>, AppError> {
        let tournament = match self.ctx.app.tournament(id).await {
            Err(AppError::Refused(Refusal::UnknownTournament)) => return Ok(None),
            tournament => tournament?,
        };
        for player in tournament.entrants.iter().filter_map(|it| it.player) {
            self.ctx.names.of(player).await;
        }
        let server = Some(tournament.row.server);
        let theme = self.ctx.public_theme(server).await?;
        let locale = self.tournament_locale(&tournament).await?;
        let card = TournamentCard::load(&self.ctx, &tournament, locale, theme).await?;
        Ok(Some(card.message()))
    }

    async fn tournament_locale(
        &self,
        tournament: &TournamentView,
    ) -> Result<&'static Locale, AppError> {
        let locale = self.ctx.public_locale(Some(tournament.row.server)).await?;
        Ok(locale.unwrap_or_else(|| Locale::of(Language::English)))
    }

    /// Creates the post of a tournament in the server's forum, if it has one, before the card is first posted; true
    /// if the card belongs there from now on.
    pub(crate) async fn begin_tournament_post(&self, live: &LiveMessage) -> Result<bool, AppError> {
        let LiveSubject::Tournament(id) = live.subject else {
            return Ok(false);
        };
        let app = &self.ctx.app;
        let tournament = app.tournament(id).await?;
        let row = &tournament.row;
        let settings = app.server_settings(row.server).await?;
        let forum = settings.forum.and_then(|forum| snowflake(forum.0));
        let (Some(forum), None, None) = (forum, row.thread, live.message) else {
            return Ok(false);
        };
        if self.ctx.is_thread(row.channel).await {
            return Ok(false);
        }
        let name = self.tournament_title(&tournament).await?;
        let post = json!({
            "name": name,
            "auto_archive_duration": ARCHIVE_AFTER,
            "message": {
                "content": format!("**{}**", title_of(row).markdown()),
                "allowed_mentions": { "parse": [] },
            },
        });
        let route = Route::ChannelForumPosts {
            channel_id: Channel::new(forum),
        };
        let begun = match self.find_thread(row.server.0, forum, &name).await? {
            Some(found) => Some(found),
            None => match self.rest.ask::<GuildChannel>(route, Some(&post)).await {
                Ok(post) => Some(ChannelId(post.id.get() as i64)),
                Err(stop) => {
                    tracing::info!(%stop, tournament = id.0, "failed to create the forum post of a tournament; it stays in its channel");
                    None
                }
            },
        };
        let Some(post) = begun else {
            return Ok(false);
        };
        app.set_tournament_thread(id, Some(post)).await?;
        app.move_tournament_card(id, post, self.ctx.now()).await?;
        Ok(true)
    }

    /// The name of a tournament's thread or post.
    async fn tournament_title(&self, tournament: &TournamentView) -> Result<String, AppError> {
        let locale = self.tournament_locale(tournament).await?;
        let row = &tournament.row;
        let name = ("name", title_of(row).short(MAX_TITLE / 2).into());
        let title = locale.text("tournament-thread", &[name]);
        let name = format!("{title} #{}", row.id);
        Ok(name.chars().take(MAX_TITLE).collect())
    }

    /// A thread of a channel that was begun before a restart and belongs to no game.
    async fn find_thread(
        &self,
        guild: i64,
        parent: u64,
        name: &str,
    ) -> Result<Option<ChannelId>, AppError> {
        match snowflake(guild) {
            Some(guild) => self.find_post(guild, parent, name).await,
            None => Ok(None),
        }
    }

    /// The place of a tournament: its post or thread, which is begun from the card with the first game, or its
    /// channel.
    async fn tournament_place(&self, tournament: &TournamentView) -> Result<ChannelId, AppError> {
        let (app, row) = (&self.ctx.app, &tournament.row);
        if let Some(thread) = row.thread {
            return Ok(thread);
        }
        let settings = app.server_settings(row.server).await?;
        if !settings.threads || self.ctx.is_thread(row.channel).await {
            return Ok(row.channel);
        }
        let card = app.live_message(LiveSubject::Tournament(row.id)).await?;
        let card = card.and_then(|card| Some((snowflake(card.channel.0)?, card.message?)));
        let Some((channel, message)) = card else {
            return Ok(row.channel);
        };
        let Some(message) = snowflake(message) else {
            return Ok(row.channel);
        };
        let _held = self.tournament_threads.lock().await;
        if let Some(thread) = app.tournament(row.id).await?.row.thread {
            return Ok(thread);
        }
        let name = self.tournament_title(tournament).await?;
        let form = json!({ "name": name, "auto_archive_duration": ARCHIVE_AFTER });
        let route = Route::ChannelMessageThreads {
            channel_id: Channel::new(channel),
            message_id: MessageId::new(message),
        };
        self.rest.await_thread_turn().await;
        let thread = match self.rest.ask::<GuildChannel>(route, Some(&form)).await {
            Ok(thread) => ChannelId(thread.id.get() as i64),
            // It was begun before; a thread has the id of its message.
            Err(stop) if stop.code() == Some(error_code::THREAD_ALREADY_CREATED) => {
                ChannelId(message as i64)
            }
            Err(stop) => {
                tracing::info!(%stop, tournament = row.id.0, "failed to create the thread of a tournament; announcements go to its channel");
                return Ok(row.channel);
            }
        };
        app.set_tournament_thread(row.id, Some(thread)).await?;
        Ok(thread)
    }

    /// Begins the thread of a tournament's game: a post in the server's forum, or a thread of the channel. Nobody is
    /// mentioned or added there, and the threads of a round are begun one after another. If there are too many
    /// active threads, the game is played where the tournament is.
    pub(crate) async fn begin_tournament_game(
        &self,
        game: &Game,
        id: TournamentId,
        settings: &ServerSettings,
        is_again: bool,
    ) -> Result<ThreadOutcome, AppError> {
        let tournament = self.ctx.app.tournament(id).await?;
        self.tournament_place(&tournament).await?;
        let row = &tournament.row;
        self.rest.await_thread_turn().await;
        let mut begun = ThreadOutcome::Never;
        if let Some(forum) = settings.forum {
            begun = self.begin_post(game, row.server, forum, is_again).await?;
        }
        let channel = snowflake(row.channel.0).filter(|_| settings.threads);
        if let (ThreadOutcome::Never, Some(channel)) = (begun, channel)
            && !self.ctx.is_thread(row.channel).await
        {
            begun = self
                .begin_bare_thread(game, row.server.0, channel, is_again)
                .await?;
        }
        if let ThreadOutcome::There(thread) = begun {
            self.ctx.app.set_thread(game.row.id, thread).await?;
        }
        Ok(begun)
    }

    /// Begins a thread without a message.
    async fn begin_bare_thread(
        &self,
        game: &Game,
        guild: i64,
        channel: u64,
        is_again: bool,
    ) -> Result<ThreadOutcome, AppError> {
        /// Discord's type of public threads.
        const PUBLIC_THREAD: u8 = 11;
        let name = self.title(game).await?;
        if is_again && let Some(found) = self.find_thread(guild, channel, &name).await? {
            return Ok(ThreadOutcome::There(found));
        }
        let form = json!({
            "name": name, "type": PUBLIC_THREAD, "auto_archive_duration": ARCHIVE_AFTER,
        });
        let route = Route::ChannelThreads {
            channel_id: Channel::new(channel),
        };
        let begun = match self.rest.ask::<GuildChannel>(route, Some(&form)).await {
            Ok(thread) => ThreadOutcome::There(ChannelId(thread.id.get() as i64)),
            Err(stop) => ThreadOutcome::not(stop),
        };
        // The response may have been lost although the thread was begun.
        if let ThreadOutcome::Later(_) = begun
            && let Some(found) = self.find_thread(guild, channel, &name).await?
        {
            return Ok(ThreadOutcome::There(found));
        }
        Ok(begun)
    }

    /// Where a tournament's game without a thread of its own is played.
    pub(crate) async fn place_without_thread(
        &self,
        game: &Game,
    ) -> Result<Option<ChannelId>, AppError> {
        match game.row.tournament {
            Some(id) => Ok(self.ctx.app.tournament(id).await?.row.thread),
            None => Ok(None),
        }
    }

    /// Announces something about a tournament.
    pub(crate) async fn tell_tournament(
        &self,
        outgoing: &Outgoing,
        id: TournamentId,
    ) -> Result<(), AppError> {
        let (app, now) = (&self.ctx.app, self.ctx.now());
        let tournament = match app.tournament(id).await {
            Err(AppError::Refused(Refusal::UnknownTournament)) => {
                return app.sent(&outgoing.nonce, now).await;
            }
            tournament => tournament?,
        };
        let row = &tournament.row;
        if app.has_left(row.server).await? {
            return app.sent(&outgoing.nonce, now).await;
        }
        if self.waits_for_places(outgoing, &tournament).await? {
            return self.retry_later(outgoing, None).await;
        }
        let place = self.tournament_place(&tournament).await?;
        if let Notice::TournamentFinished { .. } = outgoing.notice {
            self.honour_winners(&tournament).await?;
        }
        // What only the organiser has to do is not said where everyone reads it.
        let is_aside = matches!(outgoing.notice, Notice::RoundOverdue { .. });
        if let Some(player) = outgoing.player
            && (is_aside || self.ping_mode(outgoing, Some(player)).await? == PingMode::Direct)
        {
            let locale = self.ctx.reader_of(player).await?.locale;
            let Some(told) = self.announcement(outgoing, &tournament, locale).await? else {
                return app.sent(&outgoing.nonce, now).await;
            };
            let direct = Destination::Direct(player);
            let told = notification(told);
            match self.send(&direct, outgoing, &told, &outgoing.nonce).await {
                Ok(_) => return app.sent(&outgoing.nonce, now).await,
                Err(DeliveryError::Later(wait)) => return self.retry_later(outgoing, wait).await,
                // Then it is said where the tournament is.
                Err(trouble) => tracing::debug!(?trouble, "no direct message"),
            }
        }
        let locale = self.tournament_locale(&tournament).await?;
        let Some(mut told) = self.announcement(outgoing, &tournament, locale).await? else {
            return app.sent(&outgoing.nonce, now).await;
        };
        if told.ping.is_some() && self.ping_mode(outgoing, told.ping).await? == PingMode::Never {
            told.ping = None;
        }
        let place = Destination::Channel(place);
        self.say_aside(outgoing, &place, &notification(told)).await
    }

    /// Is a player's list of games to wait, because some of them have no place yet?
    async fn waits_for_places(
        &self,
        outgoing: &Outgoing,
        tournament: &TournamentView,
    ) -> Result<bool, AppError> {
        let (Notice::RoundBegan { .. }, Some(player)) = (&outgoing.notice, outgoing.player) else {
            return Ok(false);
        };
        if self.ctx.now() >= outgoing.made_at + PATIENT {
            return Ok(false);
        }
        for game in tournament.open_games_of(player) {
            let row = self.ctx.app.game_row(game).await?;
            let has_thread = row.is_some_and(|row| row.thread.is_some());
            if !has_thread && self.ctx.app.posted_messages(game).await?.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What is announced; `None` if it is out of date.
    async fn announcement(
        &self,
        outgoing: &Outgoing,
        tournament: &TournamentView,
        locale: &'static Locale,
    ) -> Result<Option<Announcement>, AppError> {
        let row = &tournament.row;
        let name = || ("name", title_of(row).into());
        let player = outgoing.player;
        let called = ("player", player.map_or_else(String::new, mention).into());
        let plain = |text: String| {
            Some(Announcement {
                message: Message::text(text),
                ping: player,
            })
        };
        Ok(match &outgoing.notice {
            Notice::RoundBegan { round, .. } => {
                let text = self
                    .games_of_round(tournament, locale, player, *round)
                    .await?;
                text.and_then(plain)
            }
            Notice::RoundResults { round, .. } => {
                let lines = results(locale, tournament, *round);
                let table = tournament_key(
                    locale,
                    TournamentAction::Table(row.id, 0),
                    "key-tournament-table",
                    ButtonStyle::Plain,
                );
                Some(Announcement {
                    message: Message {
                        content: lines.join("\n"),
                        picture: None,
                        rows: vec![ActionRow::Buttons(vec![table])],
                    },
                    ping: None,
                })
            }
            Notice::TournamentFinished { .. } => {
                let server = Some(row.server);
                let theme = self.ctx.public_theme(server).await?;
                let card = TournamentCard::load(&self.ctx, tournament, locale, theme).await?;
                let winner = card.winners().join("\n");
                let ended = [name(), ("winner", winner.into())];
                let mut lines = vec![locale.text("tournament-ended", &ended)];
                if !row.terms.format.is_at_once() {
                    // The results of the last round are told here.
                    lines.extend(results(locale, tournament, tournament.round()));
                }
                plain(lines.join("\n"))
            }
            Notice::TournamentCancelled { .. } => {
                plain(locale.text("tournament-cancel-done", &[name()]))
            }
            Notice::RoundOverdue { round, .. } => {
                if row.state != TournamentState::Running || tournament.round() != *round {
                    return Ok(None);
                }
                let action = TournamentAction::Organise(OrganiserAction::Games(0), row.id);
                let decide = tournament_key(
                    locale,
                    action,
                    "key-tournament-adjudicate",
                    ButtonStyle::Primary,
                );
                let round = ("round", round_in_words(locale, tournament, *round).into());
                let text = locale.text("tournament-overdue", &[called, name(), round]);
                Some(Announcement {
                    message: Message {
                        content: text,
                        picture: None,
                        rows: vec![ActionRow::Buttons(vec![decide])],
                    },
                    ping: player,
                })
            }
            Notice::SeatToChoose { round, board, .. } => {
                let keys = [
                    (Side::First, "tournament-seat-first"),
                    (Side::Second, "tournament-seat-second"),
                ];
                let keys = keys.map(|(seat, label)| {
                    let action = TournamentAction::ChooseSeat(row.id, *round, *board, seat);
                    tournament_key(locale, action, label, ButtonStyle::Primary)
                });
                Some(Announcement {
                    message: Message {
                        content: locale.text("tournament-seat-choice", &[called, name()]),
                        picture: None,
                        rows: vec![ActionRow::Buttons(keys.to_vec())],
                    },
                    ping: player,
                })
            }
            _ => None,
        })
    }

    /// The games of a player in a round, with links.
    async fn games_of_round(
        &self,
        tournament: &TournamentView,
        locale: &'static Locale,
        player: Option<PlayerId>,
        round: u16,
    ) -> Result<Option<String>, AppError> {
        let entrant = player.and_then(|player| tournament.entrant_of(player));
        let (Some(player), Some(entrant)) = (player, entrant) else {
            return Ok(None);
        };
        let who = entrant.number;
        let args = [
            ("player", mention(player).into()),
            ("name", title_of(&tournament.row).into()),
            ("round", round_in_words(locale, tournament, round).into()),
        ];
        let is_at_once = tournament.row.terms.format.is_at_once();
        let mut games = placed_games(tournament);
        games.retain(|game| {
            let is_own = game.counted.game.seat(who).is_some();
            is_own
                && game.counted.outcome().is_none()
                && (is_at_once || game.place.key.round == round)
        });
        if games.is_empty() {
            let has_bye = tournament.divisions.iter().any(|division| {
                let rounds = division.tournament.rounds().iter();
                let mut this = rounds.filter(|it| it.number == round);
                this.any(|it| it.byes.contains(&who))
            });
            return Ok(has_bye.then(|| locale.text("tournament-round-bye", &args)));
        }
        let begun: Vec<_> = games.iter().filter_map(|game| game.game).collect();
        let places = links_to(&self.ctx, &begun).await?;
        let mut lines = vec![locale.text("tournament-round-began", &args)];
        for game in &games {
            let other = game.counted.game.opponent(who);
            let other = other.map(|other| player_in_words(locale, tournament, other));
            let opponent = ("opponent", other.unwrap_or_default().into());
            let link = game.game.and_then(|id| places.get(&id)).cloned();
            lines.push(match link.filter(|link| !link.is_empty()) {
                Some(place) => {
                    let place = ("place", place.into());
                    locale.text("tournament-your-game", &[opponent, place])
                }
                // Its thread is still to be created.
                None if game.game.is_some() => {
                    locale.text("tournament-your-game-soon", &[opponent])
                }
                None => locale.text("tournament-your-game-later", &[opponent]),
            });
        }
        if let Some(deadline) = tournament.deadline() {
            let when = ("when", moment(deadline).into());
            lines.push(locale.text("tournament-your-deadline", &[when]));
        }
        Ok(Some(lines.join("\n")))
    }

    /// Gives the winners the role that the server has chosen for them. Where the bot may not do that, they have
    /// won all the same.
    async fn honour_winners(&self, tournament: &TournamentView) -> Result<(), AppError> {
        let row = &tournament.row;
        let settings = self.ctx.app.server_settings(row.server).await?;
        let (Some(role), Some(guild)) = (settings.champion, snowflake(row.server.0)) else {
            return Ok(());
        };
        let Some(role_id) = snowflake(role.0) else {
            return Ok(());
        };
        let winners = tournament.divisions.iter().take(1);
        let winners = winners.flat_map(TournamentDivision::winners);
        for player in winners.filter_map(|who| tournament.player(who)) {
            let Some(user) = snowflake(player.0) else {
                continue;
            };
            let (guild, user) = (GuildId::new(guild), UserId::new(user));
            let given = self.rest.give_role(guild, user, RoleId::new(role_id));
            if let Err(error) = given.await {
                tracing::info!(%error, role = role.0, "failed to give a winner their role");
            }
        }
        Ok(())
    }
}

fn notification(told: Announcement) -> Notification {
    Notification {
        reply: told.message,
        ..Notification::text(String::new(), told.ping)
    }
}

/// The results of a round below a heading, one line for each pairing.
fn results(locale: &Locale, tournament: &TournamentView, round: u16) -> Vec<String> {
    let mut sums: BTreeMap<(usize, u16), [(EntrantId, Points); 2]> = BTreeMap::new();
    for game in placed_games(tournament) {
        let (place, planned) = (game.place, game.counted.game);
        if place.key.round != round {
            continue;
        }
        let entry = sums.entry((place.division, place.key.board));
        let pair = entry.or_insert([
            (planned.first, Points::ZERO),
            (planned.second, Points::ZERO),
        ]);
        for (who, points) in pair {
            *points += game.counted.points(*who).unwrap_or_default();
        }
    }
    let line = |[(first, one), (second, other)]: &[(EntrantId, Points); 2]| {
        let args = [
            ("first", player_in_words(locale, tournament, *first).into()),
            (
                "second",
                player_in_words(locale, tournament, *second).into(),
            ),
            ("score", format!("{one} : {other}").into()),
        ];
        locale.text("tournament-result", &args)
    };
    let args = [
        ("name", title_of(&tournament.row).into()),
        ("round", round_in_words(locale, tournament, round).into()),
    ];
    let heading = locale.text("tournament-results", &args);
    [heading]
        .into_iter()
        .chain(sums.values().map(line))
        .collect()
}
