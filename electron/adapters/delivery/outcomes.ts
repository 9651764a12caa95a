import { diskProblem, errorCode, fullDisk } from '#electron/base/files.ts';
import { DownloadFailure } from '#electron/adapters/network/downloads.ts';
import { ConnectFailure } from '#electron/adapters/network/failure.ts';
import { causeText, failure } from '#shared/problem.ts';
import type { Problem, ProblemCode } from '#shared/problem.ts';
import type { DeliveryFailure } from './types.ts';

function failed(
  then: DeliveryFailure['then'],
  code: ProblemCode,
  message: string,
  more: Pick<Problem, 'about' | 'detail'> = {},
): DeliveryFailure {
  return { ...failure(code, message, more), then };
}

export function stopped(): DeliveryFailure {
  return failed('later', 'aborted', 'It was stopped before the file was whole; nothing was lost.');
}

/** Returns the failure for an error of the network or the server. */
export function lost(detail: string): DeliveryFailure {
  const message = 'The result could not be downloaded; it is still at the service.';
  return failed('later', 'download-failed', message, { detail });
}

/** Returns the failure for an address that no longer leads to the file. */
export function gone(status: number): DeliveryFailure {
  const message =
    'The address of the result is no longer valid; the service is asked for a new one.';
  return failed('gone', 'download-failed', message, { detail: `HTTP status ${status}` });
}

/** Returns the failure for a file that is complete but not the expected picture. */
export function damaged(detail: string): DeliveryFailure {
  const message = 'The downloaded file is damaged or not a picture; it was thrown away.';
  return failed('later', 'download-damaged', message, { detail });
}

/** Checks whether Darkslide ended a download because it was longer than a result can be. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof DownloadFailure && error.reason === 'too-large';
}

/** Returns the failure for a name of the recipe or the photo that would lead out of the output folder. */
export function escaped(folder: string): DeliveryFailure {
  const message = `The folder "${folder}" leads out of the output folder through a link, so nothing was written there. Remove the link or choose another name.`;
  return failed('never', 'delivery-failed', message, { about: folder });
}

export function notWhole(detail: string): DeliveryFailure {
  const message = 'The result could not be written whole to the output folder; nothing was placed.';
  return failed('later', 'delivery-failed', message, { detail });
}

/**
 * Returns the failure for a disk without room for the file at `path`, found before or after another program
 * tried to write it.
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
  const { message, code: _code, ...more } = problem;
  return failed('later', 'delivery-failed', message, more);
}

/** Codes of system calls that fail on a disk; other errors of a download are the network's. */
const diskCodes = new Set([
  ...'ENOSPC EDQUOT EFBIG EIO EROFS EACCES EPERM EBUSY ENOENT'.split(' '),
  ...'ENOTDIR EISDIR EMFILE ENFILE ENAMETOOLONG'.split(' '),
]);

/** Checks whether a download failed on our disk and not in the network. */
export function isDiskError(error: unknown): boolean {
  const onTheWay = error instanceof Error && 'syscall' in error && error.syscall === 'connect';
  return !onTheWay && diskCodes.has(errorCode(error) ?? '');
}

/** Checks whether the network made a download fail; anything else is a bug. */
export function isNetworkError(error: unknown): boolean {
  if (error instanceof DownloadFailure) return true;
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : undefined;
  return typeof code === 'string' || error.cause !== undefined;
}

/** Returns the failure of a download that broke off, or that Darkslide ended. */
export function lostTo(error: unknown): DeliveryFailure {
  if (error instanceof DownloadFailure) {
    if (error.reason === 'too-large') {
      const message =
        'The file at the service is far larger than a result can be; it was not taken.';
      return failed('never', 'download-damaged', message, { detail: error.message });
    }
    return error.reason === 'not-encrypted' ? refusedAddress(error) : lost(error.message);
  }
  if (!(error instanceof ConnectFailure)) return lost(causeText(error));
  if (error.reason === 'offline') return { ...failure(error.problem), then: 'later' };
  if (error.reason === 'inside') return refusedAddress(error);
  const { code, message, about } = error.problem;
  // only problems that the user must fix in the network are reported as such; others may pass
  const passes = ['service-unreachable', 'service-timeout', 'aborted'].includes(code);
  if (passes) return lost(causeText(error));
  return failed('later', code, `The result is still at the service. ${message}`, {
    ...(about === undefined ? {} : { about }),
    detail: causeText(error),
  });
}

/**
 * Retried later: the service may give another address, or a network that answers for every name may be gone
 * by then.
 */
function refusedAddress(error: Error): DeliveryFailure {
  const message =
    'The service gave an address for the result that is inside this network or not encrypted, so Darkslide did not open it. The result is paid for and still at the service.';
  return failed('later', 'download-refused', message, { detail: error.message });
}
