import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { openSharedStudio } from '../../adapters/shared-studio/shared-studio.ts';
import { readStationFile, removeStationFile } from '../../adapters/shared-studio/station-file.ts';
import { reportClaims } from '../../engine/station/exchange.ts';
import { Turns } from '../../engine/station/turns.ts';
import type { Access } from '../access.ts';
import { withServiceLedger } from '../command-line/meant-ledger.ts';
import type { CommandSetup } from '../command-line/setup.ts';
import type { LedgerPlace, Session } from '../session/session.ts';
import { forgetStudio } from './forget-studio.ts';

/** The studio that the station has left. */
interface LeftStudio {
  readonly studio: string;
  /** Number of hot folders that the station shared, and that are paused now. */
  readonly paused: number;
}

/**
 * Takes this station out of its shared studio; the ledger keeps its history. The ledger must not be in use. If the
 * station's file is missing or damaged, only the ledger forgets the studio. Problems: managed-studio,
 * studio-not-joined, studio-conflicts-open, studio-work-open, station-file, those of opening the ledger and of the
 * shared studio.
 */
export function leaveSharedStudio(setup: CommandSetup): Promise<Outcome<LeftStudio>> {
  return withServiceLedger(setup, (ledger, folder) =>
    leaveWith({ ledger, folder }, setup.start.access),
  );
}

/**
 * Leaves the shared studio from the window; the window's own studio is closed in the meantime. Problems: those of
 * `leaveSharedStudio`.
 */
export function leaveFromWindow(
  session: Pick<Session, 'reopen' | 'access'>,
): Promise<Outcome<LeftStudio>> {
  return session.reopen((place) => leaveWith(place, session.access));
}

async function leaveWith(
  { ledger, folder }: Omit<LedgerPlace, 'service'>,
  access: Pick<Access, 'leaving'>,
): Promise<Outcome<LeftStudio>> {
  const allowed = access.leaving();
  if (!allowed.ok) return allowed;
  const file = readStationFile(folder);
  const known = ledger.membership.studio();
  if (known !== null && (!file.ok || file.value === null)) {
    await removeStationFile(folder);
    return success({ studio: known, paused: forgetStudio(ledger, null) });
  }
  if (!file.ok) return file;
  if (file.value === null) return failure('studio-not-joined');
  const conflicts = ledger.sharedConflicts.count();
  if (conflicts > 0) return failure('studio-conflicts-open', { count: conflicts });
  const { station, studio, ...database } = file.value;
  const shared = await openSharedStudio(database, station);
  try {
    const reported = await reportClaims(shared, ledger, new Turns(), false);
    if (!reported.ok) return reported;
    const open = await shared.leave();
    if (!open.ok) return open;
    if (open.value > 0) return failure('studio-work-open', { count: open.value });
    const kept = await shared.work.leave();
    if (!kept.ok) return kept;
    await removeStationFile(folder);
    return success({ studio, paused: forgetStudio(ledger, kept.value) });
  } finally {
    await shared.close();
  }
}
