import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { Environment } from '../../../base/environment.ts';
import type { Owner } from './key-file.ts';
import { runProgram } from './run.ts';

/**
 * Returns the IDs of an account of this computer; null on systems without numeric owners. Problem:
 * account-unknown.
 */
export async function accountOf(name: string, env: Environment): Promise<Outcome<Owner | null>> {
  if (process.platform === 'win32') return success(null);
  // a name must never be read as an option of the program
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
