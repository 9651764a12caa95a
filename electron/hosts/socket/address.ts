import { createHash, randomBytes } from 'node:crypto';
import { lstatSync, type Stats } from 'node:fs';
import { lstat, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { success, type Outcome } from '#shared/problem.ts';
import { errorCode } from '../../base/files.ts';
import { notSafe } from './control-file.ts';
import { isOnlyOurs } from './only-ours.ts';

/** Maximum bytes of a socket path on every system. */
const LONGEST = 100;

/**
 * Chooses the path of a data folder's socket: in the data folder or, if that path would be too long, in a private
 * folder of the system. Removes the socket of an earlier process. Throws errors of the disk. Problem: control-not-safe.
 */
export async function chooseAddress(folder: string): Promise<Outcome<string>> {
  if (process.platform === 'win32') {
    return success(String.raw`\\.\pipe\darkslide-${randomBytes(16).toString('hex')}`);
  }
  const near = join(folder, 'control.sock');
  if (Buffer.byteLength(near) <= LONGEST) return fresh(near);
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const apart = join(process.env['XDG_RUNTIME_DIR'] || tmpdir(), `darkslide-${name}`);
  await mkdir(apart, { mode: 0o700 }).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error;
  });
  const facts = await lstat(apart);
  if (!facts.isDirectory() || !isOnlyOurs(facts)) return notSafe(apart);
  return fresh(join(apart, 'control.sock'));
}

async function fresh(address: string): Promise<Outcome<string>> {
  await rm(address, { force: true });
  return success(address);
}

/** Checks that only this user may use the socket; returns whether the socket exists. Problem: control-not-safe. */
export function checkAddress(address: string): Outcome<'there' | 'gone'> {
  if (process.platform === 'win32') {
    return success(address.startsWith(String.raw`\\.\pipe\darkslide-`) ? 'there' : 'gone');
  }
  let facts: Stats;
  try {
    facts = lstatSync(address);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return success('gone');
  }
  return facts.isSocket() && isOnlyOurs(facts) ? success('there') : notSafe(address);
}
