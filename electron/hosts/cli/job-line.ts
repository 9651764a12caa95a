import { plainText } from '#shared/plain-text.ts';
import type { JobLine } from '#shared/views/command-line.ts';

/** Returns the lines about a finished job. */
export function jobText(line: JobLine): string {
  const files = [...line.results, ...(line.layers ?? []), ...(line.psd === null ? [] : [line.psd])];
  const made =
    files.length === 0
      ? ''
      : `\n${files.map((f) => `            ${plainText(f.file)}`).join('\n')}`;
  const why =
    line.error === null ? '' : `\n            ${line.error.code}: ${plainText(line.error.message)}`;
  const mask = line.mask === undefined ? '' : `\n            mask: ${plainText(line.mask)}`;
  const again = line.already === true ? ' (already done, nothing was sent)' : '';
  return `${line.state.padEnd(11)} ${plainText(line.photo)}${again}${why}${mask}${made}`;
}
