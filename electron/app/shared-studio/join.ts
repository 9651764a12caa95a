import { randomUUID } from 'node:crypto';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { originOf } from '../../adapters/ledger/owner.ts';
import { openSharedStudio } from '../../adapters/shared-studio/shared-studio.ts';
import {
  readJoinedFile,
  removeStationFile,
  writeStationFile,
} from '../../adapters/shared-studio/station-file.ts';
import type { DatabaseAccess } from '../../adapters/shared-studio/connection.ts';
import type { SharedStudio, StudioFacts } from '../../adapters/shared-studio/types.ts';
import { checkAccount, type StationAccount } from '../../engine/station/account.ts';
import { recordHistory } from '../../engine/station/exchange.ts';
import type { Access, PermittedDatabase } from '../access.ts';
import { ledgerOfService, serviceOf, type CommandSetup } from '../command-line/setup.ts';
import { withServiceLedger } from '../command-line/meant-ledger.ts';
import type { LedgerPlace, Session } from '../session/session.ts';
import { databaseAccess, type GivenDatabase } from './database.ts';

export interface StationDraft extends GivenDatabase {
  /** Name of this station for the others. */
  readonly name: string;
}

interface JoiningPlace extends LedgerPlace {
  /** Null without a key, and for the demo service. */
  readonly account: StationAccount | null;
}

type StudioAccess = Pick<Access, 'database' | 'studioNamed'>;

export interface JoinedStation {
  readonly studio: string;
  /** Number of earlier purchases that were recorded, so that no station buys them again. */
  readonly recorded: number;
}

/**
 * Makes this computer a station of a shared studio and records there what its ledger has bought. The ledger must not
 * be in use. Problems: managed-studio, studio-joined, studio-service, studio-account, studio-station, station-file, those of opening
 * the ledger and of the shared studio.
 */
export function joinSharedStudio(
  setup: CommandSetup,
  draft: StationDraft,
): Promise<Outcome<JoinedStation>> {
  return withServiceLedger(setup, async (ledger, folder) => {
    const meant = ledgerOfService(setup);
    if (!meant.ok) return meant;
    const service = originOf(meant.value.serviceUrl ?? null);
    // without a key, the station checks it as soon as it has one
    const account = serviceOf(setup);
    const place = { ledger, folder, service, account: account.ok ? account.value : null };
    return joinWith(place, setup.start.access, draft);
  });
}

/**
 * Joins a shared studio from the window; the window's own studio is closed in the meantime. Problems: those of
 * `joinSharedStudio`.
 */
export async function joinFromWindow(
  session: Pick<Session, 'reopen' | 'log' | 'access' | 'service' | 'keyFor'>,
  draft: StationDraft,
): Promise<Outcome<JoinedStation>> {
  if (draft.password !== null) session.log.hide(draft.password);
  const { url } = session.service();
  const key = url === null ? null : await session.keyFor(url);
  const account = url === null || key === null ? null : { url, key };
  return session.reopen((place) => joinWith({ ...place, account }, session.access, draft));
}

async function joinWith(
  place: JoiningPlace,
  policy: StudioAccess,
  { name, ...given }: StationDraft,
): Promise<Outcome<JoinedStation>> {
  const { ledger, folder } = place;
  const joined = readJoinedFile(folder, ledger.membership.studio());
  if (!joined.ok) return joined;
  if (joined.value !== null) return failure('studio-joined', { name: joined.value.studio });
  const read = databaseAccess(given);
  if (!read.ok) return read;
  const access = policy.database(read.value);
  if (!access.ok) return access;
  const facts = await withStudio(access.value, randomUUID(), (shared) =>
    checkStudio(place, shared),
  );
  if (!facts.ok) return facts;
  const allowed = policy.studioNamed(facts.value.name);
  if (!allowed.ok) return allowed;
  const meant = { ...access.value, name, studio: facts.value };
  const earlier = ledger.membership.stationIn(facts.value.id);
  for (const station of [...(earlier === null ? [] : [earlier]), randomUUID()]) {
    const joined = await joinAs(place, station, meant);
    // an earlier login of this computer may be gone
    if (joined !== 'other-login') return joined;
  }
  return failure('studio-station.other-login', { name }, { about: name });
}

/** Joins with this id; a studio that knows it gives the station back its earlier purchases. */
async function joinAs(
  { ledger, folder, account }: JoiningPlace,
  station: string,
  { name, studio, ...database }: PermittedDatabase & { name: string; studio: StudioFacts },
): Promise<Outcome<JoinedStation> | 'other-login'> {
  ledger.membership.remember(studio.id, station);
  const file = { format: 1, station, name, studio: studio.name, ...database } as const;
  // written first, because a station of a shared studio must never buy without the studio by mistake
  const written = await writeStationFile(folder, file);
  if (!written.ok) return written;
  const entered = await withStudio(database, station, (shared) =>
    enterWith(shared, { ledger, account, studio }, name),
  );
  if (!entered.ok || entered.value === 'other-login') {
    await removeStationFile(folder);
    return entered.ok ? 'other-login' : entered;
  }
  ledger.membership.join(studio.name);
  return success({ studio: studio.name, recorded: entered.value });
}

/** Runs `work` with a connection to a studio. Problems: those of `work`. */
async function withStudio<T>(
  database: DatabaseAccess,
  station: string,
  work: (shared: SharedStudio) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const shared = await openSharedStudio(database, station);
  try {
    return await work(shared);
  } finally {
    await shared.close();
  }
}

async function checkStudio(
  { service: own, account }: JoiningPlace,
  shared: SharedStudio,
): Promise<Outcome<StudioFacts>> {
  const version = await shared.check();
  if (!version.ok) return version;
  const facts = await shared.about();
  if (!facts.ok) return facts;
  const { name, service } = facts.value;
  if (service !== own) return failure('studio-service', { name, service, own });
  const known = await checkAccount(shared, facts.value, account);
  return known.ok ? facts : known;
}

async function enterWith(
  shared: SharedStudio,
  { ledger, account, studio }: Pick<JoiningPlace, 'ledger' | 'account'> & { studio: StudioFacts },
  name: string,
): Promise<Outcome<number | 'other-login'>> {
  const entered = await shared.enter(name);
  if (!entered.ok) return entered;
  if ('refused' in entered.value) {
    const { refused } = entered.value;
    if (refused === 'other-login') return success(refused);
    return failure(`studio-station.${refused}`, { name }, { about: name });
  }
  const known = await checkAccount(shared, studio, account);
  const recorded = known.ok ? await recordHistory(shared, ledger) : known;
  // a station's first lease is its first change
  if (!recorded.ok) await shared.abandon(entered.value.changes === 1);
  return recorded;
}
