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
import { heldActions, type StudioConflict } from '../views/stations.ts';
import { command, event, query, type ChannelOutput, type ChannelInput } from './channel.ts';
import { between, clientName, count, filePath, id, none, text, webAddress } from './schemas.ts';

/** Maximum number of characters in a file. */
const LONGEST_FILE = 12_000_000;
/** Maximum number of jobs in one request. */
const MOST_IDS = 100_000;

const jobIds = v.pipe(v.array(id), v.maxLength(MOST_IDS), v.readonly());

/** An absolute path on this computer. */
const absolutePath = v.pipe(filePath, v.regex(/^(?:\/|[a-z]:[\\/]|\\\\)/i, 'an absolute path'));
const photo = v.union([absolutePath, webAddress]);
/** Any object, because the catalogue checks the recipe. */
const recipe = v.strictObject({
  recipe: v.custom<object>((value) => typeof value === 'object' && value !== null),
  baseFolder: absolutePath,
});
const hotFolder = v.strictObject({
  ...hotFolderSettings.entries,
  path: absolutePath,
  outFolder: absolutePath,
});
/** Text of a file that a command has read. */
const fileText = v.pipe(v.string(), v.maxLength(LONGEST_FILE));
/** Seconds without work after which the command ends; null for never. */
const seconds = v.nullable(v.pipe(v.number(), v.finite(), v.minValue(0)));

const kind = v.picklist(customModelKinds);
const modelIds = v.pipe(v.array(count), v.minLength(1), v.maxLength(10_000), v.readonly());

const actions = ['retry', 'send-again', 'pad', 'changed-recipe', 'cancel'] as const;

/** The result of a change to jobs. */
interface JobsChanged {
  readonly jobs: number;
  readonly refused: number;
  readonly isStopped: boolean;
}

/**
 * The requests that a command sends to the Darkslide that has its data folder open. Web pages cannot use these
 * channels, because the requests contain file paths. Each connection serves one command; `stop` and `answer` refer to
 * that command.
 */
export const commandLineChannels = {
  status: query(none).returns<WorkStatus>(),
  /** Stops the command's work, as Ctrl-C does. The request that started the work is still answered. */
  stop: command(none).returns<null>(),
  /** Answers the question with this number; null if the user did not answer. */
  answer: command(
    v.strictObject({ question: count, answer: v.nullable(v.pipe(text, v.maxLength(100))) }),
  ).returns<null>(),
  /** Applies an action to the jobs in `ids`, and to all failed, held or unpaid jobs whose group is in `all`. */
  'change-jobs': command(
    v.strictObject({
      action: v.picklist(actions satisfies readonly CommandAction[]),
      ids: jobIds,
      all: v.pipe(v.array(v.picklist(['failed', 'held', 'not-bought'])), v.maxLength(3)),
    }),
  ).returns<JobsChanged>(),
  /** Deletes the tasks of jobs from the service. `isDeleted`: whether the service has deleted all of them. */
  'delete-tasks': command(v.strictObject({ ids: jobIds })).returns<
    JobsChanged & { readonly isDeleted: boolean }
  >(),
  /** Links an execution at the service to a job. `refused`: why the job was not linked. */
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
      client: clientName,
      /** Photos whose results the command has already printed, because another Darkslide did its work at first. */
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
    /** Whether photos in a large drop are still waiting for an answer. */
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
    /** Number of models or scenes in the account. */
    readonly inAccount: number;
    /** Why the list is incomplete; null if it is complete. */
    readonly problem: Problem | null;
  }>(),
  /** Waits for custom models or scenes. `left`: the models or scenes that were still unfinished when waiting ended. */
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
  /** Deletes a custom model or scene from the service. `isAgreed`: whether to delete without asking the user. */
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
  /** Returns the items of the shared studio that two stations have changed at the same time. */
  'list-conflicts': query(none).returns<readonly StudioConflict[]>(),
  'keep-version': command(v.strictObject({ id, version: v.picklist(['mine', 'theirs']) })).returns<{
    readonly name: string;
  }>(),
  'answer-held': command(v.strictObject({ id, action: v.picklist(heldActions) })).returns<{
    readonly name: string;
    readonly station: string;
  }>(),
  'import-settings': command(v.strictObject({ text: fileText })).returns<
    Omit<SettingsImport, 'settings'>
  >(),
} as const;

export const commandLineEvents = {
  happened: event<CommandEvent>(),
  /** Asks the user a question; `answer` repeats its `number`. */
  question: event<{ readonly number: number; readonly question: CommandQuestion }>(),
} as const;

export type CommandLineChannels = typeof commandLineChannels;
export type CommandLineEvents = typeof commandLineEvents;
/** The input of a command. */
export type CommandInput<C extends keyof CommandLineChannels> = ChannelInput<
  CommandLineChannels[C]
>;
/** The answer to a command. */
export type CommandResult<C extends keyof CommandLineChannels> = ChannelOutput<
  CommandLineChannels[C]
>;
