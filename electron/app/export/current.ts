import type { ExportState } from '#shared/views/export.ts';
import type { Session } from '../session/session.ts';

/** Runs the exports of a session, one at a time. */
export interface CurrentExport {
  last: {
    state: ExportState;
    readonly cancelling: AbortController;
  } | null;
}

/** Returns whether an export is still writing. */
export function isExporting({ last }: CurrentExport): boolean {
  return last?.state.state === 'running';
}

/** Returns the current export, or the last one; null if there is none. */
export function exportState({ last }: CurrentExport): ExportState | null {
  return last?.state ?? null;
}

/** Cancels the current export; files that were already written stay. */
export function cancelExport({ last }: CurrentExport): void {
  last?.cancelling.abort();
}

/** Removes an export that has ended from the screen. */
export function dismissExport({ touch }: Pick<Session, 'touch'>, current: CurrentExport): void {
  if (!isExporting(current)) current.last = null;
  touch('export');
}
