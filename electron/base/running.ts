import { errorCode } from './files.ts';

/**
 * Returns whether a process with this id is running on this computer; also true for processes of
 * other accounts.
 */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}
