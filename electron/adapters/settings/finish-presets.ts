import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { failure } from '#shared/failure.ts';
import { isPresetName } from '#shared/finish/preset-name.ts';
import { parseFinishPreset, type FinishPreset } from '#shared/finish/preset.ts';
import { shippedPresets, type ShippedPreset } from '#shared/finish/shipped.ts';
import { parseJson } from '#shared/json.ts';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import { readProblem } from '../../base/read-problem.ts';
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
  /** The files among them that contain no valid preset, by the name of the file without its ending. */
  readonly invalid: ReadonlyMap<string, Problem>;
}

/**
 * What there is for the name of a preset. `unreadable`: the file cannot be read now, perhaps for a moment only.
 * Problems: finish-preset-unknown if it is missing; file-unreadable; for an invalid one file-not-regular,
 * file-too-large, and those of `parsePresetText`.
 */
export type NamedPreset = { readonly name: string } & PresetRead;

type PresetRead =
  | { readonly state: 'found'; readonly preset: FinishPreset }
  | { readonly state: 'missing' | 'invalid' | 'unreadable'; readonly problem: Problem };

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
  const invalid = new Map<string, Problem>();
  const folder = presetFolder(dataFolder);
  const names = await readdir(folder).catch((error: unknown) => {
    const problem = readProblem(error, folder);
    if (problem.code !== 'file-missing') problems.push(problem);
    return [];
  });
  for (const name of names.filter((one) => one.endsWith(ending)).sort()) {
    const read = await readPreset(join(folder, name));
    if (read.state === 'found') presets.push({ preset: read.preset, shipped: null });
    else if (read.state !== 'missing') problems.push(read.problem);
    if (read.state === 'invalid') invalid.set(basename(name, ending), read.problem);
  }
  return { presets, problems, invalid };
}

/** Returns the presets with these names, in their order. Problems: those of `NamedPreset`. */
export async function findPresets(
  dataFolder: string,
  names: readonly string[],
): Promise<Outcome<FinishPreset[]>> {
  const found: FinishPreset[] = [];
  for (const one of await presetsNamed(dataFolder, names)) {
    if (one.state !== 'found') return failure(one.problem);
    found.push(one.preset);
  }
  return success(found);
}

/** Returns what there is for each of these names, in their order. */
export function presetsNamed(dataFolder: string, names: readonly string[]): Promise<NamedPreset[]> {
  return Promise.all([...new Set(names)].map((name) => presetNamed(dataFolder, name)));
}

async function presetNamed(dataFolder: string, name: string): Promise<NamedPreset> {
  const shipped = shippedPresets.find(({ preset }) => preset.name === name);
  if (shipped !== undefined) return { name, state: 'found', preset: shipped.preset };
  const read = isPresetName(name) ? await readPreset(presetFile(dataFolder, name)) : null;
  if (read?.state === 'found') return { name, ...read };
  if (read !== null && read.state !== 'missing') return { name, ...read };
  const { presets } = await storedPresets(dataFolder);
  const names = presets.map(({ preset }) => preset.name);
  const { problem } = failure('finish-preset-unknown', { name, names }, { about: name });
  return { name, state: 'missing', problem };
}

/** Parses the text of a preset's file. Problems: finish-preset-invalid, those of `parseFinishPreset`. */
export function parsePresetText(text: string, name: string): Outcome<FinishPreset> {
  let json: unknown;
  try {
    json = parseJson(text);
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

async function readPreset(path: string): Promise<PresetRead> {
  const file = basename(path);
  let text: string;
  try {
    const bytes = await readRegular(path, { most: largestFile, noLink: true });
    text = bytes.toString('utf8');
  } catch (error) {
    const problem = readProblem(error, path);
    if (problem.code === 'file-missing') return { state: 'missing', problem };
    return { state: problem.code === 'file-unreadable' ? 'unreadable' : 'invalid', problem };
  }
  const parsed = parsePresetText(text, file);
  const checked = parsed.ok ? checkName(parsed.value, file) : parsed;
  if (checked.ok) return { state: 'found', preset: checked.value };
  return { state: 'invalid', problem: { ...checked.problem, about: file } };
}
