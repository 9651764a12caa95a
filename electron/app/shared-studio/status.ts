import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { addressText } from '../../adapters/shared-studio/address.ts';
import { openSharedStudio } from '../../adapters/shared-studio/shared-studio.ts';
import { readStationFile } from '../../adapters/shared-studio/station-file.ts';
import type { StationStatus, StudioFacts } from '../../adapters/shared-studio/types.ts';
import { ledgerOfService, type CommandSetup } from '../command-line/setup.ts';

export interface SharedStudioStatus extends Omit<StudioFacts, 'id'> {
  /** Name of this station. */
  readonly station: string;
  /** Without its password. */
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
  if (!ledger.ok) return ledger;
  const file = readStationFile(ledger.value.folder);
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
