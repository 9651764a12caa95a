import * as v from 'valibot';
import { command, event, query } from './contract/channel.ts';
import { callbackChannels } from './contract/callback-channels.ts';
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
import { updatesChannels } from './contract/updates-channels.ts';
import type { ChannelOutput, ChannelInput } from './contract/channel.ts';
import { pictureKinds, type Geometry } from './pictures.ts';
import type { ExportExample, ExportState } from './views/export.ts';
import type { FolderListing, HostInfo } from './views/host.ts';
import {
  hotFolderSettings,
  type CommandLineFolder,
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

/** Photos of the filmstrip that are worked on at once: a long one as a whole. */
const MOST_PHOTOS = 50_000;
/** Files and folders that are looked through or put on the filmstrip at once. */
const MOST_PATHS = 2000;
/** Fields of an agent's panel. */
const MOST_FIELDS = 100;

const stripIds = v.pipe(v.array(id), v.minLength(1), v.maxLength(MOST_PHOTOS));

/** A refused file by its path below the hot folder. */
const refusedFile = v.strictObject({ hotFolderId: id, path: text });

const draft = v.strictObject({
  ...hotFolderSettings.entries,
  savedRecipeId: id,
  settleMs: between(200, 600_000),
  imagesPerDay: v.nullable(between(1, 1_000_000)),
});

/** A list of templates, by the agent and the version whose ids are in it. */
const templateList = {
  agent: text,
  version: text,
  list: v.picklist(infoLists),
};

/**
 * Every channel between a screen and the studio, once. A query changes nothing and may be asked again
 * at will; a command does something. Both answer an Outcome; the input is checked on arrival whoever
 * sent it. Handlers and the client's types are derived from this list.
 */
export const channels = {
  'host.info': query(none).returns<HostInfo>(),
  /** The system's dialog; null when the person closes it. */
  'host.choose-folder': command(v.strictObject({ title: text })).returns<string | null>(),
  /** Folders below `path`; null begins at the person's own. */
  'host.list-folders': query(v.strictObject({ path: v.nullable(text) })).returns<FolderListing>(),
  /** The system's dialog for several photos; empty when the person closes it. */
  'host.choose-photos': command(v.strictObject({ title: text })).returns<readonly string[]>(),
  /** The system's dialog for one file of any kind; null when the person closes it. */
  'host.choose-file': command(v.strictObject({ title: text })).returns<string | null>(),
  /** Shows the photo or the first result of a job, one result, a photo of the filmstrip, or a release. */
  'host.reveal': command(
    v.union([
      v.strictObject({ jobId: id, what: v.picklist(['photo', 'result']) }),
      v.strictObject({ resultId: id }),
      v.strictObject({ stripId: id }),
      v.strictObject({ refused: refusedFile }),
      v.strictObject({ release: v.strictObject(customModel) }),
    ]),
  ).returns<null>(),
  /** Whether the system starts Darkslide at login; null where it cannot. */
  'host.login-item': query(none).returns<boolean | null>(),
  'host.set-login-item': command(v.strictObject({ isOn: v.boolean() })).returns<boolean>(),
  /** Drags the files of results out of the window, where the page cannot. */
  'host.drag-out': command(v.strictObject({ resultIds: ids })).returns<null>(),

  'status.get': query(none).returns<Status>(),
  /** Stops buying until `work.resume`; what is paid for is brought home. */
  'work.pause': command(none).returns<null>(),
  'work.resume': command(none).returns<null>(),
  /** Tries at once what all photos wait for, instead of when it is due. */
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
  /** Forgets the folder; its photos, jobs and results stay. */
  'folders.remove': command(one).returns<null>(),
  /** Takes the photos of a sudden drop that wait for a yes, now or always, or marks them as seen. */
  'folders.answer': command(
    v.strictObject({ id, answer: v.picklist(['take', 'always', 'skip']) }),
  ).returns<null>(),
  /** Hot folders of `darkslide watch`, which have no card. */
  'folders.command-line': query(none).returns<readonly CommandLineFolder[]>(),
  /** Large drops and refused files of all hot folders. */
  'folders.attention': query(none).returns<FolderAttention>(),
  /** Takes a refused file off the list until it changes; the file stays where it is. */
  'folders.dismiss': command(refusedFile).returns<null>(),
  /** What was done, failed and spent on a local day (YYYY-MM-DD) by folder and recipe. */
  'folders.day-sheet': query(v.strictObject({ day: v.pipe(v.string(), v.isoDate()) })).returns<
    readonly DayLine[]
  >(),

  'recipes.all': query(none).returns<readonly RecipeCard[]>(),
  /** `recipe` is checked by the catalogue. `id` and `revision` null make a new one. */
  'recipes.save': command(
    v.strictObject({ id: v.nullable(id), revision: v.nullable(count), recipe: v.unknown() }),
  ).returns<RecipeCard>(),
  'recipes.remove': command(one).returns<null>(),

  ...queueChannels,

  'retouch.filmstrip': query(
    v.strictObject({ offset: count, limit: between(1, PAGE) }),
  ).returns<FilmstripPage>(),
  /** The photos among files and in folders; nothing is read of them yet. */
  'retouch.find': query(
    v.strictObject({ paths: v.pipe(v.array(text), v.minLength(1), v.maxLength(MOST_PATHS)) }),
  ).returns<FoundPhotos>(),
  /** Puts files, and the photos in folders, on the filmstrip. */
  'retouch.add': command(
    v.strictObject({ paths: v.pipe(v.array(text), v.minLength(1), v.maxLength(MOST_PATHS)) }),
  ).returns<AddedPhotos>(),
  /** Downloads a photo from its web address, keeps it in the data folder, and puts it on the filmstrip. */
  'retouch.add-address': command(v.strictObject({ url: webAddress })).returns<AddedPhotos>(),
  /** Puts a result on the filmstrip, to go on from it. */
  'retouch.use-result': command(v.strictObject({ resultId: id })).returns<AddedPhotos>(),
  /** Takes photos off the filmstrip; what was made of them stays. Answers where they lie. */
  'retouch.remove': command(v.strictObject({ ids: stripIds })).returns<readonly string[]>(),
  'retouch.photo': query(one).returns<RetouchPhoto>(),
  /** Puts the photo of a job on the filmstrip where it is not there, to go on from what the job was. */
  'retouch.open-job': command(one).returns<OpenedJob>(),
  /** Looks at a photo that a task is to take besides its own; `mayPad` when one too long is padded. */
  'retouch.further': query(
    v.strictObject({ path: text, mayPad: v.boolean() }),
  ).returns<FurtherView>(),
  /** What the file of a photo says of how it was taken. */
  'retouch.facts': query(one).returns<PhotoFacts>(),
  /**
   * Has a recipe run on photos of the filmstrip, before all that drop folders wait for. The very same
   * that was done before is done once more on the same task; while it is made, nothing is added.
   */
  'retouch.run': command(
    v.strictObject({ ids: stripIds, recipe: v.unknown() }),
  ).returns<StartedRun>(),
  /** What `retouch.run` would do with the same input now; photos themselves are not looked at. */
  'retouch.foresee': query(
    v.strictObject({ ids: stripIds, recipe: v.unknown() }),
  ).returns<ForeseenRun>(),
  /** Has the layered file of a result made that was delivered without. */
  'retouch.psd': command(v.strictObject({ resultId: id })).returns<null>(),
  /** The panels as they were left, the last one first. */
  'retouch.panels': query(none).returns<readonly PanelState[]>(),
  'retouch.keep-panel': command(
    v.strictObject({
      agent: text,
      version: text,
      settings: v.pipe(v.record(text, v.unknown()), v.maxEntries(MOST_FIELDS)),
    }),
  ).returns<null>(),
  /** Texts that were used in a parameter before, the last one first. */
  'retouch.texts': query(v.strictObject({ parameter: text })).returns<readonly string[]>(),
  /** Picks, rejects and rates results; what is left out stays. Answers what they were before. */
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

  ...libraryChannels,

  /** Writes results for somebody else, in the background; one export at a time. */
  'export.start': command(
    v.strictObject({ filter: libraryFilter, options: exportOptions }),
  ).returns<ExportState>(),
  /** What was written so far stays. */
  'export.cancel': command(none).returns<null>(),
  /** Puts an export away that has ended. */
  'export.put-away': command(none).returns<null>(),
  /** The last export; null when there was none, or it was put away. */
  'export.state': query(none).returns<ExportState | null>(),
  /** What a result would be named from. */
  'export.example': query(one).returns<ExportExample>(),

  /** Size and content of a picture, without which its tiles cannot be asked for. */
  'media.geometry': query(
    v.strictObject({ kind: v.picklist(pictureKinds), id }),
  ).returns<Geometry>(),
  /** Answers from what is kept, and refreshes it behind that when it is old. */
  'templates.page': query(
    v.strictObject({
      ...templateList,
      filter: templateFilter,
      offset: count,
      limit: between(1, PAGE),
    }),
  ).returns<TemplatePage>(),
  /** What the ids stand for that a recipe or a job holds. */
  'templates.named': query(
    v.strictObject({ ...templateList, ids: v.pipe(v.array(templateId), v.maxLength(PAGE)) }),
  ).returns<NamedTemplates>(),
  /** Asks the service now; `changed` tells when there is something new. */
  'templates.refresh': command(v.strictObject(templateList)).returns<null>(),

  ...settingsChannels,
  ...updatesChannels,
} as const;

/** What a screen may have to ask for anew. Announced at most every 50 ms, gathered in between. */
export interface StudioChange {
  /** Parts of the studio whose answers may differ now. */
  readonly parts: readonly (
    | 'status'
    | 'folders'
    | 'recipes'
    | 'retouch'
    | 'marks'
    | 'masks'
    | 'custom-models'
    | 'export'
    | 'templates'
    | 'pauses'
    | 'callback'
    | 'updates'
    | 'settings'
    | 'log'
  )[];
  /** Jobs whose row changed; null when they are too many to name. Empty when none did. */
  readonly jobs: readonly number[] | null;
}

export const events = {
  changed: event<StudioChange>(),
} as const;

export type Channels = typeof channels;
export type ChannelName = keyof Channels;
export type Events = typeof events;
/** What a handler of the channel is given. */
export type Input<C extends ChannelName> = ChannelInput<Channels[C]>;
/** What a successful answer holds. */
export type Output<C extends ChannelName> = ChannelOutput<Channels[C]>;
