import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { failure } from '#shared/failure.ts';
import { parseFinishPreset, type FinishPreset } from '#shared/finish/preset.ts';
import { shippedPresets, type ShippedPreset } from '#shared/finish/shipped.ts';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import { readRegular } from '../../base/regular-file.ts';

/** Maximum file size in bytes; a preset has about a thousand bytes. */
const largestFile = 1_000_000;
const ending = '.json';

/** A preset, and where it comes from. */
export interface StoredPreset {
  readonly preset: FinishPreset;
  /** Name of the preset if it ships with Darkslide; null for a preset that the user created. */
  readonly shipped: ShippedPreset | null;
}

export interface StoredPresets {
  readonly presets: readonly StoredPreset[];
  /** Problems of the user's preset files that cannot be read, have the wrong name, or a shipped preset's name. */
  readonly problems: readonly Problem[];
}

/** Returns the folder of the user's presets, which contains one file per preset. */
export function presetFolder(dataFolder: string): string {
  return join(dataFolder, 'finish-presets');
}

export function presetFile(dataFolder: string, name: string): string {
  return join(presetFolder(dataFolder), `${name}${ending}`);
}

/** Returns the presets that ship with Darkslide, followed by the user's, sorted by name. */
export async function storedPresets(dataFolder: string): Promise<StoredPresets> {
  const presets: StoredPreset[] = shippedPresets.map((shipped) => ({
    preset: shipped.preset,
    shipped,
  }));
  const problems: Problem[] = [];
  const names = await readdir(presetFolder(dataFolder)).catch(() => []);
  for (const name of names.filter((one) => one.endsWith(ending)).sort()) {
    const read = await readPreset(join(presetFolder(dataFolder), name), name);
    if (!read.ok) problems.push({ ...read.problem, about: name });
    else presets.push({ preset: read.value, shipped: null });
  }
  return { presets, problems };
}

/** Returns presets by name, in the order of the names. Problem: finish-preset-unknown. */
export async function findPresets(
  dataFolder: string,
  names: readonly string[],
): Promise<Outcome<FinishPreset[]>> {
  if (names.length === 0) return success([]);
  const { presets } = await storedPresets(dataFolder);
  const found: FinishPreset[] = [];
  for (const name of new Set(names)) {
    const one = presets.find(({ preset }) => preset.name === name);
    if (one === undefined) {
      const known = presets.map(({ preset }) => preset.name);
      return failure('finish-preset-unknown', { name, names: known }, { about: name });
    }
    found.push(one.preset);
  }
  return success(found);
}

/** Parses the text of a preset's file. Problems: finish-preset-invalid, those of `parseFinishPreset`. */
export function parsePresetText(text: string, name: string): Outcome<FinishPreset> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return failure('finish-preset-invalid.json', { name }, { about: name });
  }
  return parseFinishPreset(json);
}

export function isShipped(name: string): boolean {
  return shippedPresets.some(({ preset }) => preset.name === name);
}

/** Checks that a preset is in its own file. Problems: finish-preset-taken for a shipped name, finish-preset-invalid. */
function checkName(preset: FinishPreset, file: string): Outcome<FinishPreset> {
  const { name } = preset;
  if (isShipped(name)) return failure('finish-preset-taken.shipped', { name });
  if (file !== `${name}${ending}`) return failure('finish-preset-invalid.file', { name, file });
  return success(preset);
}

async function readPreset(file: string, name: string): Promise<Outcome<FinishPreset>> {
  try {
    const bytes = await readRegular(file, { most: largestFile, noLink: true });
    const parsed = parsePresetText(bytes.toString('utf8'), name);
    return parsed.ok ? checkName(parsed.value, name) : parsed;
  } catch {
    return failure('finish-preset-invalid.json', { name }, { about: name });
  }
}
