import type { Said } from '#shared/said.ts';
import { plainText } from '#shared/plain-text.ts';
import type { JobLine } from '#shared/views/command-line.ts';
import type { Speech } from './speech.ts';
import { padded } from './table.ts';

/** Width in columns of the state; further lines of the same job are indented by it. */
const STATE = 12;

/** Returns the output lines for a finished job. `why`: the job's error as text. */
export function jobText({ t, told }: Speech, line: JobLine, why: Said | null): string {
  const photo = plainText(line.photo);
  const files = [...line.results, ...(line.layers ?? []), ...(line.psd === null ? [] : [line.psd])];
  const below = [
    ...(line.error === null
      ? []
      : [t('notice', { code: line.error.code, message: plainText(told(why ?? line.error)) })]),
    ...(line.mask === undefined ? [] : [t('job.mask', { words: plainText(line.mask) })]),
    ...files.map(({ file }) => plainText(file)),
  ];
  const { station } = line;
  const own = line.already === true ? t('job.already', { photo }) : photo;
  const head =
    station === undefined ? own : t('job.elsewhere', { photo, station: plainText(station) });
  return [
    padded(t(`state.${line.state}`), STATE) + head,
    ...below.map((text) => ' '.repeat(STATE) + text),
  ].join('\n');
}
