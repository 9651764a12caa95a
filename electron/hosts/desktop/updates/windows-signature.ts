import { verifySignature } from 'electron-updater/out/windowsExecutableCodeSignatureVerifier.js';
import { ProblemError } from '../../../base/problem-error.ts';
import { failure } from '#shared/failure.ts';

/**
 * Why an installer is not by one of the publishers; null when it is. electron-updater takes it for
 * theirs where PowerShell does not run and nothing can be checked: here that is a `ProblemError`,
 * update-unproven.
 */
export async function provePublisher(publishers: string[], file: string): Promise<string | null> {
  // electron-updater names PowerShell without its path, which is looked for in the current folder first:
  // where Darkslide was opened with a photo, that is the folder of the photo
  process.env['NoDefaultCurrentDirectoryInExePath'] = '1';
  let skipped: string | null = null;
  const why = await verifySignature(publishers, file, {
    info() {},
    error() {},
    warn(said: unknown) {
      if (/ignoring signature validation|skipping this step/iu.test(String(said))) {
        skipped = String(said);
      }
    },
  });
  if (why === null && skipped !== null) {
    throw new ProblemError(failure('update-unproven', {}, { detail: skipped }));
  }
  return why;
}
