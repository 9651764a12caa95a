import type { Input } from '#shared/ipc.ts';
import type { Studio } from '../../studio.ts';

/** Pauses all work: what is at the service ends, nothing else begins. */
export function pauseWork(studio: Pick<Studio, 'pauseAll'>): void {
  studio.pauseAll();
}

/** Goes on with all work. */
export function resumeWork(studio: Pick<Studio, 'resumeAll'>): void {
  studio.resumeAll();
}

/** Tries at once what waits for the service, the disk or the balance. */
export function tryAgain(
  studio: Pick<Studio, 'tryAgain'>,
  { gate }: Input<'work.try-again'>,
): Promise<void> {
  return studio.tryAgain(gate);
}
