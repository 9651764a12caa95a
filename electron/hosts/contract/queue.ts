import { success } from '#shared/problem.ts';
import { adoptExecution } from '../../app/jobs/adopt.ts';
import { changeChosenJobs } from '../../app/jobs/change-jobs.ts';
import { jobDetail, jobPage } from '../../app/jobs/list.ts';
import { jobFix, runChanged } from '../../app/jobs/run-changed.ts';
import { effectsOnJobs } from '../../app/jobs/select.ts';
import type { Session } from '../../app/session/session.ts';
import type { HandlersOf } from './handlers-of.ts';

/** Handlers of the Queue view: pages of the list, a job with its answers, and actions on jobs. */
export function queueHandlers(session: Pick<Session, 'studio'>): HandlersOf<'queue'> {
  return {
    'queue.page': (asked) => success(jobPage(session.studio(), asked)),
    'queue.job': ({ id }) => jobDetail(session.studio(), id),
    'queue.effects': ({ jobs }) => success(effectsOnJobs(session.studio().ledger, jobs)),
    'queue.act': (asked, signal) => changeChosenJobs(session.studio(), asked, signal),
    'queue.fix': ({ id }) => jobFix(session.studio().ledger, id),
    'queue.run-changed': (asked, signal) => runChanged(session.studio(), asked, signal),
    'queue.adopt': ({ id, executionId }, signal) =>
      adoptExecution(session.studio(), { jobId: id, executionId }, signal),
  };
}
