import { verifySignature } from 'electron-updater/out/windowsExecutableCodeSignatureVerifier.js';
import { ProblemError } from '../../../base/problem-error.ts';
import { failure } from '#shared/failure.ts';

/**
 * Verifies that an installer is signed by one of the publishers. Returns null if it is, otherwise the reason. Throws a
 * `ProblemError` (update-unproven) if PowerShell cannot run, because electron-updater would then accept the installer
 * without verifying it.
 */
export async function provePublisher(publishers: string[], file: string): Promise<string | null> {
  // electron-updater starts PowerShell by name, and Windows would first search the current folder, which may be the
  // folder of a photo that was opened with Darkslide.
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
