import { failure } from '#shared/failure.ts';
import { mapOutcome, success, type Outcome } from '#shared/problem.ts';
import type { StationMembership } from '#shared/views/stations.ts';
import { addressText } from '../../adapters/shared-studio/address.ts';
import { openSharedStudio } from '../../adapters/shared-studio/shared-studio.ts';
import { readJoinedFile, readStationFile } from '../../adapters/shared-studio/station-file.ts';
import type { StationStatus, StudioFacts } from '../../adapters/shared-studio/types.ts';
import { ledgerOfService, type CommandSetup } from '../command-line/setup.ts';
import { rootList } from './roots.ts';
import type { Session } from '../session/session.ts';

export interface SharedStudioStatus extends Omit<StudioFacts, 'id'> {
  /** Name of this station. */
  readonly station: string;
  /** Address of the database, without the password. */
  readonly address: string;
  readonly stations: readonly StationStatus[];
}

/**
 * Returns the shared studio of this station and all its stations; works while Darkslide is open. Problems:
 * studio-not-joined, station-file, those of the shared studio.
 */
export async function sharedStudioStatus(
  setup: Pick<CommandSetup, 'start'>,
): Promise<Outcome<SharedStudioStatus>> {
  const ledger = ledgerOfService(setup);
  return ledger.ok ? statusIn(ledger.value.folder) : ledger;
}

/** Returns the stations of the shared studio for the window. Problems: those of `sharedStudioStatus`. */
export async function stationsForWindow(
  session: Pick<Session, 'studio'>,
): Promise<Outcome<readonly StationStatus[]>> {
  const status = await statusIn(session.studio().dataFolder);
  return mapOutcome(status, ({ stations }) => stations);
}

/** Returns whether and how this computer belongs to a shared studio, without querying the database. */
export function membershipOf({
  studio: open,
  access,
}: Pick<Session, 'studio' | 'access'>): StationMembership {
  const { policy } = access;
  const managed = policy && { file: policy.file, ...policy.studio };
  const { ledger, dataFolder } = open();
  const known = ledger.membership.studio();
  const file = readJoinedFile(dataFolder, known);
  if (!file.ok)
    return { joined: null, managed, unusable: { studio: known, problem: file.problem } };
  if (file.value === null) return { joined: null, managed, unusable: null };
  const { studio, name: station, certificateFile, roots, ...address } = file.value;
  const joined = { studio, station, certificateFile, roots: rootList(roots) };
  return { joined: { ...joined, address: addressText(address) }, managed, unusable: null };
}

async function statusIn(folder: string): Promise<Outcome<SharedStudioStatus>> {
  const file = readStationFile(folder);
  if (!file.ok) return file;
  if (file.value === null) return failure('studio-not-joined');
  const { station, name, ...access } = file.value;
  const shared = await openSharedStudio(access, station);
  try {
    const version = await shared.check();
    if (!version.ok) return version;
    const about = await shared.about();
    if (!about.ok) return about;
    const { id: _id, ...facts } = about.value;
    const stations = await shared.status();
    if (!stations.ok) return stations;
    const address = addressText(access);
    return success({ ...facts, station: name, address, stations: stations.value });
  } finally {
    await shared.close();
  }
}
