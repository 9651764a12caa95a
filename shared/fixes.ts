import type { ProblemCode } from './problem.ts';

/** A fix for a job's problem that a retry alone does not solve. */
export type Fix =
  /** Pads this job's photo and runs the job again. */
  | 'pad-photo'
  /** Opens a dialog that changes the recipe to pad photos that are too long, and runs the job again. */
  | 'pad-recipe'
  /** Opens the same dialog to choose an agent that accepts such photos. */
  | 'choose-agent'
  /** Opens the same dialog with the recipe, because the recipe's settings do not fit the photo. */
  | 'open-recipe'
  /** Shows the photo, because the file must be replaced. */
  | 'show-photo';

interface Remedy {
  /** The fixes to offer, the best first. */
  readonly fixes: readonly Fix[];
  /** Whether a later retry with the same photo and the same recipe can succeed. */
  readonly canRetry: boolean;
}

const hopeless = (...fixes: [Fix, ...Fix[]]): Remedy => ({ fixes, canRetry: false });
const hopeful = (...fixes: [Fix, ...Fix[]]): Remedy => ({ fixes, canRetry: true });
/** Retrying is enough: the cause is temporary, or the user removes it outside Darkslide. */
const retry: Remedy = { fixes: [], canRetry: true };
/** The fix depends on whether the run was charged, not on the code: see queue/answers.ts. */
const answered: Remedy = { fixes: [], canRetry: true };

/**
 * The table of fixes for the window, its menus and the command line. It contains every code with which a job can end,
 * be held or have a warning. A house test fails if a code is missing.
 */
const remedies: Readonly<Partial<Record<ProblemCode, Remedy>>> = {
  // The photo. The limits for uploads are the same for all agents.
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

  // the service and the connection to it
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

  // the execution and its images
  'execution-failed': hopeful('open-recipe', 'choose-agent'),
  'bought-elsewhere': answered,
  'shared-root-missing': retry,
  'claimed-elsewhere': retry,
  'claim-taken-over': retry,
  'studio-busy': retry,
  'station-lease-lost': retry,
  'execution-partial': answered,
  'execution-unknown': answered,
  'execution-late': answered,
  'execution-twice': answered,
  'execution-limit-of-task': answered,
  'execution-deadline': answered,
  'job-unreadable': answered,
  'psd-failed': answered,
  'finish-failed': answered,
  'original-pixels-left': answered,
  'finish-no-subject': hopeless('open-recipe'),
  'finish-smaller': hopeless('open-recipe'),
  'finish-too-heavy': hopeless('open-recipe'),
  'finish-too-large': hopeless('open-recipe'),
  'finish-preset-unknown': hopeless('open-recipe'),
  'finish-preset-invalid': hopeless('open-recipe'),

  // delivery, disks, and problems that only people can solve
  'folder-missing': retry,
  'folder-unwritable': retry,
  'folder-own-output': retry,
  'folder-unreachable': retry,
  'managed-folder': retry,
  'delivery-failed': retry,
  'name-in-hot-folder': hopeful('open-recipe'),
  'metadata-failed': retry,
  'metadata-tool-missing': retry,
  'disk-full': retry,
  'disk-failing': retry,
  'spending-limit': retry,
  'limit-too-low': retry,
  'limits-unreadable': retry,
  'price-missing': retry,
  paused: retry,
  cancelled: retry,
  internal: retry,
};

/** Codes with an entry in the table. */
export const decidedCodes = Object.keys(remedies) as readonly ProblemCode[];

/** Codes of jobs that can never succeed with the same photo and the same recipe. */
export const hopelessCodes: readonly ProblemCode[] = decidedCodes.filter((code) => !canRetry(code));

/**
 * Returns the fixes for a problem; empty if only a retry helps. Omits fixes that change the hot folder's recipe if the
 * job has no saved recipe.
 */
export function fixesOf(
  code: ProblemCode | undefined,
  { isRecipeSaved }: { readonly isRecipeSaved: boolean },
): readonly Fix[] {
  const fixes = remedyOf(code)?.fixes ?? [];
  return isRecipeSaved ? fixes : fixes.filter((fix) => fix !== 'pad-recipe');
}

/** Returns whether retrying a job with this problem can succeed. */
export function canRetry(code: ProblemCode | undefined): boolean {
  return remedyOf(code)?.canRetry ?? true;
}

function remedyOf(code: ProblemCode | undefined): Remedy | undefined {
  return code === undefined ? undefined : remedies[code];
}
