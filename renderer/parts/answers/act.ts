import type { Input } from '#shared/ipc.ts';
import type { JobAction } from '#shared/views/queue.ts';
import type { Problem } from '#shared/problem.ts';
import { useNotices, type Notices } from '../../data/notices.svelte.ts';
import type { Studio } from '../../data/studio.svelte.ts';
import { problemText } from '../../texts/problems.ts';
import { t } from '../../texts/texts.svelte.ts';

/** Maximum number of reasons to show; the remaining reasons are usually the same. */
const MOST_REASONS = 3;

interface ActOptions {
  /** Whether new jobs may replace charged jobs; see `queue.act`. */
  readonly mayReplace?: boolean;
  readonly notices?: Notices;
}

/** Applies an action to jobs. Shows how many jobs were changed, and why others were refused. */
export async function act(
  studio: Studio,
  jobs: Input<'queue.act'>['jobs'],
  action: JobAction,
  { mayReplace = false, notices = useNotices() }: ActOptions = {},
): Promise<void> {
  const answer = await studio.ask('queue.act', {
    jobs,
    action,
    ...(mayReplace ? { mayReplace } : {}),
  });
  if (!answer.ok) {
    notices.complain(answer.problem);
    return;
  }
  const { changed, refused, problems, undoable } = answer.value;
  // with a filter, there may be more jobs than one request can list
  const canUndo = 'ids' in jobs && undoable.length > 0;
  const undo = canUndo
    ? () => void act(studio, { ids: [...undoable] }, 'retry', { notices })
    : null;
  if (changed > 0) notices.say(t(`queue.acted.${action}`, { count: changed }), undo);
  tellRefused(notices, t('queue.refused', { count: refused }), problems);
  if (changed === 0 && refused === 0) notices.say(t('queue.acted.none'));
}

/**
 * Shows a warning about refused jobs that starts with `lead` and lists the first reasons; does nothing if
 * `problems` is empty.
 */
export function tellRefused({ warn }: Notices, lead: string, problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const reasons = [...new Set(problems.map((each) => problemText(each)))].slice(0, MOST_REASONS);
  warn([lead, ...reasons].join(' '));
}
