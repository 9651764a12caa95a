import { failure, problemOf } from '#shared/failure.ts';
import { diskProblem, errorCode, fullDisk } from '#electron/base/files.ts';
import { DownloadFailure } from '#electron/adapters/network/downloads.ts';
import { ConnectFailure } from '#electron/adapters/network/failure.ts';
import { causeText } from '#shared/problem.ts';
import type { Problem } from '#shared/problem.ts';
import type { DeliveryFailure } from './types.ts';

function failed(then: DeliveryFailure['then'], problem: Problem): DeliveryFailure {
  return { ...failure(problem), then };
}

export function stopped(): DeliveryFailure {
  return failed('later', problemOf('aborted.delivery'));
}

/** Returns the failure for a network or server error. */
export function lost(detail: string): DeliveryFailure {
  return failed('later', problemOf('download-failed', {}, { detail }));
}

/** Returns the failure for an address that no longer leads to the file. */
export function gone(status: number): DeliveryFailure {
  const detail = `HTTP status ${status}`;
  return failed('gone', problemOf('download-failed.gone', {}, { detail }));
}

/** Returns the failure for a file that is no longer complete in the data folder. */
export function missing(detail: string): DeliveryFailure {
  return failed('gone', problemOf('download-failed.missing', {}, { detail }));
}

/** Returns the failure for a file that is complete but is not the expected picture. */
export function damaged(detail: string): DeliveryFailure {
  return failed('later', problemOf('download-damaged', {}, { detail }));
}

/** Checks whether Darkslide ended a download because it was longer than a result can be. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof DownloadFailure && error.reason === 'too-large';
}

/**
 * Returns the failure for a name, from the recipe or the photo, that would lead outside the output
 * folder.
 */
export function escaped(folder: string): DeliveryFailure {
  return failed('never', problemOf('delivery-failed.link', { folder }, { about: folder }));
}

export function notWhole(detail: string): DeliveryFailure {
  return failed('later', problemOf('delivery-failed', {}, { detail }));
}

/**
 * Returns the failure for a disk without room for the file at `path`, whether Darkslide noticed
 * that before writing or another program failed to write.
 */
export function diskFull(path: string): DeliveryFailure {
  return { ...failure(fullDisk(path, 'no space left')), then: 'later' };
}

/** Returns the failure of a system call on `path`. Any other error is a bug and is thrown. */
export function fromDisk(error: unknown, path: string): DeliveryFailure {
  const problem = diskProblem(error, path);
  // Nothing written to a failing disk can be trusted, so a retry does not help.
  if (problem.code === 'disk-failing') return { ...failure(problem), then: 'never' };
  if (problem.code !== 'folder-unwritable') return { ...failure(problem), then: 'later' };
  return failed('later', { ...problem, code: 'delivery-failed' });
}

/** Codes of system calls that fail on a disk; other errors of a download come from the network. */
const diskCodes = new Set([
  ...'ENOSPC EDQUOT EFBIG EIO EROFS EACCES EPERM EBUSY ENOENT'.split(' '),
  ...'ENOTDIR EISDIR EMFILE ENFILE ENAMETOOLONG'.split(' '),
]);

/** Checks whether a download failed on the local disk and not in the network. */
export function isDiskError(error: unknown): boolean {
  const onTheWay = error instanceof Error && 'syscall' in error && error.syscall === 'connect';
  return !onTheWay && diskCodes.has(errorCode(error) ?? '');
}

/** Checks whether the network caused a download to fail; any other error is a bug. */
export function isNetworkError(error: unknown): boolean {
  if (error instanceof DownloadFailure) return true;
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : undefined;
  return typeof code === 'string' || error.cause !== undefined;
}

/** Returns the failure of a download that was interrupted, or that Darkslide ended. */
export function lostTo(error: unknown): DeliveryFailure {
  if (error instanceof DownloadFailure) {
    if (error.reason === 'too-large') {
      return failed(
        'never',
        problemOf('download-damaged.too-large', {}, { detail: error.message }),
      );
    }
    return error.reason === 'not-encrypted' ? refusedAddress(error) : lost(error.message);
  }
  if (!(error instanceof ConnectFailure)) return lost(causeText(error));
  if (error.reason === 'offline') return { ...failure(error.problem), then: 'later' };
  if (error.reason === 'inside') return refusedAddress(error);
  const { code, about } = error.problem;
  // only problems that the user must fix in the network are reported as such, because other
  // failures may pass without the user's help
  const passes = ['service-unreachable', 'service-timeout', 'aborted'].includes(code);
  if (passes) return lost(causeText(error));
  const more = { ...(about === undefined ? {} : { about }), detail: causeText(error) };
  const problem = problemOf('download-failed.network', { why: error.problem }, more);
  return failed('later', { ...problem, code });
}

/**
 * Returns a failure that is retried later: by then, the service may return another address, or the
 * computer may have left a network that redirects every host name to its own page.
 */
function refusedAddress(error: Error): DeliveryFailure {
  return failed('later', problemOf('download-refused', {}, { detail: error.message }));
}
