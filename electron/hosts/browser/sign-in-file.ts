import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { causeText, failure, success, type Outcome } from '#shared/problem.ts';

/** A file that leads a browser to an address. */
interface SignInFile {
  /** `file:` address of the file. It holds no secret and may stand on a command line. */
  readonly url: string;
  /** Removes the file with its folder. Never fails. */
  remove(): Promise<void>;
}

/**
 * Writes a file that leads a browser to `address`, so that the token in the address never stands on a
 * command line, which other users of the computer can read. The file is private (0600), in a private
 * folder (0700) of the data folder, which one process holds at a time; what an earlier start left there
 * is removed. Problems: folder-unwritable.
 */
export async function writeSignInFile(
  dataFolder: string,
  address: string,
): Promise<Outcome<SignInFile>> {
  const folder = join(dataFolder, 'sign-in');
  const file = join(folder, `${randomBytes(16).toString('hex')}.html`);
  const remove = () => rm(folder, { recursive: true, force: true }).catch(() => undefined);
  try {
    await remove();
    // fails where somebody put something there meanwhile, a link above all
    await mkdir(folder, { mode: 0o700 });
    await writeFile(file, redirectTo(address), { mode: 0o600, flag: 'wx' });
    return success({ url: pathToFileURL(file).href, remove });
  } catch (error) {
    await remove();
    return failure('folder-unwritable', 'The file that opens the browser cannot be written.', {
      about: folder,
      detail: causeText(error),
    });
  }
}

function redirectTo(address: string): string {
  const target = address.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="referrer" content="no-referrer" />
<meta http-equiv="refresh" content="0;url=${target}" />
<title>Darkslide</title>
</head>
<body><a href="${target}">Open Darkslide</a></body>
</html>
`;
}
