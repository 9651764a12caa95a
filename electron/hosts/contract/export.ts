import { success } from '#shared/problem.ts';
import {
  cancelExport,
  dismissExport,
  exportState,
  type CurrentExport,
} from '../../app/export/current.ts';
import { exportExample } from '../../app/export/example.ts';
import { startExport, type ExportSession } from '../../app/export/start.ts';
import { finished } from './answer.ts';
import type { HandlersOf } from './handlers-of.ts';

/** Handlers for exporting results, one export at a time. */
export function exportHandlers(
  session: ExportSession,
  current: CurrentExport,
): HandlersOf<'export'> {
  return {
    'export.start': (asked) => startExport(session, current, asked),
    'export.cancel': () => finished(cancelExport(current)),
    'export.put-away': () => finished(dismissExport(session, current)),
    'export.state': () => success(exportState(current)),
    'export.example': ({ id }) => exportExample(session, id),
  };
}
