import { randomUUID } from 'node:crypto';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { OpenLedger } from '../../adapters/ledger/open.ts';
import { originOf } from '../../adapters/ledger/owner.ts';
import { openSharedStudio } from '../../adapters/shared-studio/shared-studio.ts';
import {
  readJoinedFile,
  removeStationFile,
  writeStationFile,
} from '../../adapters/shared-studio/station-file.ts';
import type { SharedStudio, StudioFacts } from '../../adapters/shared-studio/types.ts';
import { recordHistory } from '../../engine/station/exchange.ts';
import type { Access } from '../access.ts';
import { ledgerOfService, type CommandSetup } from '../command-line/setup.ts';
import { withServiceLedger } from '../command-line/meant-ledger.ts';
import type { LedgerPlace, Session } from '../session/session.ts';
import { databaseAccess, type GivenDatabase } from './database.ts';

export interface StationDraft extends GivenDatabase {
  /** Name of this station for the others. */
  readonly name: string;
}

type StudioAccess = Pick<Access, 'database' | 'studioNamed'>;

export interface JoinedStation {
  readonly studio: string;
  /** Number of earlier purchases that were recorded, so that no station buys them again. */
  readonly recorded: number;
}

/**
 * Makes this computer a station of a shared studio and records there what its ledger has bought. The ledger must not
 * be in use. Problems: managed-studio, studio-joined, studio-service, studio-station, station-file, those of opening
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
    return joinWith({ ledger, folder, service }, setup.start.access, draft);
  });
}

/**
 * Joins a shared studio from the window; the window's own studio is closed in the meantime. Problems: those of
 * `joinSharedStudio`.
 */
export function joinFromWindow(
  session: Pick<Session, 'reopen' | 'log' | 'access'>,
  draft: StationDraft,
): Promise<Outcome<JoinedStation>> {
  if (draft.password !== null) session.log.hide(draft.password);
  return session.reopen((place) => joinWith(place, session.access, draft));
}

async function joinWith(
  place: LedgerPlace,
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
  const station = randomUUID();
  const shared = await openSharedStudio(access.value, station);
  try {
    const facts = await checkStudio(place, shared);
    if (!facts.ok) return facts;
    const allowed = policy.studioNamed(facts.value.name);
    if (!allowed.ok) return allowed;
    const studio = facts.value.name;
    const file = { format: 1, station, name, studio, ...access.value } as const;
    // written first, because a station of a shared studio must never work alone by mistake
    const written = await writeStationFile(folder, file);
    if (!written.ok) return written;
    const entered = await enterWith(shared, ledger, name);
    if (!entered.ok) {
      await removeStationFile(folder);
      return entered;
    }
    ledger.membership.join(studio);
    return success({ studio, recorded: entered.value });
  } finally {
    await shared.close();
  }
}

async function checkStudio(
  { service: own }: LedgerPlace,
  shared: SharedStudio,
): Promise<Outcome<StudioFacts>> {
  const version = await shared.check();
  if (!version.ok) return version;
  const facts = await shared.about();
  if (!facts.ok) return facts;
  const { name, service } = facts.value;
  return service === own ? facts : failure('studio-service', { name, service, own });
}

async function enterWith(
  shared: SharedStudio,
  ledger: OpenLedger,
  name: string,
): Promise<Outcome<number>> {
  const entered = await shared.enter(name);
  if (!entered.ok) return entered;
  if ('refused' in entered.value) {
    return failure(`studio-station.${entered.value.refused}`, { name }, { about: name });
  }
  return recordHistory(shared, ledger);
}
