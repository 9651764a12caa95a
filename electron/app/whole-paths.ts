import { isAbsolute } from 'node:path';
import { isWebAddress } from '#shared/agents/index.ts';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';

/** Refuses anything but web addresses and full paths. Problem: path-relative. */
export function needWholePaths(paths: readonly string[]): Outcome<void> {
  return needWholeFiles(paths.filter((path) => !isWebAddress(path)));
}

/** Refuses anything but full paths. Problem: path-relative. */
export function needWholeFiles(paths: readonly string[]): Outcome<void> {
  return paths.every((path) => isAbsolute(path)) ? success() : failure('path-relative.file');
}
