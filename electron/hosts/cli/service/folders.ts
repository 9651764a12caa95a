import { join } from 'node:path';
import { failure } from '#shared/failure.ts';
import { success, type Failure, type Outcome } from '#shared/problem.ts';
import { unfinishedBeside } from '../../../base/files.ts';
import type { WatchedFiles } from '../../../app/command-line/check-watch.ts';
import { unwritableFolder } from '../../../base/unwritable-folder.ts';
import type { Environment } from '../../../base/environment.ts';
import { runProgram } from './run.ts';

/** The account that uses the folders, and whether to change nothing on disk. */
interface Looking {
  /** Account that the service runs as. */
  readonly account: string;
  readonly isPrint: boolean;
  readonly env: Environment;
}

const [NO_FOLDER, NO_FILE, NO_OUTPUT] = [101, 102, 103];

/**
 * Arguments of the script: the watched folder, the output folder, a new file in the output folder (an empty text to
 * change nothing), and the files to read.
 */
const script = `
test -d "$1" && test -r "$1" && test -x "$1" || exit ${NO_FOLDER}
out=$2 new=$3
shift 3
for file do test -f "$file" && test -r "$file" || exit ${NO_FILE}; done
if test -n "$new"; then
  mkdir -p -- "$out" && set -C && : > "$new" && rm -f -- "$new" || exit ${NO_OUTPUT}
else
  while ! test -e "$out" && test "$out" != /; do out=$(dirname -- "$out"); done
  test -d "$out" && test -w "$out" && test -x "$out" || exit ${NO_OUTPUT}
fi`;

/**
 * Checks that another account can use the folders of a service. Creates a missing output folder, unless the definition
 * is only printed. Runs the checks in a shell as that account, because this process has other permissions. Problems:
 * folder-missing, folder-unwritable, file-unreadable, service-manager.
 */
export async function checkFoldersAs(
  { watched, out, files }: WatchedFiles,
  { account, isPrint, env }: Looking,
): Promise<Outcome<void>> {
  // Checks nothing without root, because only root may act as another account. Windows has none of these programs.
  if (process.getuid?.() !== 0) return success();
  const become = process.platform === 'darwin' ? ['sudo', '-n', '-u'] : ['runuser', '-u'];
  const file = isPrint ? '' : unfinishedBeside(join(out, 'x'), Math.random, 'try');
  const shell = ['/bin/sh', '-c', script, 'sh', watched, out, file, ...files];
  const { status, said } = await runProgram([...become, account, '--', ...shell], env);
  if (status === 0) return success();
  if (status === NO_FOLDER) return missing(watched, account);
  if (status === NO_FILE) {
    return failure('file-unreadable.account', { account, files }, { about: files.join(', ') });
  }
  if (status === NO_OUTPUT) return unwritableFolder(out, `as ${account}: ${said}`);
  const words = said.slice(0, 300);
  return failure('service-manager.folders', { account, words }, { about: account, detail: said });
}

function missing(folder: string, account: string): Failure {
  return failure('folder-missing.account', { folder, account }, { about: folder });
}
