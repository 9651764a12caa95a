import { isAbsolute } from 'node:path';
import type { Input } from '#shared/ipc.ts';
import { checkTemplate } from '#shared/naming.ts';
import { failure } from '#shared/failure.ts';
import { problemIn, success, type Outcome, type Problem } from '#shared/problem.ts';
import type { FinishPreset } from '#shared/finish/preset.ts';
import type { ExportOptions, ExportState } from '#shared/views/export.ts';
import type { FolderAccess } from '../../base/permitted.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { findPresets } from '../../adapters/settings/finish-presets.ts';
import type { Session } from '../session/session.ts';
import { isExporting, type CurrentExport } from './current.ts';
import { checkNotWatched } from '../../adapters/delivery/not-watched.ts';
import { exportForShops, filesPerResult } from './shops.ts';
import { exportAll, type PermittedExport } from './write.ts';

/** Maximum number of reasons reported for files that could not be exported, and maximum number of notes. */
const REASONS = 20;

export type ExportSession = Pick<
  Session,
  'studio' | 'touch' | 'preferences' | 'access' | 'log' | 'backgroundWork' | 'dataFolder'
>;

/**
 * Starts to export the results that match the filter; the export continues in the background. Problems:
 * export-running, export-empty, path-relative, export-folder-watched, finish-preset-unknown, those of the
 * name's template and of the folder.
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
  const presets = await findPresets(session.dataFolder, presetsOf(options));
  if (!presets.ok) return failure({ ...presets.problem, parameter: 'presets' });
  const allowed = await session.access.settings({ export: options }, session.preferences.read());
  // Another window may have started an export in the meantime.
  if (isExporting(current)) return isRunning();
  const { total } = ledger.library.page(filter, 'photo', 0, 1);
  const { ids } = ledger.library.page(filter, 'photo', 0, total);
  if (total === 0) return failure('export-empty');
  if (options.kind === 'shops' && presets.value.length === 0) {
    return failure('export-empty.presets', {}, { parameter: 'presets' });
  }
  ledger.outFolders.add(checked.value.folder);
  const kept = allowed.ok ? session.preferences.change(allowed.value) : allowed;
  if (!kept.ok) session.log.problem('warn', kept.problem);
  return success(begin(session, current, { ids, options: checked.value, presets: presets.value }));
}

/** Returns the names of the presets whose files are exported; none for images. */
function presetsOf({ kind, presets }: ExportOptions): readonly string[] {
  return kind === 'shops' ? presets : [];
}

interface CheckedExport {
  readonly ids: readonly number[];
  readonly options: PermittedExport;
  /** The presets whose files are written; none to export images. */
  readonly presets: readonly FinishPreset[];
}

function begin(
  session: ExportSession,
  current: CurrentExport,
  { ids, options, presets }: CheckedExport,
): ExportState {
  const { folder, kind } = options;
  const state: ExportState = {
    folder,
    kind,
    state: 'running',
    total: ids.length * (kind === 'shops' ? filesPerResult(presets) : 1),
    done: 0,
    failed: 0,
    problems: [],
    notes: [],
    problem: null,
  };
  const now = { state, cancelling: new AbortController() };
  current.last = now;
  const turn = (change: Partial<ExportState>): void => {
    now.state = { ...now.state, ...change };
    session.touch('export');
  };
  const count = (outcome: Outcome<unknown>, notes: readonly Problem[] = []): void => {
    const { done, failed, problems } = now.state;
    if (outcome.ok) return turn({ done: done + 1, notes: withNew(now.state.notes, notes) });
    const told = [...problems, outcome.problem].slice(0, REASONS);
    turn({ failed: failed + 1, problems: told });
  };
  const parts = { ...session.studio(), dataFolder: session.dataFolder };
  const { skuPattern } = session.preferences.read();
  void session.backgroundWork.begin(async (ending) => {
    const signal = AbortSignal.any([ending, now.cancelling.signal]);
    try {
      const exported = await (kind === 'shops'
        ? exportForShops(parts, { ids, presets, folder, skuPattern }, signal, count)
        : exportAll(parts, { ids, options }, signal, count));
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

/** Adds the notes that are not listed yet; several files of one result may have the same note. */
function withNew(notes: readonly Problem[], more: readonly Problem[]): readonly Problem[] {
  const fresh = more.filter(({ message }) => notes.every((note) => note.message !== message));
  return fresh.length === 0 ? notes : [...notes, ...fresh].slice(0, REASONS);
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
  const apart = await checkNotWatched(folder, hotFolders.paths());
  if (!apart.ok) return apart;
  const usable = await access.output(folder, null);
  if (!usable.ok) return failure({ ...usable.problem, parameter: 'folder' });
  return success({ ...options, folder: usable.value });
}

function isRunning(): Outcome<never> {
  return failure('export-running');
}
