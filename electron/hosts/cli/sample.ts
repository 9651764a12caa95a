import { basename, dirname, relative } from 'node:path';
import type { Said } from '#shared/said.ts';
import type { JobLine } from '#shared/views/command-line.ts';
import { runSample, sampleFolder } from '../../app/command-line/sample.ts';
import type { Context } from './context.ts';
import type { ExitStatus } from './exit.ts';
import { refuse } from './refuse.ts';
import { printSummary } from './summary.ts';
import type { Speech, Texts } from './speech.ts';
import { padded, table } from './table.ts';
import { talkOf } from './talk.ts';

/** Width in columns of the state. */
const STATE = 8;

/** Runs `sample`: processes the sample photos and lists the results. */
export async function sampleHere(context: Context): Promise<ExitStatus> {
  const { out, t } = context;
  const folder = sampleFolder(context, context.options.data !== undefined);
  const talk = talkOf(context, (speech, line, why) => lineText(speech, { line, why, folder }));
  const ended = await runSample(context, folder, talk);
  if (!ended.ok) return refuse(context, ended.problem);
  out.say('');
  const status = printSummary(context, ended.value.counts);
  out.say(['', overview(t, ended.value.lines, folder), '', t('sample.all', { folder })].join('\n'));
  return status;
}

interface SampleLine {
  readonly line: JobLine;
  readonly why: Said | null;
  readonly folder: string;
}

function lineText({ t, told }: Speech, { line, why, folder }: SampleLine): string {
  const { state, results, error, already } = line;
  const name = basename(line.photo);
  const [first] = results;
  const photo = first === undefined ? name : `${name} → ${relative(folder, dirname(first.file))}`;
  const parts = [
    already === true ? t('sample.earlier', { photo }) : photo,
    ...(error === null ? [] : [t('notice', { code: error.code, message: told(why ?? error) })]),
  ];
  return padded(t(`state.${state}`), STATE) + parts.join(' ');
}

/** Returns a table of the results, one row per file. */
function overview(t: Texts, lines: readonly JobLine[], folder: string): string {
  const rows = lines.flatMap(({ photo, results, psd }) => {
    const files = psd === null ? results : [...results, psd];
    return files.map(({ file, width, height, bytes }) => [
      basename(photo),
      relative(folder, file),
      `${width} × ${height}`,
      t('sample.megabytes', { megabytes: (bytes / 1_000_000).toFixed(1) }),
    ]);
  });
  rows.sort(([, a = ''], [, b = '']) => a.localeCompare(b));
  const head = (['photo', 'result', 'pixels', 'size'] as const).map((name) =>
    t(`sample.heading.${name}`),
  );
  return table(head, rows);
}
