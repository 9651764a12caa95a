import { basename, dirname, relative } from 'node:path';
import type { JobLine } from '#shared/views/command-line.ts';
import { runSample, sampleFolder } from '../../app/command-line/sample.ts';
import type { Context } from './context.ts';
import type { ExitStatus } from './exit.ts';
import { refuse } from './refuse.ts';
import { printSummary } from './summary.ts';
import { table } from './table.ts';
import { talkOf } from './talk.ts';

/** Runs `sample`: processes the sample photos and lists the results. */
export async function sampleHere(context: Context): Promise<ExitStatus> {
  const { out } = context;
  const folder = sampleFolder(context, context.options.data !== undefined);
  const talk = talkOf(context, (line) => lineText(line, folder));
  const ended = await runSample(context, folder, talk);
  if (!ended.ok) return refuse(context, ended.problem);
  out.say('');
  const status = printSummary(context, ended.value.counts);
  out.say(`\n${overview(ended.value.lines, folder)}\n\nAll files are in ${folder}`);
  return status;
}

function lineText({ state, photo, results, error, already }: JobLine, folder: string): string {
  const [first] = results;
  const to = first === undefined ? '' : ` → ${relative(folder, dirname(first.file))}`;
  const why = error === null ? '' : ` (${error.code}: ${error.message})`;
  return `${state.padEnd(7)} ${basename(photo)}${to}${already === true ? ', from an earlier run' : ''}${why}`;
}

/** Returns a table of the results, one row per file. */
function overview(lines: readonly JobLine[], folder: string): string {
  const rows = lines.flatMap(({ photo, results, psd }) => {
    const files = psd === null ? results : [...results, psd];
    return files.map(({ file, width, height, bytes }) => [
      basename(photo),
      relative(folder, file),
      `${width} × ${height}`,
      `${(bytes / 1_000_000).toFixed(1)} MB`,
    ]);
  });
  rows.sort(([, a = ''], [, b = '']) => a.localeCompare(b));
  return table(['PHOTO', 'RESULT', 'PIXELS', 'SIZE'], rows);
}
