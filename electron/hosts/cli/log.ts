import { closeSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { diskProblem } from '../../base/files.ts';
import {
  logName,
  openForAppending,
  openLogFile,
  type LogFile,
} from '../../app/session/log-file.ts';

/** Maximum bytes of one part of the log, and number of parts. */
const PART_BYTES = 5_000_000;
const PARTS = 6;

/** Opens the log of `--log`. Problems: those of the disk. */
export function openLog(folder: string): Outcome<LogFile> {
  const whole = resolve(folder);
  const file = join(whole, logName);
  try {
    mkdirSync(whole, { recursive: true });
    closeSync(openForAppending(file));
    return success(openLogFile(whole, PART_BYTES, PARTS));
  } catch (error) {
    return failure(diskProblem(error, file));
  }
}
