import type { Tables } from './rows.ts';

/** The studio that this station has joined; see `migrations`. */
export const membershipTable = `
  -- the shared studio that this station has joined, even if the station's file is lost; empty for a station that works
  -- alone
  CREATE TABLE membership (
    studio TEXT NOT NULL             -- its name
  ) STRICT;
`;

/** Whether the station has joined a shared studio. If it has, the station's file beside the ledger must exist. */
export interface MembershipRepository {
  /** Returns the name of the studio; null for a station that works alone. */
  studio(): string | null;
  join(studio: string): void;
  leave(): void;
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
  };
}
