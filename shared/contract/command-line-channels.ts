import * as v from 'valibot';
import type { DeliveredFile, JobState } from '../job.ts';
import { infoPage } from '../limits.ts';
import { customModelKinds } from '../custom-models.ts';
import type { Problem } from '../problem.ts';
import type { AgentInfo } from '../service.ts';
import { hotFolderSettings } from '../views/folders.ts';
import type {
  AwaitedModelView,
  CommandAction,
  CommandEvent,
  CommandQuestion,
  CreationEnd,
  CreationView,
  DeletionEnd,
  LargeDropConfirmation,
  ListedModelView,
  RunCounts,
  WorkStatus,
} from '../views/command-line.ts';
import type { ImportedCards } from '../views/custom-models.ts';
import type { SettingsImport } from '../views/settings.ts';
import { command, event, query, type ChannelOutput, type ChannelInput } from './channel.ts';
import { between, count, filePath, id, none, text, webAddress } from './schemas.ts';

/** Characters. */
const LONGEST_FILE = 12_000_000;
/** Jobs that are named one by one. */
const MOST_IDS = 100_000;

const jobIds = v.pipe(v.array(id), v.maxLength(MOST_IDS), v.readonly());

/** On this computer, from the root of its disk. */
const absolutePath = v.pipe(filePath, v.regex(/^(?:\/|[a-z]:[\\/]|\\\\)/i, 'a whole path'));
const photo = v.union([absolutePath, webAddress]);
/** Checked again by the catalogue. */
const recipe = v.strictObject({
  recipe: v.custom<object>((value) => typeof value === 'object' && value !== null),
  baseFolder: absolutePath,
});
const hotFolder = v.strictObject({
  ...hotFolderSettings.entries,
  path: absolutePath,
  outFolder: absolutePath,
});
/** Of a file that a command has read. */
const fileText = v.pipe(v.string(), v.maxLength(LONGEST_FILE));
/** s without anything to do after which the command ends; null for never. */
const seconds = v.nullable(v.pipe(v.number(), v.finite(), v.minValue(0)));

const kind = v.picklist(customModelKinds);
const modelIds = v.pipe(v.array(count), v.minLength(1), v.maxLength(10_000), v.readonly());

const actions = ['retry', 'send-again', 'pad', 'changed-recipe', 'cancel'] as const;

/** What came of a change to jobs. */
interface JobsChanged {
  readonly jobs: number;
  readonly refused: number;
  readonly isStopped: boolean;
}

/**
 * What a command asks of the Darkslide that works on its data folder. The page has no such channels,
 * because they name paths. A connection carries one command; `stop` and `answer` belong to it.
 */
export const commandLineChannels = {
  status: query(none).returns<WorkStatus>(),
  /** Ends the command in good order, as Ctrl-C does; its answer still comes. */
  stop: command(none).returns<null>(),
  /** The answer to a question; null where nobody gave one. */
  answer: command(
    v.strictObject({ question: count, answer: v.nullable(v.pipe(text, v.maxLength(100))) }),
  ).returns<null>(),
  /** Does this to jobs: those of these numbers, and all that failed, are held or were not bought. */
  'change-jobs': command(
    v.strictObject({
      action: v.picklist(actions satisfies readonly CommandAction[]),
      ids: jobIds,
      all: v.pipe(v.array(v.picklist(['failed', 'held', 'not-bought'])), v.maxLength(3)),
    }),
  ).returns<JobsChanged>(),
  /** `isDeleted`: the service has deleted the tasks that it was to delete. */
  'delete-tasks': command(v.strictObject({ ids: jobIds })).returns<
    JobsChanged & { readonly isDeleted: boolean }
  >(),
  /** `refused`: why the job does not take the execution up. */
  adopt: command(v.strictObject({ jobId: id, executionId: text })).returns<
    { readonly state: JobState; readonly name: string } | { readonly refused: Problem }
  >(),
  'answer-drop': command(
    v.strictObject({ hotFolderId: id, answer: v.picklist(['take', 'skip', 'always']) }),
  ).returns<Pick<LargeDropConfirmation, 'photos' | 'images'>>(),
  run: command(
    v.strictObject({
      paths: v.pipe(v.array(photo), v.minLength(1), v.maxLength(MOST_IDS)),
      recipe,
      out: absolutePath,
      again: v.boolean(),
      /** Photos that the same command has told of before, while another Darkslide did its work. */
      told: v.pipe(v.array(photo), v.maxLength(MOST_IDS), v.readonly()),
    }),
  ).returns<{ readonly counts: RunCounts }>(),
  watch: command(
    v.strictObject({
      recipe,
      settings: hotFolder,
      existing: v.picklist(['process', 'skip']),
      largeDrops: v.picklist(['usual', 'run']),
      untilIdle: seconds,
    }),
  ).returns<{
    readonly counts: RunCounts;
    /** Photos of a large drop still wait for an answer. */
    readonly isUnanswered: boolean;
  }>(),
  resume: command(v.strictObject({ untilIdle: seconds })).returns<{
    readonly counts: RunCounts;
  }>(),
  psd: command(
    v.strictObject({ executionId: v.pipe(text, v.maxLength(200)), out: absolutePath }),
  ).returns<DeliveredFile>(),
  info: query(
    v.strictObject({
      agentName: text,
      agentVersion: text,
      page: v.optional(count),
      pageSize: v.optional(between(1, infoPage.pageSizeMax)),
      resourceType: v.optional(v.picklist(['locations', 'fashionModels'])),
    }),
  ).returns<AgentInfo>(),
  'list-models': query(v.strictObject({ kind })).returns<{
    readonly models: readonly ListedModelView[];
    readonly creations: readonly CreationView[];
    /** How many the account holds. */
    readonly inAccount: number;
    /** Why the list is not whole. */
    readonly problem: Problem | null;
  }>(),
  /** `left`: those that were neither complete nor failed when the waiting ended. */
  'wait-models': command(
    v.strictObject({ kind, ids: modelIds, patience: v.pipe(v.number(), v.minValue(0)) }),
  ).returns<{ readonly left: readonly AwaitedModelView[]; readonly areAllReady: boolean }>(),
  'create-model': command(
    v.strictObject({
      kind,
      name: v.nullable(text),
      photos: v.pipe(v.array(photo), v.maxLength(100)),
      again: v.boolean(),
      isAwaited: v.boolean(),
    }),
  ).returns<CreationEnd>(),
  /** `isAgreed`: nobody is asked. */
  'delete-model': command(
    v.strictObject({ kind, id, isAgreed: v.boolean(), evenIfUsed: v.boolean() }),
  ).returns<DeletionEnd>(),
  'dismiss-creations': command(v.strictObject({ kind, ids: modelIds })).returns<{
    readonly dismissed: readonly number[];
  }>(),
  'export-cards': query(none).returns<{ readonly text: string }>(),
  'import-cards': command(v.strictObject({ text: fileText })).returns<
    Omit<ImportedCards, 'before'>
  >(),
  'import-settings': command(v.strictObject({ text: fileText })).returns<
    Omit<SettingsImport, 'settings'>
  >(),
} as const;

export const commandLineEvents = {
  happened: event<CommandEvent>(),
  /** Answered with the same number. */
  question: event<{ readonly number: number; readonly question: CommandQuestion }>(),
} as const;

export type CommandLineChannels = typeof commandLineChannels;
export type CommandLineEvents = typeof commandLineEvents;
/** What a command is asked for with. */
export type CommandInput<C extends keyof CommandLineChannels> = ChannelInput<
  CommandLineChannels[C]
>;
/** What it answers. */
export type CommandResult<C extends keyof CommandLineChannels> = ChannelOutput<
  CommandLineChannels[C]
>;
