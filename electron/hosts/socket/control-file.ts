import { join } from 'node:path';
import * as v from 'valibot';
import { failure } from '#shared/failure.ts';
import { causeText, success, type Outcome } from '#shared/problem.ts';
import { holderKinds } from '#shared/views/command-line.ts';
import { errorCode, replaceWhole } from '../../base/files.ts';
import { readRegularSync } from '../../base/regular-file.ts';
import { isOnlyOurs } from './only-ours.ts';

/** Maximum bytes; the file has only a few lines. */
const MOST = 10_000;
/** File mode: only the owner may read and write. */
const OWN = 0o600;

const text = v.pipe(v.string(), v.maxLength(1000));
const controlFile = v.object({
  /** Path of the socket, or name of the pipe. */
  address: text,
  /** The secret that a command must send to connect. */
  secret: text,
  pid: v.number(),
  version: text,
  kind: v.picklist(holderKinds),
  since: text,
});

/**
 * Tells commands how to connect to the Darkslide that is open on a data folder. The file stays when that Darkslide
 * ends, so that a command can tell whether the process that holds the folder is closing.
 */
export type ControlFile = v.InferOutput<typeof controlFile>;

function fileIn(folder: string): string {
  return join(folder, 'control.json');
}

/** Writes the file, and replaces the file of an earlier process. Throws errors of the disk. */
export async function writeControlFile(folder: string, control: ControlFile): Promise<void> {
  await replaceWhole(
    fileIn(folder),
    async (handle) => {
      await handle.chmod(OWN);
      await handle.writeFile(JSON.stringify(control));
    },
    Math.random,
  );
}

/** Reads the file; null if it is missing or invalid. Problem: control-not-safe. */
export function readControlFile(folder: string): Outcome<ControlFile | null> {
  const file = fileIn(folder);
  try {
    let isOurs = false;
    const content = readRegularSync(file, { most: MOST, noLink: true }, (facts) => {
      isOurs = isOnlyOurs(facts);
    });
    if (!isOurs) return notSafe(file);
    const parsed = v.safeParse(controlFile, JSON.parse(content.toString('utf8')));
    return success(parsed.success ? parsed.output : null);
  } catch (error) {
    if (errorCode(error) === 'NOT_REGULAR') return notSafe(file);
    // The file is incomplete, or is being replaced.
    if (errorCode(error) !== undefined || error instanceof SyntaxError) return success(null);
    throw new Error(`The control file cannot be read: ${causeText(error)}`, { cause: error });
  }
}

/** Returns the problem for a file or socket that another user could have created. */
export function notSafe(path: string): Outcome<never> {
  return failure('control-not-safe', { path }, { about: path });
}
