import type { Input } from '#shared/ipc.ts';
import type { Studio } from '../../studio.ts';

/** Pauses all work: jobs at the service finish, nothing else begins. */
export function pauseWork(studio: Pick<Studio, 'pauseAll'>): void {
  studio.pauseAll();
}

/** Resumes all work. */
export function resumeWork(studio: Pick<Studio, 'resumeAll'>): void {
  studio.resumeAll();
}

/** Retries what waits for the service, the disk or the balance immediately. */
export function tryAgain(
  studio: Pick<Studio, 'tryAgain'>,
  { gate }: Input<'work.try-again'>,
): Promise<void> {
  return studio.tryAgain(gate);
}
