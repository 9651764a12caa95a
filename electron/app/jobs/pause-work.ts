import type { Input } from '#shared/ipc.ts';
import type { Studio } from '../../studio.ts';

/** Pauses everything: jobs at the service finish, and nothing else begins. */
export function pauseWork(studio: Pick<Studio, 'pauseAll'>): void {
  studio.pauseAll();
}

/** Resumes everything after a pause. */
export function resumeWork(studio: Pick<Studio, 'resumeAll'>): void {
  studio.resumeAll();
}

/** Immediately retries the jobs that wait for the service, the disk or the balance. */
export function tryAgain(
  studio: Pick<Studio, 'tryAgain'>,
  { gate }: Input<'work.try-again'>,
): Promise<void> {
  return studio.tryAgain(gate);
}
