import { dryRunWatch } from '../../app/command-line/dry-run.ts';
import type { Context } from './context.ts';
import { exitStatus, type ExitStatus } from './exit.ts';
import { refuse } from './refuse.ts';

/** Runs `watch --dry-run`: prints what would happen to each file in the folder, and how many images would be bought. */
export async function showDryRun(
  context: Context,
  watch: Parameters<typeof dryRunWatch>[1],
): Promise<ExitStatus> {
  const { out, t, told, money } = context;
  const foreseen = await dryRunWatch(context, watch);
  if (!foreseen.ok) return refuse(context, foreseen.problem);
  const { entries, jobs, images, cost } = foreseen.value;
  for (const entry of entries) {
    const { path } = entry;
    const text =
      entry.kind === 'failed'
        ? t('dryRun.failed', { path, why: told(entry.problem) })
        : t(`dryRun.${entry.kind}`, { path });
    out.result(entry, text);
  }
  const files = entries.length;
  const text = { files, jobs, images, cost: cost === null ? 'none' : money(cost) };
  out.result({ dryRun: { files, jobs, images, cost } }, t('dryRun.summary', text));
  return exitStatus.done;
}
