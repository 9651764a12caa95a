import type { ProblemCode } from './problem.ts';

/** What a person can do about a job where trying again does not help, or not by itself. */
export type Fix =
  /** In the recipe: photos that are too long are padded. */
  | 'pad-photo'
  /** In the recipe: another agent takes such photos. */
  | 'choose-agent'
  /** In the recipe: what it asks for does not suit. */
  | 'open-recipe'
  /** The file itself is to be replaced. */
  | 'show-photo';

interface Remedy {
  /** The one to begin with comes first. */
  readonly fixes: readonly Fix[];
  /** Whether the same photo with the same recipe can go through another time. */
  readonly canRetry: boolean;
}

const hopeless = (...fixes: Fix[]): Remedy => ({ fixes, canRetry: false });
const hopeful = (...fixes: Fix[]): Remedy => ({ fixes, canRetry: true });

/**
 * The one table of fixes, for the window, its menus and the command line. A problem that is not here
 * has none but trying again.
 */
const remedies: Readonly<Partial<Record<ProblemCode, Remedy>>> = {
  'photo-too-long': hopeless('pad-photo', 'choose-agent'),
  'photo-too-small': hopeless('choose-agent', 'show-photo'),
  'photo-too-large': hopeless('show-photo'),
  'photo-misfit': hopeless('open-recipe', 'choose-agent'),
  'photo-not-an-image': hopeless('show-photo'),
  'photo-refused-format': hopeless('show-photo'),
  'photo-channels': hopeless('show-photo'),
  'photo-raw-only': hopeless('show-photo'),
  'photo-damaged': hopeless('show-photo'),
  'photo-raw-damaged': hopeless('show-photo'),
  'photo-too-heavy': hopeless('show-photo'),
  'photo-frame-shift': hopeless('open-recipe', 'choose-agent'),
  'mask-size': hopeless('open-recipe'),
  'mask-shape': hopeless('open-recipe'),
  'mask-empty': hopeless('open-recipe'),
  'mask-full': hopeless('open-recipe'),
  'mask-unreadable': hopeless('open-recipe'),
  'mask-invalid': hopeless('open-recipe'),
  'template-gone': hopeful('open-recipe'),
  'template-not-ready': hopeful('open-recipe'),
  'template-failed': hopeful('open-recipe'),
  'own-release-over': hopeful('open-recipe'),
  'own-not-allowed': hopeful('open-recipe'),
  'service-refused': hopeful('open-recipe', 'choose-agent'),
};

/** Codes of jobs that cannot succeed with the same photo and the same recipe. */
export const hopelessCodes: readonly ProblemCode[] = (
  Object.keys(remedies) as ProblemCode[]
).filter((code) => !canRetry(code));

/** What helps with a problem; empty where only trying again does. */
export function fixesOf(code: ProblemCode | undefined): readonly Fix[] {
  return remedyOf(code)?.fixes ?? [];
}

/** Whether trying a job again can help that has this problem. */
export function canRetry(code: ProblemCode | undefined): boolean {
  return remedyOf(code)?.canRetry ?? true;
}

function remedyOf(code: ProblemCode | undefined): Remedy | undefined {
  return code === undefined ? undefined : remedies[code];
}
