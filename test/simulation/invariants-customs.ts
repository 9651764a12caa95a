import type { Ledger } from '#electron/adapters/ledger/open.ts';
import type { CreationRow } from '#electron/adapters/ledger/own-creations.ts';
import type { Database } from '#electron/adapters/ledger/sqlite.ts';
import type { Custom } from './customs.ts';
import type { Account } from './people.ts';
import type { Made, Roster } from './roster.ts';
import type { CustomWatch } from './watch-customs.ts';

export interface CustomEvidence {
  readonly shelf: Database;
  readonly roster: Roster;
  readonly customs: readonly Custom[];
  readonly account: Account;
  readonly customWatch: CustomWatch;
}

type Books = Pick<Ledger, 'creations' | 'own'>;

/** Every promise about custom models and scenes that was broken: never two, never lost. */
export function customBreaches(books: Books, evidence: CustomEvidence): string[] {
  const rows = creationsIn(books, evidence.shelf);
  const claimed = rows.flatMap(({ kind, serviceId }) =>
    serviceId ? [`${kind} ${serviceId}`] : [],
  );
  const twice = claimed.filter((id, at) => claimed.indexOf(id) !== at);
  return [
    ...twice.map((id) => `${id} is what two creations have become`),
    ...evidence.customs.flatMap((custom) => {
      const own = rows.filter(({ photos }) => photos[0]?.path === custom.photos[0]?.path);
      return breachesOf(books, custom, own, evidence).map((what) => `${custom.who}: ${what}`);
    }),
  ];
}

/** Whether the ledger knows all that the account lists, which a later look through it may take. */
export function isToldOfAccount({ own }: Books, { roster }: CustomEvidence, now: number): boolean {
  return roster.books.every(
    ({ kind, id, listedAt }) => listedAt > now || own.get(kind, id) !== undefined,
  );
}

function creationsIn({ creations }: Books, shelf: Database): CreationRow[] {
  const ids = shelf.all<{ id: number }>('SELECT id FROM own_creations ORDER BY id');
  return ids.flatMap(({ id }) => creations.get(id) ?? []);
}

function breachesOf(
  { own }: Books,
  { who }: Custom,
  rows: readonly CreationRow[],
  { roster, account, customWatch }: CustomEvidence,
): string[] {
  const [row] = rows;
  if (row === undefined) return account.admitted.has(who) ? ['was acknowledged and is gone'] : [];
  const made = roster.books.filter((one) => one.who === who);
  const known = made.filter(({ kind, id }) => own.get(kind, id) !== undefined);
  const asked = account.askedFor.get(who) ?? 0;
  return [
    ...(rows.length > 1 ? [`is in the ledger ${rows.length} times`] : []),
    ...ofNumber(made, asked),
    ...ofEnd(row, made, customWatch.isTooSoon(who)),
    // what is tried again is uploaded anew, so that an earlier request is found as one of the account
    ...(asked === 0 ? ofLate(row, known) : []),
  ];
}

/** What was made is the creation's, however late it was. */
function ofLate({ state }: CreationRow, known: readonly Made[]): string[] {
  return state === 'stopped' && known.length > 0 ? ['is stopped, and the account holds it'] : [];
}

/** Never two. */
function ofNumber(made: readonly Made[], asked: number): string[] {
  const { length } = made.filter(({ isEcho }) => !isEcho);
  return length > 1 + asked ? [`made ${length} times; 1 + ${asked} asked for`] : [];
}

/** Never lost: created, or stopped with a reason that is true. */
function ofEnd(row: CreationRow, made: readonly Made[], isTooSoon: boolean): string[] {
  const { state, problem, serviceId } = row;
  if (problem?.code === 'internal') return [problem.message];
  switch (state) {
    case 'preparing':
    case 'sending':
    case 'doubt':
      return [`has not ended: ${state}, ${problem?.code ?? 'no problem'}`];
    case 'created':
      return made.some(({ id }) => id === serviceId)
        ? []
        : [`has become ${serviceId}, which was not made for it`];
    case 'stopped':
      if (problem === null) return ['is stopped without a reason'];
      return isTooSoon ? ['was given up before the account was listed often enough'] : [];
    case 'away':
      return [];
  }
}
