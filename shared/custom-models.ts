import { customModelLimits, customSceneLimits } from './limits.ts';
import type { PreparationStatus } from './service.ts';

/** What an account makes of its own photos: a fashion model or a scene, for aimodel v1.0. */
export const customModelKinds = ['model', 'scene'] as const;
export type CustomModelKind = (typeof customModelKinds)[number];

/** A custom model or scene of the account. */
export interface CustomModelKey {
  readonly kind: CustomModelKind;
  /** `fashionModelId` or `locationId`. */
  readonly id: number;
}

/** A custom model or scene as the service last told of it. */
export interface ServiceModel {
  /** `fashionModelId` or `locationId`. */
  readonly id: number;
  readonly name: string;
  /** Address; '' without one. */
  readonly cover: string;
  /** Addresses of what it was made of; null where they were not told. */
  readonly images: readonly string[] | null;
  readonly status: PreparationStatus;
}

/** The agent that takes them, "Own models and scenes". */
export const customModelAgent = { agentName: 'aimodel', agentVersion: 'v1.0' } as const;

interface CustomModelKindFacts {
  /** The parameter of aimodel that takes its id. */
  readonly parameter: 'fashionModelId' | 'locationId';
  /** The list of the info operation that holds it. */
  readonly list: 'fashionModels' | 'locations';
  /** Photos that one is made of, at most. */
  readonly photos: number;
  /** How many an account may have. */
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
 * Characters of a name, of notes and of one tag or client; more is refused, never cut. These are the
 * studio's own limits: the interface has none for names.
 */
export const customModelTextLimits = { name: 100, notes: 5000, word: 100, words: 100 } as const;

/** Days before the last one on which a release is warned about. */
export const RELEASE_WARNING_DAYS = 30;

/**
 * How a release stands on a local day: `none` without a last day, `ends` from 30 days before it on, `over`
 * after it. Both days are YYYY-MM-DD; the last one is still good.
 */
export type ReleaseStatus = 'none' | 'good' | 'ends' | 'over';

export function releaseStatus(expires: string | null, today: string): ReleaseStatus {
  if (expires === null) return 'none';
  if (expires < today) return 'over';
  return daysUntil(expires, today) <= RELEASE_WARNING_DAYS ? 'ends' : 'good';
}

/** Whole days from `today` to `day`; negative once it is past. Both are YYYY-MM-DD. */
export function daysUntil(day: string, today: string): number {
  return Math.round((Date.parse(`${day}T00:00Z`) - Date.parse(`${today}T00:00Z`)) / 86_400_000);
}

/** For whom a studio has a custom model or scene; both empty is for everybody. */
export interface CustomModelAudience {
  /** Names of clients, which a folder on the way to a photo bears. */
  readonly clients: readonly string[];
  /** Whole paths of folders. */
  readonly folders: readonly string[];
}

/**
 * Whether photos that lie at `places` (paths of the photo and of its hot folder) may be made with it: one
 * of them lies in or below an allowed folder, or has a folder with a client's name on its way. Case and
 * Unicode form do not matter, nor which slash is written.
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

function segmentsOf(path: string): readonly string[] {
  return folded(path)
    .split(/[/\\]+/u)
    .filter((segment) => segment !== '');
}

function folded(text: string): string {
  return text.trim().normalize('NFC').toLowerCase();
}
