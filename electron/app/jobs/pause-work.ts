import type { Input } from '#shared/ipc.ts';
import type { Studio } from '../../studio.ts';

/** Pauses everything: jobs already sent to the service finish, and no others start. */
export function pauseWork(studio: Pick<Studio, 'pauseAll'>): void {
  studio.pauseAll();
}

export function resumeWork(studio: Pick<Studio, 'resumeAll'>): void {
  studio.resumeAll();
}

/** Immediately retries the jobs that wait at `gate`: ledger, service, balance or disk space. */
export function tryAgain(
  studio: Pick<Studio, 'tryAgain'>,
  { gate }: Input<'work.try-again'>,
): Promise<void> {
  return studio.tryAgain(gate);
}
