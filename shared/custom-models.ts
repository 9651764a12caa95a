import { customModelLimits, customSceneLimits } from './limits.ts';
import type { PreparationStatus } from './service.ts';

/** The kinds of templates that an account can create from its own photos, for aimodel v1.0. */
export const customModelKinds = ['model', 'scene'] as const;
export type CustomModelKind = (typeof customModelKinds)[number];

/** A custom model or scene of the account. */
export interface CustomModelKey {
  readonly kind: CustomModelKind;
  /** `fashionModelId` or `locationId`. */
  readonly id: number;
}

/** A custom model or scene as the service last reported it. */
export interface ServiceModel {
  /** `fashionModelId` or `locationId`. */
  readonly id: number;
  readonly name: string;
  /** URL of the cover; empty if there is none. */
  readonly cover: string;
  /** URLs of its photos; null if the service did not list them. */
  readonly images: readonly string[] | null;
  readonly status: PreparationStatus;
}

/** The agent that can use custom models and scenes (interface: "Own models and scenes"). */
export const customModelAgent = { agentName: 'aimodel', agentVersion: 'v1.0' } as const;

interface CustomModelKindFacts {
  /** The parameter of aimodel for the ID of a custom model or scene. */
  readonly parameter: 'fashionModelId' | 'locationId';
  /** The template list of the info operation that contains the custom models or scenes. */
  readonly list: 'fashionModels' | 'locations';
  /** Maximum number of photos for one creation. */
  readonly photos: number;
  /** Maximum number per account. */
  readonly perAccount: number;
}

export const customModelFacts: Readonly<Record<CustomModelKind, CustomModelKindFacts>> = {
  model: {
    parameter: 'fashionModelId',
    list: 'fashionModels',
    photos: customModelLimits.images,
    perAccount: customModelLimits.perAccount,
  },
  scene: {
    parameter: 'locationId',
    list: 'locations',
    photos: 1,
    perAccount: customSceneLimits.perAccount,
  },
};

/**
 * Maximum characters of a name, of notes, and of a tag or client (`word`); maximum number of tags, clients or
 * folders (`words`). Longer texts and lists are refused, and never shortened. These are Darkslide's own limits,
 * because the interface has none for names.
 */
export const customModelTextLimits = { name: 100, notes: 5000, word: 100, words: 100 } as const;

/** Days before expiry from which Darkslide warns about a release. */
export const RELEASE_WARNING_DAYS = 30;

/**
 * The status of a release on a local day: `none` without an expiry date, `ends` in its last 30 days, `over` after its
 * expiry date. Days are YYYY-MM-DD; a release is still valid on its last day.
 */
export type ReleaseStatus = 'none' | 'good' | 'ends' | 'over';

export function releaseStatus(expires: string | null, today: string): ReleaseStatus {
  if (expires === null) return 'none';
  if (expires < today) return 'over';
  return daysUntil(expires, today) <= RELEASE_WARNING_DAYS ? 'ends' : 'good';
}

/** Returns the number of whole days from `today` to `day`, both YYYY-MM-DD; negative if `day` is in the past. */
export function daysUntil(day: string, today: string): number {
  return Math.round((Date.parse(`${day}T00:00Z`) - Date.parse(`${today}T00:00Z`)) / 86_400_000);
}

/** The clients and folders that may use a custom model or scene; if both are empty, everyone may. */
export interface CustomModelAudience {
  /** Names of clients; a photo belongs to a client if a folder in its path has the client's name. */
  readonly clients: readonly string[];
  /** Absolute paths of folders. */
  readonly folders: readonly string[];
}

/**
 * Returns whether photos at `places` (the paths of a photo and of its hot folder) may use a custom model or scene: at
 * least one path is in or below an allowed folder, or contains a folder with an allowed client's name. Ignores case,
 * Unicode form and the kind of slash.
 */
export function isAllowed(
  { clients, folders }: CustomModelAudience,
  places: readonly string[],
): boolean {
  if (clients.length === 0 && folders.length === 0) return true;
  const names = new Set(clients.map(folded));
  const roots = folders.map(segmentsOf);
  return places.map(segmentsOf).some((way) => {
    const isBelow = roots.some(
      (root) => root.length > 0 && root.every((segment, at) => segment === way[at]),
    );
    return isBelow || way.some((segment) => names.has(segment));
  });
}

/**
 * Returns a function that gives names that differ only in case or Unicode form the same spelling: the spelling in
 * `names`, or otherwise the spelling in which the function first received the name.
 */
export function oneSpelling(names: readonly string[]): (name: string) => string {
  const spellings = new Map(names.map((name) => [folded(name), name]));
  return (name) => {
    const key = folded(name);
    const known = spellings.get(key) ?? name;
    spellings.set(key, known);
    return known;
  };
}

/** Returns the client whose name is the innermost matching folder in a photo's path; null if none matches. */
export function clientOf(path: string, clients: readonly string[]): string | null {
  const names = new Map(clients.map((client) => [folded(client), client]));
  const folders = segmentsOf(path).slice(0, -1);
  return names.get(folders.findLast((folder) => names.has(folder)) ?? '') ?? null;
}

function segmentsOf(path: string): readonly string[] {
  return folded(path)
    .split(/[/\\]+/u)
    .filter((segment) => segment !== '');
}

function folded(text: string): string {
  return text.trim().normalize('NFC').toLowerCase();
}
