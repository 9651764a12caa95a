import type { Ledger } from '#electron/adapters/ledger/open.ts';
import type { CreationRow } from '#electron/adapters/ledger/creations.ts';
import type { Database } from '#electron/adapters/ledger/sqlite.ts';
import type { Custom } from './customs.ts';
import type { Account } from './people.ts';
import type { CustomModelRecord, Roster } from './roster.ts';
import type { CustomWatch } from './watch-customs.ts';

export interface CustomEvidence {
  readonly shelf: Database;
  readonly roster: Roster;
  readonly customs: readonly Custom[];
  readonly account: Account;
  readonly customWatch: CustomWatch;
}

type CustomModelLedger = Pick<Ledger, 'creations' | 'customModels'>;

/** Returns all broken promises about custom models and scenes: nothing is created twice, and nothing is lost. */
export function customBreaches(records: CustomModelLedger, evidence: CustomEvidence): string[] {
  const rows = creationsIn(records, evidence.shelf);
  const claimed = rows.flatMap(({ kind, serviceId }) =>
    serviceId ? [`${kind} ${serviceId}`] : [],
  );
  const twice = claimed.filter((id, at) => claimed.indexOf(id) !== at);
  return [
    ...twice.map((id) => `${id} belongs to two creations`),
    ...evidence.customs.flatMap((custom) => {
      const customModels = rows.filter(({ photos }) => photos[0]?.path === custom.photos[0]?.path);
      return breachesOf(records, custom, customModels, evidence).map(
        (what) => `${custom.who}: ${what}`,
      );
    }),
  ];
}

/**
 * Checks whether the ledger contains everything that the account lists, including photos. If something is
 * missing, a later search of the account or a later query may still add it.
 */
export function isToldOfAccount(
  { customModels }: CustomModelLedger,
  { roster }: CustomEvidence,
  now: number,
): boolean {
  return roster.records.every(
    ({ kind, id, listedAt }) =>
      listedAt > now || (customModels.get(kind, id)?.images ?? null) !== null,
  );
}

function creationsIn({ creations }: CustomModelLedger, shelf: Database): CreationRow[] {
  const ids = shelf.all<{ id: number }>('SELECT id FROM own_creations ORDER BY id');
  return ids.flatMap(({ id }) => creations.get(id) ?? []);
}

function breachesOf(
  { customModels }: CustomModelLedger,
  { who }: Custom,
  rows: readonly CreationRow[],
  { roster, account, customWatch }: CustomEvidence,
): string[] {
  const [row] = rows;
  if (row === undefined)
    return account.admitted.has(who) ? ['was acknowledged but is missing'] : [];
  const made = roster.records.filter((one) => one.who === who);
  const known = made.filter(({ kind, id }) => customModels.get(kind, id) !== undefined);
  const asked = account.askedFor.get(who) ?? 0;
  return [
    ...(rows.length > 1 ? [`is in the ledger ${rows.length} times`] : []),
    ...ofNumber(made, asked),
    ...ofEnd(row, made, customWatch.isTooSoon(who)),
    // not checked after a retry: it uploads the photos again, so a search of the account may later find what an
    // earlier request has created
    ...(asked === 0 ? ofLate(row, known) : []),
  ];
}

/** Checks that the account has no entry for a stopped creation, even if the entry appears late. */
function ofLate({ state }: CreationRow, known: readonly CustomModelRecord[]): string[] {
  return state === 'stopped' && known.length > 0 ? ['is stopped, but the account contains it'] : [];
}

/** Checks that nothing was created twice. */
function ofNumber(made: readonly CustomModelRecord[], asked: number): string[] {
  const { length } = made.filter(({ isEcho }) => !isEcho);
  return length > 1 + asked ? [`made ${length} times; 1 + ${asked} requested`] : [];
}

/** Checks that each creation has ended: it was created, or it was stopped with a correct reason. */
function ofEnd(row: CreationRow, made: readonly CustomModelRecord[], isTooSoon: boolean): string[] {
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
        : [`is linked to ${serviceId}, which was not created for it`];
    case 'stopped':
      if (problem === null) return ['is stopped without a reason'];
      return isTooSoon ? ['was given up before the account was listed often enough'] : [];
    case 'away':
      return [];
  }
}
