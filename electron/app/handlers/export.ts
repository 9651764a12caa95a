import { isAbsolute } from 'node:path';
import { checkTemplate } from '#shared/naming.ts';
import { failure, success, type Outcome } from '#shared/problem.ts';
import type { ExportOptions, ExportState } from '#shared/views/export.ts';
import { isInside } from '../../base/paths.ts';
import type { FolderAccess } from '../../base/permitted.ts';
import { nameValuesOf } from '../../adapters/delivery/place.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { Desk } from './desk.ts';
import { exportAll, pictureOf, type PermittedExport } from './export-run.ts';
import type { HandlersOf } from './handlers-of.ts';

/** Reasons that are told of results that could not be exported. */
const REASONS = 20;

type ExportDesk = Pick<
  Desk,
  'studio' | 'touch' | 'preferences' | 'access' | 'log' | 'errands' | 'dataFolder'
>;

interface Underway {
  state: ExportState;
  readonly cancelling: AbortController;
}

/** Results for somebody else: one export at a time, which goes on whatever room is looked at. */
export function exportHandlers(desk: ExportDesk): HandlersOf<'export'> {
  let last: Underway | null = null;

  const begin = (ids: readonly number[], options: PermittedExport): ExportState => {
    const { folder } = options;
    const now: Underway = {
      state: {
        folder,
        state: 'running',
        total: ids.length,
        done: 0,
        failed: 0,
        problems: [],
        problem: null,
      },
      cancelling: new AbortController(),
    };
    last = now;
    const turn = (change: Partial<ExportState>): void => {
      now.state = { ...now.state, ...change };
      desk.touch('export');
    };
    const studio = desk.studio();
    const parts = { ...studio, dataFolder: desk.dataFolder };
    desk.errands.begin(async (ending) => {
      const signal = AbortSignal.any([ending, now.cancelling.signal]);
      try {
        const problem = await exportAll(parts, { ids, options }, signal, (outcome) => {
          const { done, failed, problems } = now.state;
          if (outcome.ok) turn({ done: done + 1 });
          else {
            const told = [...problems, outcome.problem].slice(0, REASONS);
            turn({ failed: failed + 1, problems: told });
          }
        });
        if (problem !== null) desk.log.problem('warn', problem);
        turn({ problem });
      } finally {
        const { total, done, failed, problem } = now.state;
        const isWhole = problem !== null || done + failed === total;
        turn({ state: isWhole ? 'ended' : 'cancelled' });
      }
    });
    desk.touch('export');
    return now.state;
  };

  const isUnderWay = (): boolean => last?.state.state === 'running';

  return {
    'export.start': async ({ filter, options }) => {
      if (isUnderWay()) return isRunning();
      const { ledger } = desk.studio();
      const checked = await checkExport(ledger, options, desk.access);
      if (!checked.ok) return checked;
      const allowed = await desk.access.settings({ export: options }, desk.preferences.read());
      // another window may have begun one meanwhile
      if (isUnderWay()) return isRunning();
      const { total } = ledger.library.page(filter, 'photo', 0, 1);
      const { ids } = ledger.library.page(filter, 'photo', 0, total);
      if (total === 0) return failure('export-empty', 'There is no result to export.');
      ledger.outFolders.add(checked.value.folder);
      const kept = allowed.ok ? desk.preferences.change(allowed.value) : allowed;
      if (!kept.ok) desk.log.problem('warn', kept.problem);
      return success(begin(ids, checked.value));
    },
    'export.cancel': () => {
      last?.cancelling.abort();
      return success(null);
    },
    'export.put-away': () => {
      if (!isUnderWay()) last = null;
      desk.touch('export');
      return success(null);
    },
    'export.state': () => success(last?.state ?? null),
    'export.example': ({ id }) => {
      const picture = pictureOf(desk.studio().ledger, id);
      if (!picture.ok) return picture;
      const { context, index, extension } = picture.value;
      const { skuPattern } = desk.preferences.read();
      return success({ values: nameValuesOf(context, index, skuPattern), extension });
    },
  };
}

/** Whether an export may begin. */
async function checkExport(
  { hotFolders }: Ledger,
  options: ExportOptions,
  access: FolderAccess,
): Promise<Outcome<PermittedExport>> {
  const { folder, naming } = options;
  if (!isAbsolute(folder)) {
    return failure(
      'path-relative',
      'The folder for the export needs its whole path, from the disk or drive on.',
      { parameter: 'folder' },
    );
  }
  const [wrong] = checkTemplate(naming);
  if (wrong !== undefined) return { ok: false, problem: { ...wrong, parameter: 'naming' } };
  for (const { path } of hotFolders.all()) {
    // a share that is away takes no file that could be bought
    if (await isInside(folder, path).catch(() => false)) return takenForPhotos(folder);
  }
  const usable = await access.output(folder, null);
  if (!usable.ok) return { ok: false, problem: { ...usable.problem, parameter: 'folder' } };
  return success({ ...options, folder: usable.value });
}

function takenForPhotos(folder: string): Outcome<never> {
  return failure(
    'export-folder-watched',
    'This folder lies inside a drop folder, so every exported file would be taken for a new photo. Choose a folder outside of it.',
    { about: folder, parameter: 'folder' },
  );
}

function isRunning(): Outcome<never> {
  return failure(
    'export-running',
    'Another export is under way. Wait for its end, or cancel it first.',
  );
}
