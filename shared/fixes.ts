import type { ProblemCode } from './problem.ts';

/** What a person can do about a job where trying again does not help, or not by itself. */
export type Fix =
  /** The photo of this job is padded, and the job runs again. */
  | 'pad-photo'
  /** In the recipe: photos that are too long are padded from now on. */
  | 'pad-recipe'
  /** In the recipe: another agent takes such photos. */
  | 'choose-agent'
  /** In the recipe: its settings do not suit the photo. */
  | 'open-recipe'
  /** The file itself is to be replaced. */
  | 'show-photo';

interface Remedy {
  /** The one to begin with comes first. */
  readonly fixes: readonly Fix[];
  /** Whether the same photo with the same recipe can succeed another time. */
  readonly canRetry: boolean;
}

const hopeless = (...fixes: [Fix, ...Fix[]]): Remedy => ({ fixes, canRetry: false });
const hopeful = (...fixes: [Fix, ...Fix[]]): Remedy => ({ fixes, canRetry: true });
/** Trying again is right: what stood in the way passes, or a person removes it outside Darkslide. */
const retry: Remedy = { fixes: [], canRetry: true };
/** What was bought decides, not the code: see the answers to a job (queue/answers.ts). */
const answered: Remedy = { fixes: [], canRetry: true };

/**
 * The one table of fixes, for the window, its menus and the command line: every code that a job can end
 * with, be held by or warn with. A house test misses a code that is not here.
 */
const remedies: Readonly<Partial<Record<ProblemCode, Remedy>>> = {
  // the photo; the limits of an upload are the same for every agent
  'photo-too-long': hopeless('pad-photo', 'pad-recipe'),
  'photo-too-small': hopeless('show-photo'),
  'photo-too-large': hopeless('show-photo'),
  'photo-too-heavy': hopeless('show-photo'),
  'photo-not-an-image': hopeless('show-photo'),
  'photo-refused-format': hopeless('show-photo'),
  'photo-channels': hopeless('show-photo'),
  'photo-raw-only': hopeless('show-photo'),
  'photo-damaged': hopeless('show-photo'),
  'photo-raw-damaged': hopeless('show-photo'),
  'photo-misfit': hopeless('open-recipe', 'choose-agent'),
  'photo-frame-shift': hopeless('open-recipe', 'choose-agent'),
  'photo-timeout': retry,
  'image-process-crashed': retry,
  'file-changed': hopeful('show-photo'),
  'file-missing': retry,
  'file-unreadable': retry,
  'file-not-regular': hopeful('show-photo'),
  'file-too-large': hopeful('show-photo'),

  // the recipe, its mask, its model and its scene
  'agent-unknown': hopeless('choose-agent'),
  'version-unknown': hopeless('choose-agent'),
  'recipe-file-changed': hopeful('open-recipe'),
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

  // the service and the way to it
  'service-refused': hopeful('open-recipe', 'choose-agent'),
  'service-unauthorised': retry,
  'service-unreachable': retry,
  'service-timeout': retry,
  'service-not-an-envelope': retry,
  'service-rate-limited': retry,
  'service-balance': retry,
  'service-certificate': retry,
  'service-certificate-expired': retry,
  'service-certificate-early': retry,
  'service-certificate-name': retry,
  'proxy-bad-url': retry,
  'proxy-failed': retry,
  'proxy-unsupported': retry,
  'proxy-unreachable': retry,
  'proxy-authentication': retry,
  'proxy-credentials-refused': retry,
  'proxy-sign-in-unsupported': retry,
  'certificates-not-safe': retry,
  'certificates-unreadable': retry,
  'download-failed': retry,
  'download-refused': retry,
  'download-no-address': retry,
  'download-damaged': retry,

  // what was bought
  'execution-failed': answered,
  'execution-partial': answered,
  'execution-unknown': answered,
  'execution-late': answered,
  'execution-twice': answered,
  'execution-limit-of-task': answered,
  'execution-deadline': answered,
  'job-unreadable': answered,
  'psd-failed': answered,
  'original-pixels-left': answered,

  // delivery, disks and people
  'folder-missing': retry,
  'folder-unwritable': retry,
  'folder-own-output': retry,
  'folder-unreachable': retry,
  'managed-folder': retry,
  'delivery-failed': retry,
  'metadata-failed': retry,
  'metadata-tool-missing': retry,
  'disk-full': retry,
  'disk-failing': retry,
  'spending-limit': retry,
  paused: retry,
  cancelled: retry,
  internal: retry,
};

/** Codes for which it is decided what helps. */
export const decidedCodes = Object.keys(remedies) as readonly ProblemCode[];

/** Codes of jobs that cannot succeed with the same photo and the same recipe. */
export const hopelessCodes: readonly ProblemCode[] = decidedCodes.filter((code) => !canRetry(code));

/**
 * What helps with a problem; empty where only trying again does. What concerns the recipe of a hot
 * folder is left out where the job has none that is saved.
 */
export function fixesOf(
  code: ProblemCode | undefined,
  { isRecipeSaved }: { readonly isRecipeSaved: boolean },
): readonly Fix[] {
  const fixes = remedyOf(code)?.fixes ?? [];
  return isRecipeSaved ? fixes : fixes.filter((fix) => fix !== 'pad-recipe');
}

/** Whether trying a job again can help that has this problem. */
export function canRetry(code: ProblemCode | undefined): boolean {
  return remedyOf(code)?.canRetry ?? true;
}

function remedyOf(code: ProblemCode | undefined): Remedy | undefined {
  return code === undefined ? undefined : remedies[code];
}
