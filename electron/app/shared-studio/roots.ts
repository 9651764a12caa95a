import { statSync } from 'node:fs';
import { failure } from '#shared/failure.ts';
import type { Input } from '#shared/ipc.ts';
import { mapOutcome, success, type Outcome } from '#shared/problem.ts';
import type { SharedRoot } from '#shared/views/stations.ts';
import { isRootName, type Roots } from '../../adapters/shared-studio/roots.ts';
import {
  readStationFile,
  writeStationFile,
  type StationFile,
} from '../../adapters/shared-studio/station-file.ts';
import { withServiceLedger } from '../command-line/meant-ledger.ts';
import { ledgerOfService, type CommandSetup } from '../command-line/setup.ts';
import type { LedgerPlace, Session } from '../session/session.ts';

/** Changes to the roots of this station. */
export interface RootChanges {
  /** Absolute paths of the roots to add or change, by name. */
  readonly add: Roots;
  /** Names of the roots to remove. */
  readonly remove: readonly string[];
}

/** Returns the roots of this station; works while Darkslide is open. Problems: studio-not-joined, station-file. */
export function sharedRoots(setup: Pick<CommandSetup, 'start'>): Outcome<Roots> {
  return mapOutcome(joinedStation(setup), ({ roots }) => roots);
}

/**
 * Returns the file that names the shared studio of this station. Problems: studio-not-joined, station-file, those of
 * the service's address.
 */
export function joinedStation(setup: Pick<CommandSetup, 'start'>): Outcome<StationFile> {
  const ledger = ledgerOfService(setup);
  return ledger.ok ? joinedFile(ledger.value.folder) : ledger;
}

/**
 * Changes the roots of this station and returns all of them. The ledger must not be in use. Problems: studio-root,
 * studio-not-joined, station-file, those of opening the ledger and of the disk.
 */
export function changeSharedRoots(
  setup: CommandSetup,
  changes: RootChanges,
): Promise<Outcome<Roots>> {
  return withServiceLedger(setup, (ledger, folder) => changeWith({ ledger, folder }, changes));
}

/**
 * Adds or changes a root from the window, or removes it if `folder` is null; the window's studio is closed in the
 * meantime. Problems: those of `changeSharedRoots`.
 */
export async function changeRootFromWindow(
  session: Pick<Session, 'reopen'>,
  { name, folder }: Input<'stations.set-root'>,
): Promise<Outcome<readonly SharedRoot[]>> {
  const changes =
    folder === null ? { add: {}, remove: [name] } : { add: { [name]: folder }, remove: [] };
  const changed = await session.reopen((place) => changeWith(place, changes));
  return mapOutcome(changed, rootList);
}

/** Returns roots as a list, for the window. */
export function rootList(roots: Roots): SharedRoot[] {
  return Object.entries(roots).map(([name, folder]) => ({ name, folder }));
}

async function changeWith(
  { ledger, folder }: Omit<LedgerPlace, 'service'>,
  changes: RootChanges,
): Promise<Outcome<Roots>> {
  const file = joinedFile(folder);
  if (!file.ok) return file;
  const changed = changedRoots(file.value.roots, changes);
  if (!changed.ok) return changed;
  const written = await writeStationFile(folder, { ...file.value, roots: changed.value });
  if (!written.ok) return written;
  // runs whose folders were outside of all roots may be inside one now
  ledger.studioRuns.unshareAll();
  return changed;
}

function changedRoots(before: Roots, { add, remove }: RootChanges): Outcome<Roots> {
  for (const [name, path] of Object.entries(add)) {
    if (!isRootName(name)) return failure('studio-root.name', { name }, { about: name });
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) {
      return failure('studio-root', { path }, { about: path });
    }
  }
  const unknown = remove.find((name) => !Object.hasOwn(before, name));
  if (unknown !== undefined) {
    return failure('studio-root.unknown', { name: unknown }, { about: unknown });
  }
  const kept = Object.entries(before).filter(([name]) => !remove.includes(name));
  return success({ ...Object.fromEntries(kept), ...add });
}

function joinedFile(folder: string): Outcome<StationFile> {
  const file = readStationFile(folder);
  if (!file.ok) return file;
  return file.value === null ? failure('studio-not-joined') : success(file.value);
}
