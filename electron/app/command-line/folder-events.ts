import type { UnpairedFiles } from '#shared/views/folders.ts';
import { below } from '../../base/paths.ts';
import type { IntakeEvent } from '../../engine/intake/types.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { StudioEvent } from '../../studio-events.ts';
import type { Report } from './report.ts';
import type { Talk } from './talk.ts';

/**
 * Returns a listener for the events of hot folders. The listener adds each admitted photo to the report, under the
 * path at which the photo was dropped. `isMeant` selects the folders that the command watches.
 */
export function folderEvents(
  ledger: Pick<Ledger, 'hotFolders'>,
  report: Report,
  { tell }: Pick<Talk, 'tell'>,
  isMeant: (hotFolderId: number) => boolean,
): (event: StudioEvent) => void {
  const wanting = new Set<keyof UnpairedFiles>();
  return (event) => {
    if (event.kind !== 'intake' || !isMeant(event.hotFolderId)) return;
    hear(event.event, ledger.hotFolders.get(event.hotFolderId)?.path ?? '');
  };

  function hear(event: IntakeEvent, path: string): void {
    switch (event.kind) {
      case 'failed':
        return report.failed(below(path, event.path), event.problem);
      case 'unreachable':
      case 'waiting':
        return tell({ kind: 'waiting', problem: event.problem });
      case 'reachable':
        return tell({ kind: 'folder-back', path });
      case 'goes-on':
        return tell({ kind: 'folder-goes-on', path });
      case 'unpaired':
        tellUnpaired('photos', event.unpaired, path);
        tellUnpaired('tickets', event.unpaired, path);
        return;
      case 'polling':
        return tell({ kind: 'polling', detail: event.detail, seconds: event.seconds });
      case 'listed':
        // A waiting file is listed by `darkslide held`; this command reports the file only if it is refused.
        return;
      case 'asks':
        // large-drop-confirmations.ts handles this event.
        return;
      case 'admitted':
      case 'already':
      case 'under-way':
      case 'retried':
        return report.expect({ jobId: event.jobId, outcome: event.kind }, below(path, event.path));
    }
  }

  /**
   * Reports the first photo without a ticket (or the first ticket without a photo). Reports another one only after
   * all have been paired, so that a shoot does not print one line per photo.
   */
  function tellUnpaired(half: keyof UnpairedFiles, unpaired: UnpairedFiles, path: string): void {
    const { first } = unpaired[half];
    if (first === null) return void wanting.delete(half);
    if (wanting.has(half)) return;
    wanting.add(half);
    const waitsFor = half === 'photos' ? 'ticket' : 'photo';
    tell({ kind: 'unpaired', file: below(path, first), waitsFor });
  }
}
