import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { Environment } from '../../../base/environment.ts';
import type { Owner } from './key-file.ts';
import { runProgram } from './run.ts';

/**
 * Returns the user and group id of an account of this computer; null on systems without numeric ids. Problem:
 * account-unknown.
 */
export async function accountOf(name: string, env: Environment): Promise<Outcome<Owner | null>> {
  if (process.platform === 'win32') return success(null);
  // Refuses names that the program would read as an option.
  if (!/^[A-Za-z0-9_][A-Za-z0-9_.-]*$/u.test(name)) return unknown(name);
  const [user, group] = await Promise.all([
    runProgram(['id', '-u', name], env),
    runProgram(['id', '-g', name], env),
  ]);
  const [uid, gid] = [Number(user.stdout), Number(group.stdout)];
  if (user.status !== 0 || group.status !== 0 || !Number.isInteger(uid) || !Number.isInteger(gid)) {
    return unknown(name);
  }
  return success({ uid, gid });
}

function unknown(name: string): Outcome<never> {
  return failure('account-unknown', { name: name.slice(0, 100) });
}
