//! Locks on rows, for decisions that depend on more than one of them.
//!
//! On PostgreSQL other transactions write at the same time. One that reads, decides and writes (a limit, the
//! next state of a plan) locks the row that the decision is about first, and reads afterwards: until it
//! ends, others that decide about the same wait, and nobody else does. On SQLite there is one writer at a
//! time, and these do nothing.
//!
//! They are taken in the order player, tournament, game, challenge, standing challenge, ladder, and several of a kind in the order of their ids. Where
//! that is not possible, PostgreSQL notices transactions that wait for each other and stops one of them,
//! which is then [tried again](crate::store::StoreError::Contended).

use crate::model::{GameId, PlayerId, ServerId, TournamentId};
use crate::store::dialect::{Sql, execute, fetch_optional_scalar};
use crate::store::{Connection, StoreError, Transaction};

impl Connection {
    fn is_sqlite(&mut self) -> bool {
        matches!(self.sql(), Sql::Sqlite(_))
    }
}

impl Transaction {
    /// Locks what is decided about these players: their challenges, games, vacations, settings and private
    /// things. A player who has no row yet gets one.
    pub async fn lock_players(&mut self, players: &[PlayerId]) -> Result<(), StoreError> {
        if self.is_sqlite() {
            return Ok(());
        }
        let mut players = players.to_vec();
        players.sort_unstable();
        players.dedup();
        for player in players {
            execute!(
                self,
                "INSERT INTO players (id, settings) VALUES ($1, '')
                 ON CONFLICT (id) DO UPDATE SET id = excluded.id",
                player
            )?;
        }
        Ok(())
    }

    /// Locks what is decided about a server's settings.
    pub async fn lock_server(&mut self, server: ServerId) -> Result<(), StoreError> {
        if self.is_sqlite() {
            return Ok(());
        }
        execute!(
            self,
            "INSERT INTO servers (id, settings) VALUES ($1, '{}')
             ON CONFLICT (id) DO UPDATE SET id = excluded.id",
            server
        )?;
        Ok(())
    }

    /// Locks what is decided about a tournament: its entrants, events, rounds and games.
    pub async fn lock_tournament(&mut self, tournament: TournamentId) -> Result<(), StoreError> {
        if self.is_sqlite() {
            return Ok(());
        }
        fetch_optional_scalar!(
            self,
            sqlite: "SELECT id FROM tournaments WHERE id = $1",
            postgres: "SELECT id FROM tournaments WHERE id = $1 FOR NO KEY UPDATE",
            tournament
        )?;
        Ok(())
    }

    /// Locks what is decided about a game: its events, plans, drafts and followers.
    pub async fn lock_game(&mut self, game: GameId) -> Result<(), StoreError> {
        if self.is_sqlite() {
            return Ok(());
        }
        fetch_optional_scalar!(
            self,
            sqlite: "SELECT id FROM games WHERE id = $1",
            postgres: "SELECT id FROM games WHERE id = $1 FOR NO KEY UPDATE",
            game
        )?;
        Ok(())
    }

    /// Locks what is decided about a challenge.
    pub async fn lock_challenge(&mut self, challenge: GameId) -> Result<(), StoreError> {
        if self.is_sqlite() {
            return Ok(());
        }
        fetch_optional_scalar!(
            self,
            sqlite: "SELECT id FROM challenges WHERE id = $1",
            postgres: "SELECT id FROM challenges WHERE id = $1 FOR NO KEY UPDATE",
            challenge
        )?;
        Ok(())
    }

    /// Locks whether a standing challenge is offered.
    pub async fn lock_standing(&mut self, standing: GameId) -> Result<(), StoreError> {
        if self.is_sqlite() {
            return Ok(());
        }
        fetch_optional_scalar!(
            self,
            sqlite: "SELECT id FROM standing WHERE id = $1",
            postgres: "SELECT id FROM standing WHERE id = $1 FOR NO KEY UPDATE",
            standing
        )?;
        Ok(())
    }

    /// Locks what is decided about the ladder of a server.
    pub async fn lock_ladder(&mut self, server: ServerId) -> Result<(), StoreError> {
        if self.is_sqlite() {
            return Ok(());
        }
        fetch_optional_scalar!(
            self,
            sqlite: "SELECT server FROM ladders WHERE server = $1",
            postgres: "SELECT server FROM ladders WHERE server = $1 FOR NO KEY UPDATE",
            server
        )?;
        Ok(())
    }

    /// Locks a player's vacations.
    pub async fn lock_vacations(&mut self, player: PlayerId) -> Result<(), StoreError> {
        if self.is_sqlite() {
            return Ok(());
        }
        execute!(
            self,
            "UPDATE vacations SET phase = phase WHERE player = $1",
            player
        )?;
        Ok(())
    }
}
