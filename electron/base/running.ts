import { errorCode } from './files.ts';

/**
 * Returns whether a process of this computer is running; also true for processes of other accounts.
 */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}
