import type { Tables } from './rows.ts';

/** The studio that this station has joined; see `migrations`. */
export const membershipTable = `
  -- the shared studio that this station has joined, even if the station's file is lost; empty for a station that works
  -- alone
  CREATE TABLE membership (
    studio TEXT NOT NULL             -- its name
  ) STRICT;
`;

/** The ids of this station in studios; see `migrations`. */
export const stationIdTable = `
  -- the id of this station in each studio that it has joined or tried to join, by which the studio knows it again
  CREATE TABLE station_ids (
    studio TEXT PRIMARY KEY,         -- id of the studio
    station TEXT NOT NULL
  ) STRICT;
`;

/** Whether the station has joined a shared studio. If it has, the station's file beside the ledger must exist. */
export interface MembershipRepository {
  /** Returns the name of the studio; null outside a shared studio. */
  studio(): string | null;
  join(studio: string): void;
  leave(): void;
  /** Returns the id that this station had in a studio; null if it never joined that studio. */
  stationIn(studioId: string): string | null;
  /** Remembers the id of this station in a studio, also after the station has left. */
  remember(studioId: string, station: string): void;
}

export function membershipRepository(db: Tables): MembershipRepository {
  const studio = () => db.value<string>('SELECT studio FROM membership') ?? null;
  const leave = () => void db.run('DELETE FROM membership');
  return {
    studio,
    join: (name) =>
      db.transaction(() => {
        if (studio() === name) return;
        leave();
        db.run('INSERT INTO membership (studio) VALUES (?)', name);
      }),
    leave,
    stationIn: (studioId) =>
      db.value<string>('SELECT station FROM station_ids WHERE studio = ?', studioId) ?? null,
    remember: (studioId, station) =>
      void db.run(
        `INSERT INTO station_ids (studio, station) VALUES (?, ?)
         ON CONFLICT DO UPDATE SET station = excluded.station`,
        studioId,
        station,
      ),
  };
}
