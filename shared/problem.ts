/**
 * How Darkslide says that something is wrong. An expected failure is a value (`Outcome`), not an
 * exception: what happened, what was not lost and what to do, in one or two sentences a photographer
 * understands, under a code that never changes. Only bugs throw.
 */
export interface Problem {
  /** Stable kebab-case code, listed in `problemCodes`. */
  readonly code: ProblemCode;
  /** One or two sentences: what, where, what to do. Holds no key and no stack trace. */
  readonly message: string;
  /**
   * What it is about, in no language: a path, a file name, an address, a number with its unit, allowed
   * values, the service's own words. Never a sentence: a screen works it into its own (`problemText`).
   */
  readonly about?: string;
  /** The agent parameter or recipe field that is meant, where there is one. */
  readonly parameter?: string;
  /** Technical detail for "--verbose" and the disclosure on screen. Redacted like a log line. */
  readonly detail?: string;
}

export type Outcome<T> = { readonly ok: true; readonly value: T } | Failure;

export interface Failure {
  readonly ok: false;
  readonly problem: Problem;
  /** What else is wrong, where a check tells all of it at once. */
  readonly others?: readonly Problem[];
}

export function success(): Outcome<void>;
export function success<T>(value: T): Outcome<T>;
export function success<T>(value?: T): Outcome<T | undefined> {
  return { ok: true, value };
}

/** Returns the failure that a problem, or a problem of these parts, stands for. */
export function failure(problem: Problem): Failure;
export function failure(
  code: ProblemCode,
  message: string,
  more?: Omit<Problem, 'code' | 'message'>,
): Failure;
export function failure(what: Problem | ProblemCode, message = '', more = {}): Failure {
  return { ok: false, problem: typeof what === 'string' ? { code: what, message, ...more } : what };
}

/** Returns the failure of a check that tells all that is wrong; there must be something. */
export function failures(problems: readonly Problem[]): Failure {
  const [problem, ...others] = problems;
  if (problem === undefined) throw new Error('There is no problem to fail with.');
  return { ok: false, problem, ...(others.length > 0 && { others }) };
}

/** Returns all that is wrong; nothing for a success. */
export function problemsIn(outcome: Outcome<unknown>): readonly Problem[] {
  return outcome.ok ? [] : [outcome.problem, ...(outcome.others ?? [])];
}

/** Returns what is wrong, for a row or a view that says it; null for a success. */
export function problemIn(outcome: Outcome<unknown>): Problem | null {
  return outcome.ok ? null : outcome.problem;
}

/** Returns the outcome with another value; a problem stays. */
export function mapOutcome<T, U>(outcome: Outcome<T>, to: (value: T) => U): Outcome<U> {
  return outcome.ok ? success(to(outcome.value)) : outcome;
}

/** The text of anything thrown, without its stack. */
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
 * Every code, with the short title that docs and screens use. A code is never renamed or reused,
 * because scripts branch on it.
 */
export const problemCodes = {
  // how the program was asked
  usage: 'The command was not understood',
  'time-over': 'The time for the command is over',
  'port-unavailable': 'The port cannot be used',
  'account-unknown': 'There is no such account on this computer',
  'system-unsupported': 'Services of this system are not supported',
  'administrator-needed': 'This needs an administrator',
  'system-service-unknown': 'There is no such system service',
  'setting-malformed': 'A --set is not name=value',
  'recipe-unreadable': 'The recipe file cannot be read',
  'recipe-damaged': 'The recipe of a hot folder is damaged',
  'recipe-invalid': 'The recipe is not valid',
  'recipe-unknown': 'There is no such recipe',
  'recipe-name-taken': 'Another recipe has this name',
  'recipe-in-use': 'A drop folder runs the recipe',
  'agent-unknown': 'There is no such agent',
  'version-unknown': 'The agent has no such version',
  'parameter-unknown': 'The agent has no such parameter',
  'parameter-type': 'A value has the wrong type',
  'parameter-range': 'A value is outside its range',
  'parameter-choice': 'A value is not one of the allowed ones',
  'parameter-required': 'A required value is missing',
  'parameter-together': 'These values do not go together',
  'parameter-not-used': 'A value would have no effect',
  'template-invalid': 'The naming template is not valid',
  'template-escapes': 'The naming template leaves the output folder',
  'template-token': 'The naming template holds an unknown token',
  'template-same-names': 'The naming template gives every photo the same name',
  'pattern-invalid': 'The pattern for article numbers cannot be used',
  'path-relative': 'A path does not begin at the disk or drive',
  'path-not-chosen': 'A file or folder was not chosen in the window',
  'path-out-of-reach': 'A folder cannot be opened in the browser',

  // the policy of the computer
  'policy-invalid': 'The policy of the computer cannot be used',
  'policy-unsafe': 'The policy of the computer is not believed',
  managed: 'The administrator has set it',
  'managed-service': 'The administrator has set the service',
  'managed-limit': 'It is more than the administrator allows',
  'managed-folder': 'The folder lies where the administrator allows none',

  // settings from a file
  'settings-file-invalid': 'The file of settings cannot be taken',
  'setting-not-taken': 'A setting of the file cannot be used here',
  'setting-not-imported': 'A settings file never changes this setting',
  'service-not-taken': 'The file names another service',

  // folders and files
  'folder-missing': 'The folder is not there',
  'folder-unreadable': 'The folder cannot be read',
  'folder-empty': 'The folder holds no photos',
  'folder-unwritable': 'The output folder cannot be written',
  'folder-own-output': 'The output folder lies inside its own hot folder',
  'folder-in-folder': "The folder and another drop folder get in each other's way",
  'folder-in-data': "The hot folder overlaps Darkslide's data folder",
  'folder-unreachable': 'The folder cannot be reached right now',
  'folder-unknown': 'There is no such drop folder',
  'folder-other-volume': 'The folder lies on another volume than the photo',
  'file-missing': 'The file is not there',
  'result-not-ready': 'The result is not ready yet',
  'result-gone': 'The result is no longer where it was delivered',
  'result-unknown': 'There is no such result',
  'picture-gone': 'The picture is no longer on this computer',
  'picture-unknown': 'There is no such picture',
  'picture-changed': 'The picture has changed',
  'picture-unavailable': 'The picture cannot be downloaded right now',
  'preview-unreadable': 'The preview cannot be read',
  'file-unreadable': 'The file cannot be read',
  'file-not-regular': 'This is not a regular file',
  'file-too-large': 'The file is too large',
  'facts-unreadable': 'The camera data cannot be read',
  'file-name-unreadable': 'The file name cannot be read',
  'file-incomplete': 'The file is not whole',
  'file-empty': 'The file is still empty',
  'file-partial': 'The end of the file has not arrived yet',
  'file-changed': 'The file changed while it was read',
  'recipe-file-unreadable': 'A file of the recipe cannot be read',
  'recipe-file-changed': 'A file of the recipe changed after the photo was taken in',
  'file-changing': 'The file changed while it was read',
  'photo-replaced': 'The photo was replaced',
  'inputs-changed': 'The mask or another image was changed',
  'ticket-invalid': 'The ticket of a photo cannot be used',
  'ticket-late': 'The ticket came after its photo',

  // photos
  'photo-address-refused': 'The address of a photo is not allowed',
  'photo-download-failed': 'A photo could not be downloaded',
  'photo-download-offline': 'A photo is not downloaded while offline',
  'photo-not-an-image': 'This is not a photo Darkslide can read',
  'photo-refused-format': 'This kind of file is refused',
  'photo-channels': 'The photo has extra channels',
  'photo-raw-only': 'The camera RAW holds no preview',
  'photo-damaged': 'The photo is damaged',
  'photo-raw-damaged': 'The preview inside the camera RAW is damaged',
  'photo-too-small': 'The photo is too small for the service',
  'photo-too-long': 'The photo is too long or too wide for the service',
  'photo-too-large': 'The photo has too many pixels',
  'upload-too-large': 'The file is too large to add in the browser',
  'photo-too-heavy': 'The photo cannot be made light enough',
  'template-gone': 'The service has this scene, model or background no more',
  'template-not-ready': 'This scene, model or background cannot be used',
  'template-failed': 'The entry could not be prepared by the service',
  'photo-misfit': 'The settings do not suit the size of the photo',
  'photo-frame-shift': 'The photo would move in its frame',
  'photo-timeout': 'The photo took too long to read',
  'image-process-crashed': 'The image process stopped on this photo',
  'mask-invalid': 'The mask cannot be used',
  'mask-by-address': 'The mask is only known by its address',
  'mask-file-foreign': 'The file is not a Darkslide mask',
  'mask-unreadable': 'The mask image cannot be read',
  'mask-empty': 'The mask keeps nothing',
  'mask-full': 'The mask keeps everything',
  'mask-size': 'The mask has another size than the photo',
  'mask-shape': 'The mask has another aspect ratio',
  'mask-unknown': 'There is no such mask',
  'mask-twice': 'The mask is given twice',
  'mask-not-taken': 'The agent takes no mask',
  'mask-changed': 'Another window changed the mask',
  'mask-out-of-step': 'The change to the mask does not fit',
  'mask-too-large': 'The mask holds too much',

  'photo-unknown': 'The photo is not on the filmstrip',

  // custom models and scenes
  'own-unknown': 'There is no such own model or scene',
  'own-creation-unknown': 'There is no such unfinished model or scene',
  'own-photos': 'It is not made of this many photos',
  'own-photos-twice': 'Two of the photos are the same',
  'own-photo-changed': 'A photo for the model or scene was changed',
  'copy-gone': 'The copy of a photo is missing',
  'own-name': 'The name cannot be used',
  'own-full': 'The account has as many as it may',
  'own-not-created': 'It was not created',
  'own-uncertain': 'It is not known whether it was created',
  'own-other-account': 'The API key seems to be that of another account',
  'own-failed': 'The service could not prepare it',
  'own-in-use': 'It is being used',
  'own-uses-changed': 'What uses the model or scene has changed',
  'own-still-in-account': 'The model or scene is still in the account',
  'own-release-over': 'Its release is over',
  'own-not-allowed': 'It is not meant for this photo',
  'own-cards-invalid': 'The file of cards cannot be read',
  'own-release-file': 'The release file cannot be kept',

  // the service
  'service-key-missing': 'There is no API key',
  'service-key-file': 'The key file cannot be used',
  'service-manager': 'The system did not install a service',
  'login-item': 'The system does not start Darkslide at login',
  'login-item-unavailable': 'Only the installed app can start at login',
  'service-unwritable': 'The system cannot be given a name that a service needs',
  'service-unauthorised': 'The service does not accept the API key',
  'service-key-invalid': 'The API key holds invalid characters',
  'service-unreachable': 'The service cannot be reached',
  'demo-unavailable': 'The demo service could not be started',
  'service-timeout': 'The service did not answer in time',
  'service-not-an-envelope': 'The answer does not come from the service',
  'service-refused': 'The service refused',
  'service-rate-limited': 'The service asks to slow down',
  'service-balance': 'The account has no balance left',
  'service-bad-url': 'The service address is not valid',
  'service-fixed': 'The service was named at the start',
  'service-certificate': 'Nobody vouches for the certificate of the service',
  'service-certificate-expired': 'The certificate of the service does not hold today',
  'service-certificate-early': 'The service’s certificate is not valid yet',
  'service-certificate-name': 'The certificate is for another name',
  'proxy-bad-url': 'The address of the proxy is not valid',
  'proxy-sign-in-in-address': 'The proxy address holds a user name or password',
  'proxy-failed': 'The proxy lets nothing through',
  'proxy-unsupported': 'This kind of proxy is not supported',
  'proxy-unreachable': 'The proxy cannot be reached',
  'proxy-authentication': 'The proxy asks for a name and password',
  'proxy-credentials-refused': 'The proxy does not accept the user name and password',
  'proxy-sign-in-unsupported': 'The proxy’s sign-in method is not supported',
  'proxy-name-missing': 'The user name for the proxy is missing',
  'proxy-not-named': 'The system uses no proxy now',
  'certificates-not-safe': 'The file of certificates lies where a page can write',
  'certificates-unreadable': 'The file of certificates cannot be used',
  offline: 'Darkslide is offline by choice',
  'keychain-failed': 'The keychain did not take the API key',
  'templates-incomplete': 'The service gives less of a list than it tells of',
  'list-unknown': 'The service has no such list',
  'callback-settings': 'The settings for notifications cannot be used',
  'callback-not-listening': 'Notifications are not listened for',
  aborted: 'It was stopped',

  // new versions of Darkslide
  'updates-elsewhere': 'Somebody else sees to new versions',
  'updates-off': 'Looking for new versions is switched off',
  'update-unreachable': 'Where new versions are offered cannot be reached',
  'update-missing': 'No new version is offered for this computer',
  'update-unreadable': 'The list of new versions cannot be read',
  'update-unsigned': 'The new version is not signed',
  'update-foreign': 'The new version is signed by somebody else',
  'update-unproven': 'The signature of the new version cannot be checked',
  'update-older': 'The version that is offered is older',
  'update-redirected': 'The way to new versions led to an unsafe place',
  'update-too-long': 'More came than a new version can be',
  'update-cut': 'The new version did not come whole',
  'update-damaged': 'The new version is not what was announced',
  'update-changed': 'The new version was changed after it was fetched',
  'update-not-ready': 'No new version is ready',
  'update-jobs-running': 'Photos are being worked on',
  'update-failed': 'The new version could not be fetched or installed',
  'update-not-installed': 'The new version could not be installed',

  // jobs
  'execution-failed': 'The service could not make the images',
  'execution-partial': 'The service could not make all of the images',
  'execution-unknown': 'It is not known whether this one was charged',
  'execution-late': 'A request that was lost was processed after all',
  'execution-twice': 'Two unknown executions were found on one task',
  'execution-limit-of-task': 'The task already holds 20 executions',
  'execution-not-found': 'The service lists no such execution on the task',
  'execution-known': 'The job already has this execution',
  'execution-deadline': 'The execution did not end in time',
  'spending-limit': 'The spending limit is reached',
  'job-unreadable': 'A job in the ledger cannot be read',
  'job-not-found': 'There is no such job',
  'job-not-adoptable': 'The job cannot take over an execution now',
  'job-not-retryable': 'The job cannot be retried now',
  'job-ended': 'The job has already ended',
  'job-paid': 'The job is already paid for',
  'job-not-pausable': 'The job cannot be paused now',
  'job-not-waiting': 'The job is not waiting',
  'job-sent': 'The job was sent with its recipe already',
  'job-made-already': 'Another job has this photo and these settings',
  'job-has-ticket': 'The photo came with its own ticket',
  'recipe-not-saved': 'The job runs no saved recipe of a hot folder',
  'padding-not-needed': 'The photo needs no padding',
  'job-under-way': 'The job has not ended',
  'task-in-use': 'The task is still needed',
  'task-uncertain': 'The task may tell what was charged',
  'task-missing': 'The job has no task at the service',
  'task-deleted': 'The task is deleted at the service',
  'task-deleted-already': 'The task was already deleted',
  cancelled: 'The job was cancelled',

  // delivery
  'download-failed': 'A result could not be downloaded',
  'download-refused': 'The address of a file is not allowed',
  'download-no-address': 'The service gave no address for a result',
  'download-damaged': 'A downloaded file is not what it should be',
  'psd-failed': 'The PSD could not be made',
  'psd-requested': 'The PSD is there or already requested',
  'original-pixels-left': "The photo's own pixels were not put back",
  'delivery-failed': 'The result could not be placed in the output folder',
  'metadata-failed': 'The metadata could not be written',
  'metadata-tool-missing': 'Metadata cannot be written on this computer',
  'marks-not-written': 'Stars and picks are not in every file',
  'disk-full': 'The disk is full',
  'disk-failing': 'The disk reports errors',
  'export-failed': 'A result could not be exported',
  'export-empty': 'There is nothing to export',
  'export-folder-watched': 'The export folder lies inside a hot folder',
  'export-disk-full': 'The disk has no room for the export',
  'export-folder-gone': 'The folder of the export cannot be written any more',
  'export-running': 'Another export is under way',

  // the studio
  'data-folder-locked': 'Another Darkslide works in this data folder',
  'control-unavailable': 'Commands cannot reach this Darkslide',
  'control-not-safe': 'The way to the open Darkslide is not safe',
  'version-differs': 'Another version of Darkslide is open',
  'open-with-other-service': 'Darkslide is open with another service',
  'option-not-taken': 'The open Darkslide does not take this option',
  'data-folder-on-share': 'The data folder is on a network share',
  'ledger-busy': 'Another program is using the ledger',
  'ledger-disk-full': 'The disk of the ledger is full',
  'samples-missing': 'The sample photos could not be added',
  'data-folder-unusable': 'The data folder cannot be used',
  'ledger-elsewhere': 'The ledger belongs to another service',
  'ledger-newer': 'The ledger was written by a newer Darkslide',
  'ledger-damaged': 'The ledger is damaged',
  'ledger-restored': 'A backup of the ledger is in its place',
  'restore-failed': 'The backup could not be restored',
  'backup-failed': 'The ledger could not be backed up',
  'data-folder-gone': 'The data folder is no longer there',
  'settings-damaged': 'The settings could not be read',
  'settings-unwritable': 'The settings cannot be saved',
  'settings-unreadable': 'The settings cannot be read',
  'studio-gone': 'Darkslide does not answer',
  'studio-opening': 'Darkslide is starting',
  'studio-closing': 'Darkslide is closing',
  interrupted: 'It was cut off in the middle',
  'request-unknown': 'There is no such thing to ask for',
  'request-invalid': 'What was given cannot be used',
  'drag-unsupported': 'Files are dragged by the browser here',
  'requests-too-many': 'Too much was asked for at once',
  'file-manager-missing': 'No file manager could be opened',
  'edited-elsewhere': 'It was changed in another window',
  paused: 'A person paused it',
  internal: 'Darkslide made a mistake',
  'screens-unbuilt': 'The window could not be built',
} as const;

export type ProblemCode = keyof typeof problemCodes;
