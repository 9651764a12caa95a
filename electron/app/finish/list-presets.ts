import type { PresetList } from '#shared/views/finish.ts';
import { storedPresets } from '../../adapters/settings/finish-presets.ts';

/** Returns the presets of Finish: those that ship with Darkslide, then the user's by name. */
export async function listPresets(dataFolder: string): Promise<PresetList> {
  const { presets, problems, invalid } = await storedPresets(dataFolder);
  const cards = presets.map(({ preset, shipped }) => {
    if (shipped === null) return { preset, shipped };
    const { title, source, checked } = shipped;
    return { preset, shipped: { title, source, checked } };
  });
  const names = new Map([...invalid].map(([name, problem]) => [problem, name]));
  const told = problems.map((problem) => ({ problem, removable: names.get(problem) ?? null }));
  return { presets: cards, problems: told };
}
