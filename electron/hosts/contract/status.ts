import { success } from '#shared/problem.ts';
import { pauseWork, resumeWork, tryAgain } from '../../app/jobs/pause-work.ts';
import type { Session } from '../../app/session/session.ts';
import { watchStatus } from '../../app/status/status.ts';
import { finished } from './answer.ts';
import type { HandlersOf } from './handlers-of.ts';

/** Handlers for the status bar, and for pausing all work. */
export function statusHandlers(session: Session): HandlersOf<'status'> & HandlersOf<'work'> {
  const status = watchStatus(session);
  return {
    'status.get': async () => success(await status()),
    'work.pause': () => finished(pauseWork(session.studio())),
    'work.resume': () => finished(resumeWork(session.studio())),
    'work.try-again': async (asked) => finished(await tryAgain(session.studio(), asked)),
  };
}
