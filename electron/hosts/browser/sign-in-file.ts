import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { failure } from '#shared/failure.ts';
import { causeText, success, type Outcome } from '#shared/problem.ts';

/** A file that redirects a browser to a URL. */
interface SignInFile {
  /** `file:` URL of the file. The URL contains no secret, so it may appear on a command line. */
  readonly url: string;
  /** Removes the file with its folder. Never fails. */
  remove(): Promise<void>;
}

/**
 * Writes a file that redirects a browser to `address`, so that the token in the URL never appears on a command line,
 * which other users of the computer can read. The file is private (0600), in a private folder (0700) of the data
 * folder, which only one process uses at a time; files of earlier starts are removed. Problems: folder-unwritable.
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
    // Fails if another program has created the folder in the meantime, for example as a link.
    await mkdir(folder, { mode: 0o700 });
    await writeFile(file, redirectTo(address), { mode: 0o600, flag: 'wx' });
    return success({ url: pathToFileURL(file).href, remove });
  } catch (error) {
    await remove();
    return failure(
      'folder-unwritable.browser',
      {},
      {
        about: folder,
        detail: causeText(error),
      },
    );
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
