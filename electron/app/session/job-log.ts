import type { Studio } from '../../studio.ts';
import type { EventLog } from './event-log.ts';

/** Logs how jobs end, and problems that stop all jobs. */
export interface JobLog {
  ended(studio: Studio, jobId: number): void;
  /** Logs each reason for waiting once, and when the wait has ended. */
  waiting(studio: Studio): void;
}

export function createJobLog(log: EventLog): JobLog {
  let told = new Map<string, string>();
  return {
    ended({ ledger }, jobId) {
      const job = ledger.jobs.load(jobId);
      if (!job.ok) return log.problem('warn', job.problem);
      const { name, state, problem } = job.value;
      if (problem === null) return log.note('info', `Job ${jobId} (${name}) is ${state}.`);
      const text = `Job ${jobId} (${name}) is ${state}: ${problem.message}`;
      log.note(state === 'done' ? 'info' : 'warn', text, problem);
    },
    waiting({ closedGates }) {
      const now = new Map(
        closedGates().map(({ gate, problem }) => [`${gate} ${problem.code}`, problem]),
      );
      for (const [key, problem] of now) if (!told.has(key)) log.problem('warn', problem);
      if (told.size > 0 && now.size === 0) log.note('info', 'Processing continues.');
      told = new Map([...now].map(([key, { code }]) => [key, code]));
    },
  };
}
