import { problemColumns } from '../../adapters/ledger/rows.ts';
import type { Problem } from '#shared/problem.ts';
import { below } from '../../base/paths.ts';
import type { FileLook, Sighting } from '../../adapters/ledger/sightings.ts';
import type { HotFolder } from '../../adapters/ledger/hot-folders.ts';
import { isSighted, lookInFolder } from './look.ts';
import type { IntakeEvent, IntakeParts } from './types.ts';

interface FailedListParts extends Pick<IntakeParts, 'ledger'> {
  readonly folder: HotFolder;
  readonly on: (event: IntakeEvent) => void;
}

/** The ledger's list of files in a hot folder that cannot be admitted, or cannot be admitted yet. */
export class FailedList {
  readonly #parts: FailedListParts;

  constructor(parts: FailedListParts) {
    this.#parts = parts;
  }

  /** Lists a file that cannot be admitted (F59), and returns its entry. */
  add(relative: string, look: FileLook, problem: Problem): Sighting {
    const { ledger, folder, on } = this.#parts;
    const sighting = failedSighting(relative, look, problem);
    const told = ledger.sightings.find(folder.id, relative);
    const isSame = told?.outcome === 'failed' && isSighted(told, look);
    // an entry that the user dismissed stays dismissed, even after a restart
    if (isSame && (told.code === 'file-empty' || told.code === 'file-partial')) {
      ledger.sightings.restate(folder.id, relative, problem);
    } else if (!isSame || told.message !== problem.message) {
      ledger.sightings.write(folder.id, sighting);
    }
    on({ kind: 'failed', path: relative, problem });
    return sighting;
  }

  /**
   * Lists a file that Darkslide is waiting for. If the file was already refused before a restart,
   * its entry stays as it is.
   */
  addWaiting(relative: string, look: FileLook, problem: Problem): void {
    const { ledger, folder, on } = this.#parts;
    const told = ledger.sightings.find(folder.id, relative);
    if (told?.outcome === 'failed' && isSighted(told, look)) return;
    ledger.sightings.write(folder.id, failedSighting(relative, look, problem));
    on({ kind: 'listed' });
  }

  /** Returns whether the file is listed with this problem. */
  says(relative: string, problem: Problem): boolean {
    const { ledger, folder } = this.#parts;
    return ledger.sightings.find(folder.id, relative)?.message === problem.message;
  }

  remove(relative: string): void {
    const { ledger, folder, on } = this.#parts;
    if (ledger.sightings.unlist(folder.id, relative)) on({ kind: 'listed' });
  }

  /**
   * Removes the entries of files that were deleted or renamed while the folder was not being
   * watched.
   */
  async removeMissing(): Promise<void> {
    const { ledger, folder } = this.#parts;
    for (const { path } of ledger.sightings.failed(folder.id)) {
      if ((await lookInFolder(below(folder.path, path))) === null) this.remove(path);
    }
  }
}

function failedSighting(path: string, look: FileLook, problem: Problem): Sighting {
  const { code, message, said } = problemColumns(problem);
  return { ...look, path, outcome: 'failed', jobId: null, code, message, said, ticket: null };
}
