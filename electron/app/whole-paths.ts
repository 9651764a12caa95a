import { isAbsolute } from 'node:path';
import { isWebAddress } from '#shared/agents/index.ts';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';

/** Refuses paths that are neither absolute nor web addresses. Problem: path-relative. */
export function needWholePaths(paths: readonly string[]): Outcome<void> {
  return needWholeFiles(paths.filter((path) => !isWebAddress(path)));
}

/** Refuses paths that are not absolute. Problem: path-relative. */
export function needWholeFiles(paths: readonly string[]): Outcome<void> {
  return paths.every((path) => isAbsolute(path)) ? success() : failure('path-relative.file');
}
