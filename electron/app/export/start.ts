import { isAbsolute } from 'node:path';
import type { Input } from '#shared/ipc.ts';
import { checkTemplate } from '#shared/naming.ts';
import { failure } from '#shared/failure.ts';
import { problemIn, success, type Outcome } from '#shared/problem.ts';
import type { ExportOptions, ExportState } from '#shared/views/export.ts';
import type { FolderAccess } from '../../base/permitted.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { Session } from '../session/session.ts';
import { isExporting, type CurrentExport } from './current.ts';
import { checkNotWatched } from './not-watched.ts';
import { exportAll, type PermittedExport } from './write.ts';

/** Maximum number of reasons reported for results that could not be exported. */
const REASONS = 20;

export type ExportSession = Pick<
  Session,
  'studio' | 'touch' | 'preferences' | 'access' | 'log' | 'backgroundWork' | 'dataFolder'
>;

/**
 * Starts to export the results that match the filter; the export continues in the background. Problems:
 * export-running, export-empty, path-relative, export-folder-watched, those of the name's template and of
 * the folder.
 */
export async function startExport(
  session: ExportSession,
  current: CurrentExport,
  { filter, options }: Input<'export.start'>,
): Promise<Outcome<ExportState>> {
  if (isExporting(current)) return isRunning();
  const { ledger } = session.studio();
  const checked = await checkExport(ledger, options, session.access);
  if (!checked.ok) return checked;
  const allowed = await session.access.settings({ export: options }, session.preferences.read());
  // another window may have started an export in the meantime
  if (isExporting(current)) return isRunning();
  const { total } = ledger.library.page(filter, 'photo', 0, 1);
  const { ids } = ledger.library.page(filter, 'photo', 0, total);
  if (total === 0) return failure('export-empty');
  ledger.outFolders.add(checked.value.folder);
  const kept = allowed.ok ? session.preferences.change(allowed.value) : allowed;
  if (!kept.ok) session.log.problem('warn', kept.problem);
  return success(begin(session, current, ids, checked.value));
}

function begin(
  session: ExportSession,
  current: CurrentExport,
  ids: readonly number[],
  options: PermittedExport,
): ExportState {
  const state: ExportState = {
    folder: options.folder,
    state: 'running',
    total: ids.length,
    done: 0,
    failed: 0,
    problems: [],
    problem: null,
  };
  const now = { state, cancelling: new AbortController() };
  current.last = now;
  const turn = (change: Partial<ExportState>): void => {
    now.state = { ...now.state, ...change };
    session.touch('export');
  };
  const count = (outcome: Outcome<unknown>): void => {
    const { done, failed, problems } = now.state;
    if (outcome.ok) return turn({ done: done + 1 });
    const told = [...problems, outcome.problem].slice(0, REASONS);
    turn({ failed: failed + 1, problems: told });
  };
  const parts = { ...session.studio(), dataFolder: session.dataFolder };
  session.backgroundWork.begin(async (ending) => {
    const signal = AbortSignal.any([ending, now.cancelling.signal]);
    try {
      const exported = await exportAll(parts, { ids, options }, signal, count);
      if (!exported.ok) session.log.problem('warn', exported.problem);
      turn({ problem: problemIn(exported) });
    } finally {
      const { total, done, failed, problem } = now.state;
      const isWhole = problem !== null || done + failed === total;
      turn({ state: isWhole ? 'ended' : 'cancelled' });
    }
  });
  session.touch('export');
  return now.state;
}

/** Checks whether an export may start. */
async function checkExport(
  { hotFolders }: Ledger,
  options: ExportOptions,
  access: FolderAccess,
): Promise<Outcome<PermittedExport>> {
  const { folder, naming } = options;
  if (!isAbsolute(folder)) {
    return failure('path-relative.export', {}, { parameter: 'folder' });
  }
  const [wrong] = checkTemplate(naming);
  if (wrong !== undefined) return failure({ ...wrong, parameter: 'naming' });
  const apart = await checkNotWatched(
    folder,
    hotFolders.all().map(({ path }) => path),
  );
  if (!apart.ok) return apart;
  const usable = await access.output(folder, null);
  if (!usable.ok) return failure({ ...usable.problem, parameter: 'folder' });
  return success({ ...options, folder: usable.value });
}

function isRunning(): Outcome<never> {
  return failure('export-running');
}
