import * as v from 'valibot';
import { command, event, query } from './contract/channel.ts';
import { callbackChannels } from './contract/callback-channels.ts';
import { costChannels } from './contract/cost-channels.ts';
import { finishChannels } from './contract/finish-channels.ts';
import { libraryChannels, libraryFilter } from './contract/library-channels.ts';
import { maskChannels } from './contract/mask-channels.ts';
import { customModel, customModelChannels } from './contract/custom-model-channels.ts';
import { queueChannels } from './contract/queue-channels.ts';
import {
  between,
  count,
  id,
  ids,
  none,
  one,
  PAGE,
  templateFilter,
  templateId,
  text,
  webAddress,
} from './contract/schemas.ts';
import { exportOptions, settingsChannels } from './contract/settings-channels.ts';
import { stationChannels } from './contract/station-channels.ts';
import { updatesChannels } from './contract/updates-channels.ts';
import type { ChannelOutput, ChannelInput } from './contract/channel.ts';
import { pictureKinds, type Geometry } from './pictures.ts';
import type { ExportExample, ExportState } from './views/export.ts';
import type { FolderListing, HostInfo } from './views/host.ts';
import {
  hotFolderSettings,
  type CommandLineFolder,
  type CopiedPhotos,
  type DayLine,
  type FolderAttention,
  type FolderForesight,
  type HotFolderCard,
} from './views/folders.ts';
import type { RecipeCard } from './views/recipes.ts';
import type {
  AddedPhotos,
  FilmstripPage,
  FurtherView,
  ForeseenRun,
  FoundPhotos,
  MarkedResult,
  OpenedJob,
  PanelState,
  PhotoFacts,
  RetouchPhoto,
  StartedRun,
} from './views/retouch.ts';
import { gateNames, type Status } from './views/status.ts';
import { infoLists, type NamedTemplates, type TemplatePage } from './views/templates.ts';

/** Maximum number of filmstrip photos in one request; even a long filmstrip has fewer. */
const MOST_PHOTOS = 50_000;
/** Maximum number of files and folders that are scanned or added to the filmstrip in one request. */
const MOST_PATHS = 2000;
/** Maximum number of fields in an agent's panel. */
const MOST_FIELDS = 100;

const stripIds = v.pipe(v.array(id), v.minLength(1), v.maxLength(MOST_PHOTOS));

/** A refused file, identified by its path relative to the hot folder. */
const refusedFile = v.strictObject({ hotFolderId: id, path: text });

const draft = v.strictObject({
  ...hotFolderSettings.entries,
  savedRecipeId: id,
  settleMs: between(200, 600_000),
});

/** A list of templates, identified by agent and version. */
const templateList = {
  agent: text,
  version: text,
  list: v.picklist(infoLists),
};

/**
 * All channels between a screen and the studio. A query changes nothing and can be repeated; a command changes
 * something. Both return an Outcome, and the input is always checked on arrival. The types of handlers and of the
 * client are derived from this list.
 */
export const channels = {
  'host.info': query(none).returns<HostInfo>(),
  /** Opens the system dialog; null if the user closes it. */
  'host.choose-folder': command(v.strictObject({ title: text })).returns<string | null>(),
  /** Returns the folders in `path`; if null, in the home folder. */
  'host.list-folders': query(v.strictObject({ path: v.nullable(text) })).returns<FolderListing>(),
  /** Opens the system dialog for several photos; empty if the user closes it. */
  'host.choose-photos': command(v.strictObject({ title: text })).returns<readonly string[]>(),
  /** Opens the system dialog for one file of any kind; null if the user closes it. */
  'host.choose-file': command(v.strictObject({ title: text })).returns<string | null>(),
  /** Shows a file in its folder: the photo or first result of a job, a result, a filmstrip photo, or a release. */
  'host.reveal': command(
    v.union([
      v.strictObject({ jobId: id, what: v.picklist(['photo', 'result']) }),
      v.strictObject({ resultId: id }),
      v.strictObject({ stripId: id }),
      v.strictObject({ refused: refusedFile }),
      v.strictObject({ release: v.strictObject(customModel) }),
    ]),
  ).returns<null>(),
  /** Opens the output folder of a hot folder, the folder of a result, or the folder of the last export. */
  'host.open-results': command(
    v.union([
      v.strictObject({ hotFolderId: id }),
      v.strictObject({ resultId: id }),
      v.strictObject({ of: v.literal('export') }),
    ]),
  ).returns<null>(),
  /** Returns whether the system starts Darkslide at login; null if it cannot. */
  'host.login-item': query(none).returns<boolean | null>(),
  'host.set-login-item': command(v.strictObject({ isOn: v.boolean() })).returns<boolean>(),
  /** Drags the files of results out of the window, for hosts whose page cannot do that itself. */
  'host.drag-out': command(v.strictObject({ resultIds: ids })).returns<null>(),

  'status.get': query(none).returns<Status>(),
  /** Buys nothing until `work.resume`; images that are already paid for are still delivered. */
  'work.pause': command(none).returns<null>(),
  'work.resume': command(none).returns<null>(),
  /**
   * Immediately retries the jobs that wait at a closed gate (see views/status.ts), without waiting for the next
   * automatic attempt.
   */
  'work.try-again': command(v.strictObject({ gate: v.picklist(gateNames) })).returns<null>(),

  'folders.all': query(none).returns<readonly HotFolderCard[]>(),
  'folders.foresee': query(
    v.strictObject({ draft, id: v.nullable(id) }),
  ).returns<FolderForesight>(),
  'folders.add': command(
    v.strictObject({ draft, existing: v.picklist(['process', 'skip']) }),
  ).returns<HotFolderCard>(),
  'folders.edit': command(v.strictObject({ id, revision: count, draft })).returns<HotFolderCard>(),
  'folders.pause': command(one).returns<null>(),
  'folders.resume': command(one).returns<null>(),
  /** Removes the hot folder; its photos, jobs and results stay. */
  'folders.remove': command(one).returns<null>(),
  /** Copies photos into the hot folder. Photos that were found in the folder `from` keep their subfolders. */
  'folders.copy-in': command(
    v.strictObject({
      id,
      paths: v.pipe(v.array(text), v.minLength(1), v.maxLength(MOST_PATHS)),
      from: v.nullable(text),
    }),
  ).returns<CopiedPhotos>(),
  /**
   * Answers the question about a large drop: processes the photos that the question showed, skips them, or processes
   * large drops of this folder from now on.
   */
  'folders.answer': command(
    v.strictObject({ id, answer: v.picklist(['take', 'always', 'skip']), last: count }),
  ).returns<null>(),
  /** Returns the hot folders that only `darkslide watch` watches; they have no card. */
  'folders.command-line': query(none).returns<readonly CommandLineFolder[]>(),
  /** Returns the large drops and refused files of all hot folders. */
  'folders.attention': query(none).returns<FolderAttention>(),
  /** Dismisses a refused file until it changes; the file stays in its folder. */
  'folders.dismiss': command(refusedFile).returns<null>(),
  /** Returns the photos done, the failures and the spending on a local day (YYYY-MM-DD), by folder and recipe. */
  'folders.day-sheet': query(v.strictObject({ day: v.pipe(v.string(), v.isoDate()) })).returns<
    readonly DayLine[]
  >(),

  'recipes.all': query(none).returns<readonly RecipeCard[]>(),
  /** Saves a recipe after checking it against the catalogue. Creates a new one if `id` and `revision` are null. */
  'recipes.save': command(
    v.strictObject({ id: v.nullable(id), revision: v.nullable(count), recipe: v.unknown() }),
  ).returns<RecipeCard>(),
  'recipes.remove': command(one).returns<null>(),

  ...queueChannels,

  'retouch.filmstrip': query(
    v.strictObject({ offset: count, limit: between(1, PAGE) }),
  ).returns<FilmstripPage>(),
  /** Returns the photos among these files and in these folders, without reading their content. */
  'retouch.find': query(
    v.strictObject({ paths: v.pipe(v.array(text), v.minLength(1), v.maxLength(MOST_PATHS)) }),
  ).returns<FoundPhotos>(),
  /** Adds files, and the photos in folders, to the filmstrip. */
  'retouch.add': command(
    v.strictObject({ paths: v.pipe(v.array(text), v.minLength(1), v.maxLength(MOST_PATHS)) }),
  ).returns<AddedPhotos>(),
  /** Downloads a photo from its URL, saves it in the data folder, and adds it to the filmstrip. */
  'retouch.add-address': command(v.strictObject({ url: webAddress })).returns<AddedPhotos>(),
  /** Adds a result to the filmstrip, so that it can be processed further. */
  'retouch.use-result': command(v.strictObject({ resultId: id })).returns<AddedPhotos>(),
  /** Removes photos from the filmstrip; their results stay. Returns their paths. */
  'retouch.remove': command(v.strictObject({ ids: stripIds })).returns<readonly string[]>(),
  'retouch.photo': query(one).returns<RetouchPhoto>(),
  /** Adds a job's photo to the filmstrip, so that the user can continue with the job's settings. */
  'retouch.open-job': command(one).returns<OpenedJob>(),
  /** Checks an additional photo for a task; `mayPad`: whether a photo that is too long may be padded. */
  'retouch.further': query(
    v.strictObject({ path: text, mayPad: v.boolean() }),
  ).returns<FurtherView>(),
  /** Returns the camera data of a photo. */
  'retouch.facts': query(one).returns<PhotoFacts>(),
  /**
   * Runs a recipe on photos on the filmstrip, before photos in hot folders. If an identical run has finished, runs the
   * recipe again on the same task; if an identical run is in progress, adds nothing.
   */
  'retouch.run': command(
    v.strictObject({ ids: stripIds, recipe: v.unknown() }),
  ).returns<StartedRun>(),
  /** Returns what `retouch.run` would do with the same input, without reading the photos. */
  'retouch.foresee': query(
    v.strictObject({ ids: stripIds, recipe: v.unknown() }),
  ).returns<ForeseenRun>(),
  /** Requests the layered PSD for a result that was delivered without one. */
  'retouch.psd': command(v.strictObject({ resultId: id })).returns<null>(),
  /** Returns the saved panels, most recently changed first. */
  'retouch.panels': query(none).returns<readonly PanelState[]>(),
  'retouch.keep-panel': command(
    v.strictObject({
      agent: text,
      version: text,
      settings: v.pipe(v.record(text, v.unknown()), v.maxEntries(MOST_FIELDS)),
    }),
  ).returns<null>(),
  /** Returns earlier texts of a parameter, most recently used first. */
  'retouch.texts': query(v.strictObject({ parameter: text })).returns<readonly string[]>(),
  /** Picks, rejects or rates results; values that are omitted do not change. Returns the previous values. */
  'retouch.mark': command(
    v.strictObject({
      resultIds: ids,
      pick: v.optional(v.picklist([-1, 0, 1])),
      stars: v.optional(between(0, 5)),
    }),
  ).returns<readonly MarkedResult[]>(),

  ...maskChannels,

  ...customModelChannels,
  ...callbackChannels,
  ...stationChannels,

  ...libraryChannels,
  ...costChannels,
  ...finishChannels,

  /** Exports results in the background, one export at a time. */
  'export.start': command(
    v.strictObject({ filter: libraryFilter, options: exportOptions }),
  ).returns<ExportState>(),
  /** Cancels the export; files already written stay. */
  'export.cancel': command(none).returns<null>(),
  /** Dismisses a finished export. */
  'export.put-away': command(none).returns<null>(),
  /** Returns the last export; null if there was none or it was dismissed. */
  'export.state': query(none).returns<ExportState | null>(),
  /** Returns the values from which a result would be named. */
  'export.example': query(one).returns<ExportExample>(),

  /** Returns the size and the content hash of a picture, which are needed to request tiles. */
  'media.geometry': query(
    v.strictObject({ kind: v.picklist(pictureKinds), id }),
  ).returns<Geometry>(),
  /** Returns a page from the cache, and refreshes the cache in the background if it is outdated. */
  'templates.page': query(
    v.strictObject({
      ...templateList,
      filter: templateFilter,
      offset: count,
      limit: between(1, PAGE),
    }),
  ).returns<TemplatePage>(),
  /** Returns the templates with the IDs in a recipe or a job. */
  'templates.named': query(
    v.strictObject({ ...templateList, ids: v.pipe(v.array(templateId), v.maxLength(PAGE)) }),
  ).returns<NamedTemplates>(),
  /** Queries the service now; changes are announced with `changed`. */
  'templates.refresh': command(v.strictObject(templateList)).returns<null>(),

  ...settingsChannels,
  ...updatesChannels,
} as const;

/**
 * A change after which a screen may have to reload. At most one announcement is sent per 50 ms, with all changes since
 * the last.
 */
export interface StudioChange {
  /** Parts of the studio that may have changed. */
  readonly parts: readonly (
    | 'status'
    | 'folders'
    | 'recipes'
    | 'retouch'
    | 'marks'
    | 'masks'
    | 'custom-models'
    | 'export'
    | 'finish'
    | 'templates'
    | 'pauses'
    | 'callback'
    | 'updates'
    | 'settings'
    | 'log'
  )[];
  /** Jobs whose row has changed; null if there are too many to list. */
  readonly jobs: readonly number[] | null;
}

export const events = {
  changed: event<StudioChange>(),
} as const;

export type Channels = typeof channels;
export type ChannelName = keyof Channels;
export type Events = typeof events;
/** The input of a channel's handler. */
export type Input<C extends ChannelName> = ChannelInput<Channels[C]>;
/** The value of a successful answer. */
export type Output<C extends ChannelName> = ChannelOutput<Channels[C]>;
