import type { Said } from './said.ts';

/**
 * A problem that Darkslide reports to the user. Expected failures are returned as values (`Outcome`), not thrown; only
 * bugs throw. A problem has a code that never changes, and one or two sentences that say what happened, what is safe
 * and what to do.
 */
export interface Problem extends Said {
  /** Stable code in kebab case, listed in `problemCodes`. */
  readonly code: ProblemCode;
  /**
   * The subject of the problem, which does not depend on the language: a path, a file name, a URL, a number with its
   * unit, allowed values, or words quoted from the service. Never a sentence of Darkslide.
   */
  readonly about?: string;
  /** The agent parameter or recipe field that caused the problem. */
  readonly parameter?: string;
  /** Technical detail, shown with --verbose and under Details on screen. Secrets are removed, as in the log. */
  readonly detail?: string;
}

export type Outcome<T> = { readonly ok: true; readonly value: T } | Failure;

export interface Failure {
  readonly ok: false;
  readonly problem: Problem;
  /** Further problems, if a check has found several. */
  readonly others?: readonly Problem[];
}

export function success(): Outcome<void>;
export function success<T>(value: T): Outcome<T>;
export function success<T>(value?: T): Outcome<T | undefined> {
  return { ok: true, value };
}

/** Returns the failure of a check with all problems that it found; `problems` must not be empty. */
export function failures(problems: readonly Problem[]): Failure {
  const [problem, ...others] = problems;
  if (problem === undefined) throw new Error('failures() needs at least one problem.');
  return { ok: false, problem, ...(others.length > 0 && { others }) };
}

/** Returns all problems of an outcome; empty for a success. */
export function problemsIn(outcome: Outcome<unknown>): readonly Problem[] {
  return outcome.ok ? [] : [outcome.problem, ...(outcome.others ?? [])];
}

/** Returns the problem of an outcome, for display; null for a success. */
export function problemIn(outcome: Outcome<unknown>): Problem | null {
  return outcome.ok ? null : outcome.problem;
}

/** Returns the outcome with its value converted by `to`; a failure is returned unchanged. */
export function mapOutcome<T, U>(outcome: Outcome<T>, to: (value: T) => U): Outcome<U> {
  return outcome.ok ? success(to(outcome.value)) : outcome;
}

/** Returns the text of a thrown value, without its stack. */
export function causeText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = (error as { code?: unknown }).code;
  const own =
    typeof code === 'string' && !error.message.includes(code)
      ? `${code}: ${error.message}`
      : error.message;
  return error.cause === undefined ? own : `${own} (${causeText(error.cause)})`;
}

/**
 * All codes with their short titles for docs and screens. Codes are never renamed or reused, because scripts depend on
 * them.
 */
export const problemCodes = {
  // input and options
  usage: 'Invalid command',
  'time-over': 'The command timed out',
  'port-unavailable': 'The port is not available',
  'account-unknown': 'No such account on this computer',
  'setting-malformed': '--set needs name=value',
  'recipe-unreadable': 'The recipe file cannot be read',
  'recipe-damaged': "A hot folder's recipe is damaged",
  'recipe-invalid': 'The recipe is not valid',
  'recipe-unknown': 'No such recipe',
  'recipe-name-taken': 'Recipe name already in use',
  'recipe-in-use': 'The recipe is used by a hot folder',
  'agent-unknown': 'No such agent',
  'version-unknown': 'No such version of the agent',
  'parameter-unknown': 'No such parameter',
  'parameter-type': 'A value has the wrong type',
  'parameter-range': 'A value is out of range',
  'parameter-choice': 'A value is not allowed',
  'parameter-required': 'A required value is missing',
  'parameter-together': 'These values cannot be combined',
  'parameter-not-used': 'A value has no effect',
  'template-invalid': 'The naming template is not valid',
  'template-escapes': 'The naming template points outside the output folder',
  'template-token': 'Unknown token in the naming template',
  'template-same-names': 'The naming template gives all photos the same name',
  'pattern-invalid': 'The product number pattern is not valid',
  'path-relative': 'A full path is needed',
  'path-not-chosen': 'The file or folder was not chosen in the window',
  'path-out-of-reach': 'The folder cannot be opened in the browser',

  // Darkslide as a background service
  'system-unsupported': 'Background services are not supported on this system',
  'administrator-needed': 'Administrator rights needed',
  'system-service-unknown': 'No such background service',
  'service-manager': 'The background service could not be changed',
  'service-unwritable': 'Background services do not support this name',

  // the administrator policy
  'policy-invalid': 'The administrator policy is not valid',
  'policy-unsafe': 'The administrator policy is not trusted',
  managed: 'Set by the administrator',
  'managed-service': 'The service is set by the administrator',
  'managed-limit': "Above the administrator's limit",
  'managed-folder': 'The administrator does not allow this folder',

  // settings from a file
  'settings-file-invalid': 'The settings file cannot be imported',
  'setting-not-taken': 'A setting cannot be imported',
  'setting-not-imported': 'This setting is never imported',
  'service-not-taken': 'The settings file names another service',

  // folders and files
  'folder-missing': 'The folder does not exist',
  'folder-unreadable': 'The folder cannot be read',
  'folder-empty': 'No photos in the folder',
  'folder-unwritable': 'The output folder is not writable',
  'folder-own-output': 'The output folder is inside its hot folder',
  'folder-in-folder': 'The folder overlaps another hot folder',
  'folder-in-data': "The hot folder overlaps Darkslide's data folder",
  'folder-unreachable': 'The folder cannot be reached right now',
  'folder-unknown': 'No such hot folder',
  'folder-other-volume': 'The folder is on another volume',
  'file-missing': 'The file does not exist',
  'result-not-ready': 'The result is not ready yet',
  'result-gone': 'The result was moved or deleted',
  'result-unknown': 'No such result',
  'picture-gone': 'The picture is no longer on this computer',
  'picture-unknown': 'No such picture',
  'picture-changed': 'The picture has changed',
  'picture-unavailable': 'The picture cannot be downloaded right now',
  'preview-unreadable': 'The preview cannot be read',
  'file-unreadable': 'The file cannot be read',
  'file-not-regular': 'Not a regular file',
  'file-too-large': 'The file is too large',
  'facts-unreadable': 'The camera data cannot be read',
  'file-name-unreadable': 'The file name cannot be read',
  'file-incomplete': 'The file is incomplete',
  'file-empty': 'The file is still empty',
  'file-partial': 'The file is still being copied',
  'file-changed': 'The file changed while it was being read',
  'recipe-file-unreadable': 'A file used by the recipe cannot be read',
  'recipe-file-changed': 'A file used by the recipe changed after the photo was added',
  'file-changing': 'The file keeps changing',
  'photo-replaced': 'The photo was replaced',
  'inputs-changed': 'A mask or image used by the recipe was changed',
  'ticket-invalid': 'The ticket is not valid',
  'ticket-late': 'The ticket arrived after its photo',

  // photos
  'photo-address-refused': 'The URL of a photo is not allowed',
  'photo-download-failed': 'The photo could not be downloaded',
  'photo-download-offline': 'No downloads while offline',
  'photo-not-an-image': 'Not a readable photo',
  'photo-refused-format': 'File type not supported',
  'photo-channels': 'The photo has extra channels',
  'photo-raw-only': 'The camera RAW file has no preview',
  'photo-damaged': 'The photo is damaged',
  'photo-raw-damaged': 'The preview in the camera RAW file is damaged',
  'photo-too-small': 'The photo is too small for the service',
  'photo-too-long': 'The photo is too long and narrow for the service',
  'photo-too-large': 'The photo has too many pixels',
  'upload-too-large': 'The file is too large to add in the browser',
  'photo-too-heavy': 'The photo cannot be compressed enough',
  'template-gone': 'This scene, model or background no longer exists',
  'template-not-ready': 'This scene, model or background is not ready',
  'template-failed': 'The service could not prepare this scene, model or background',
  'photo-misfit': "The settings do not fit the photo's size",
  'photo-frame-shift': 'The photo would shift in its frame',
  'photo-timeout': 'The photo took too long to read',
  'image-process-crashed': 'Image processing crashed on this photo',
  'mask-invalid': 'The mask cannot be used',
  'mask-by-address': 'A mask from a URL cannot be checked',
  'mask-file-foreign': 'The file is not a Darkslide mask',
  'mask-unreadable': 'The mask image cannot be read',
  'mask-empty': 'The mask keeps nothing',
  'mask-full': 'The mask keeps everything',
  'mask-size': 'The mask and the photo differ in size',
  'mask-shape': 'The mask and the photo differ in aspect ratio',
  'mask-unknown': 'No such mask',
  'mask-none-drawn': 'The photo has no mask of its own',
  'mask-of-each-photo': "Each photo's own mask is for Retouch only",
  'mask-twice': 'Two masks given',
  'mask-not-taken': 'The agent does not use a mask',
  'mask-changed': 'The mask was changed in another window',
  'mask-out-of-step': 'Earlier changes to the mask are missing',
  'mask-too-large': 'The mask is too large',
  'subject-none': 'No subject was found in the photo',

  'photo-unknown': 'The photo is not on the filmstrip',

  // custom models and scenes
  'own-unknown': 'No such custom model or scene',
  'own-creation-unknown': 'No request for a model or scene to retry or dismiss',
  'own-photos': 'Wrong number of photos',
  'own-photos-twice': 'Two of the photos are the same',
  'own-photo-changed': 'A photo for the model or scene was changed',
  'copy-gone': 'The copy of a photo is missing',
  'own-name': 'The name is not valid',
  'own-full': 'The account has no room for another model or scene',
  'own-not-created': 'The model or scene was not created',
  'own-uncertain': 'The model or scene may have been created',
  'own-other-account': 'The API key may belong to another account',
  'own-failed': 'The service could not prepare the model or scene',
  'own-in-use': 'The model or scene is in use',
  'own-uses-changed': 'What uses the model or scene has changed',
  'own-still-in-account': 'The model or scene is still in the account',
  'own-release-over': 'The release of the model or scene has expired',
  'own-not-allowed': 'Not allowed for this photo',
  'own-cards-invalid': 'The studio details file cannot be imported',
  'own-release-file': 'The release of the model or scene cannot be saved',

  // the service
  'service-key-missing': 'No API key',
  'service-key-file': 'The key file cannot be used',
  'login-item': 'The system does not allow Darkslide to start at login',
  'login-item-unavailable': 'Only the installed app can start at login',
  'service-unauthorised': 'The service does not accept the API key',
  'service-key-invalid': 'The API key contains invalid characters',
  'service-unreachable': 'The service cannot be reached',
  'demo-unavailable': 'The demo service could not be started',
  'service-timeout': 'The service did not answer in time',
  'service-not-an-envelope': 'The answer is not from the service',
  'service-refused': 'The service refused the request',
  'service-rate-limited': 'Too many requests to the service',
  'service-balance': 'No balance left',
  'service-bad-url': 'The service URL is not valid',
  'service-fixed': 'The service was set at startup and cannot be changed',
  'service-certificate': "The service's certificate is not trusted",
  'service-certificate-expired': "The service's certificate has expired",
  'service-certificate-early': "The service's certificate is not valid yet",
  'service-certificate-name': "The service's certificate is for another name",
  'proxy-bad-url': 'The proxy address is not valid',
  'proxy-sign-in-in-address': 'The proxy address contains a user name or password',
  'proxy-failed': 'The proxy blocks the connection',
  'proxy-unsupported': 'This kind of proxy is not supported',
  'proxy-unreachable': 'The proxy cannot be reached',
  'proxy-authentication': 'The proxy needs a user name and password',
  'proxy-credentials-refused': 'The proxy does not accept the user name and password',
  'proxy-sign-in-unsupported': "The proxy's sign-in method is not supported",
  'proxy-name-missing': 'The proxy user name is missing',
  'proxy-not-named': 'The system no longer uses this proxy',
  'certificates-not-safe': 'The certificate file is inside the data folder',
  'certificates-unreadable': 'The certificate file cannot be read',
  offline: 'Darkslide is in offline mode',
  'keychain-failed': 'The keychain did not accept the API key',
  'templates-incomplete': 'The list from the service is incomplete',
  'list-unknown': 'The service has no such list',
  'callback-settings': 'The notification settings are not valid',
  'callback-not-listening': 'Notifications are not being received',
  aborted: 'Stopped',

  // new versions of Darkslide
  'updates-elsewhere': 'Updates are managed by the system',
  'updates-off': 'Automatic update checks are off',
  'update-unreachable': 'The update server cannot be reached',
  'update-missing': 'No update for this computer',
  'update-unreadable': 'The update list cannot be read',
  'update-unsigned': 'The update is not signed',
  'update-foreign': 'The update was signed by someone else',
  'update-unproven': "The update's signature cannot be verified",
  'update-older': 'The offered version is older',
  'update-redirected': 'The update was redirected to an unsafe address',
  'update-too-long': 'The update is too large',
  'update-cut': 'The update download is incomplete',
  'update-damaged': 'The update is damaged',
  'update-changed': 'The update was changed after the download',
  'update-not-ready': 'No update is ready',
  'update-jobs-running': 'Photos are being processed',
  'update-failed': 'The update failed',
  'update-not-installed': 'The update could not be installed',

  // jobs
  'execution-failed': 'The service could not generate the images',
  'execution-partial': 'The service could not generate all images',
  'execution-unknown': 'The execution may have been charged',
  'execution-late': 'A lost request was processed after all',
  'execution-twice': 'A request was charged twice',
  'execution-limit-of-task': 'The task already holds 20 executions',
  'execution-not-found': 'No such execution on the task',
  'execution-known': 'The job already has this execution',
  'execution-deadline': 'The execution did not finish in time',
  'spending-limit': 'Spending limit reached',
  'limit-too-low': 'One run is above the spending limit',
  'price-missing': 'The agent has no price',
  'amount-invalid': 'Not an amount of money',
  'job-unreadable': 'The job cannot be read',
  'job-not-found': 'No such job',
  'job-not-adoptable': 'The job cannot be linked to an execution now',
  'job-not-retryable': 'The job cannot be retried now',
  'job-ended': 'The job has already ended',
  'job-paid': 'The job is already paid for',
  'job-not-pausable': 'The job cannot be paused now',
  'job-not-waiting': 'The job is not waiting',
  'job-sent': 'The job was already sent with its recipe',
  'job-made-already': 'Another job has the same photo and settings',
  'job-has-ticket': 'The photo came with its own ticket',
  'recipe-not-saved': 'The job does not use a saved recipe of a hot folder',
  'padding-not-needed': 'The photo needs no padding',
  'job-under-way': 'The job is not finished',
  'task-in-use': 'The task is still needed',
  'task-uncertain': 'The task is needed to find out what was charged',
  'task-missing': 'The service has no task for the job',
  'task-deleted': 'The task was deleted from the service',
  'task-deleted-already': 'The task was already deleted',
  cancelled: 'The job was cancelled',

  // delivery
  'download-failed': 'The result could not be downloaded',
  'download-refused': 'The download URL is not allowed',
  'download-no-address': 'No download URL for a result',
  'download-damaged': 'A downloaded file is damaged',
  'psd-failed': 'The PSD could not be created',
  'psd-requested': 'The PSD is already requested',
  'original-pixels-left': 'The original pixels were not restored',
  'delivery-failed': 'The result could not be delivered to the output folder',
  'metadata-failed': 'The metadata could not be written',
  'metadata-tool-missing': 'Metadata cannot be written on this computer',
  'marks-not-written': 'Ratings and picks are not in every file',
  'disk-full': 'The disk is full',
  'disk-failing': 'The disk reports errors',
  'export-failed': 'A result could not be exported',
  'export-empty': 'Nothing to export',
  'export-folder-watched': 'The folder for exported or finished files lies inside a hot folder',
  'export-disk-full': 'The disk is too full for the export',
  'export-folder-gone': 'The export folder is no longer writable',
  'export-running': 'Another export is running',
  'photo-not-copied': 'A photo could not be copied into a hot folder',
  'finish-no-subject': 'No subject was found in the photo',
  'finish-smaller': 'The photo is smaller than the preset asks for',
  'finish-too-heavy': 'The file cannot be compressed enough',
  'finish-failed': 'A photo could not be finished',
  'finish-preset-invalid': 'The preset is not valid',
  'finish-preset-unknown': 'No such preset',
  'finish-preset-taken': 'Preset name already in use',

  // the studio
  'data-folder-locked': 'Darkslide is already running with this data folder',
  'control-unavailable': 'Commands cannot reach the running app',
  'control-not-safe': 'The connection to the running app is not safe',
  'version-differs': 'Another version of Darkslide is open',
  'open-with-other-service': 'Darkslide is open with another service',
  'option-not-taken': 'The option needs Darkslide to be closed',
  'data-folder-on-share': 'The data folder is on a network share',
  'ledger-busy': 'Another program is using the ledger',
  'ledger-disk-full': 'The disk that holds the ledger is full',
  'samples-missing': 'The sample photos could not be added',
  'data-folder-unusable': 'The data folder cannot be used',
  'ledger-elsewhere': 'The ledger belongs to another service',
  'ledger-newer': 'The ledger was written by a newer version of Darkslide',
  'ledger-damaged': 'The ledger is damaged',
  'ledger-restored': 'The ledger was restored from a backup',
  'restore-failed': 'The backup could not be restored',
  'backup-failed': 'The ledger could not be backed up',
  'data-folder-gone': 'The data folder no longer exists',
  'settings-damaged': 'Some settings are not valid',
  'settings-unwritable': 'The settings cannot be saved',
  'settings-unreadable': 'The settings cannot be read',
  'studio-gone': 'Darkslide does not answer',
  'studio-opening': 'Darkslide is starting',
  'studio-closing': 'Darkslide is closing',
  interrupted: 'Interrupted',
  'request-unknown': 'Unknown request',
  'request-invalid': 'Invalid request',
  'drag-unsupported': 'Darkslide cannot start a drag in the browser',
  'requests-too-many': 'Too many requests',
  'file-manager-missing': 'No file manager could be opened',
  'edited-elsewhere': 'Changed in another window',
  paused: 'Paused by you',
  internal: 'Something went wrong in Darkslide',
  'screens-unbuilt': 'The screens could not be built',
} as const;

export type ProblemCode = keyof typeof problemCodes;
