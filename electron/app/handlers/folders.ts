import { isAbsolute, resolve } from 'node:path';
import type { Handlers } from '#shared/contract/serve.ts';
import type { ChannelName } from '#shared/ipc.ts';
import { failure, success, type Outcome, type Problem } from '#shared/problem.ts';
import {
  countByKind,
  type Foreseen,
  type HotFolderCard,
  type HotFolderDraft,
} from '#shared/views/folders.ts';
import { systemClock } from '../../base/clock.ts';
import { resolveRecipe, type ResolvedRecipe } from '../../engine/intake/admit.ts';
import { dryRun, type DryRun } from '../../engine/intake/dry-run.ts';
import { answerDrop, folderUnknown } from '../../engine/intake/large-drops.ts';
import { checkFolder, checkPaths } from '../../engine/intake/neighbours.ts';
import type { HotFolder, HotFolderSettings } from '../../adapters/ledger/hot-folders.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { localDay } from '../../adapters/ledger/spending.ts';
import { whyAbove } from '../../adapters/settings/effective.ts';
import type { Studio } from '../../studio.ts';
import type { Desk } from './desk.ts';
import { attentionOf } from './folder-attention.ts';
import { commandLineFolders, folderCards } from './folder-cards.ts';
import { rememberForeseen } from './foreseen.ts';
import { endingReleases, whyFolderBarred } from './own-ahead.ts';

type FolderHandlers = Pick<Handlers, Extract<ChannelName, `folders.${string}`>>;

/** Files of a dry run that are told one by one. */
const MOST_ENTRIES = 200;

/** Hot folders: what a person sees of them and does with them. */
export function folderHandlers(
  desk: Pick<Desk, 'ready' | 'within'> & {
    readonly preferences: Pick<Desk['preferences'], 'managed'>;
  },
): FolderHandlers {
  const foreseen = rememberForeseen();
  const cardsOf = (studio: Studio) =>
    folderCards(studio, desk.preferences.managed(), systemClock.wall());

  const changed = (studio: Studio, id: number): void => {
    studio.hotFolders.refresh(id);
    studio.wake();
  };

  /** Whether the policy of the computer lets this be a drop folder. */
  const mayBe = async (draft: HotFolderDraft): Promise<Outcome<void>> => {
    const managed = desk.preferences.managed();
    if (managed === null) return success(undefined);
    const { file, limits } = managed;
    const above = whyAbove('imagesPerDay', draft.imagesPerDay, limits.imagesPerDay, file);
    if (above !== null) return { ok: false, problem: above };
    for (const parameter of ['path', 'outFolder'] as const) {
      const allowed = await desk.within(draft[parameter]);
      if (!allowed.ok) return { ok: false, problem: { ...allowed.problem, parameter } };
    }
    return success(undefined);
  };

  /** Does something with a folder that is there. */
  const withFolder = async (
    id: number,
    work: (studio: Studio, folder: HotFolder) => void,
  ): Promise<Outcome<null>> => {
    const studio = await desk.ready();
    if (!studio.ok) return studio;
    const folder = savedFolder(studio.value.ledger, id);
    if (!folder.ok) return folder;
    work(studio.value, folder.value);
    changed(studio.value, id);
    return success(null);
  };

  return {
    async 'folders.all'() {
      const studio = await desk.ready();
      return studio.ok ? success(cardsOf(studio.value)) : studio;
    },

    async 'folders.foresee'({ draft: given, id }, signal) {
      const studio = await desk.ready();
      if (!studio.ok) return studio;
      const { ledger, dataFolder } = studio.value;
      const draft = tidied(given);
      const checked = await checkPaths(draft, othersThan(ledger, id), dataFolder);
      if (!checked.ok) return checked;
      const allowed = await mayBe(draft);
      if (!allowed.ok) return allowed;
      const recipe = await recipeOf(ledger, draft, signal);
      if (!recipe.ok) return recipe;
      const folder = { ...draft, id: id ?? 0 };
      const run = await dryRun({ ledger, clock: systemClock }, folder, recipe.value, signal);
      if (signal.aborted) return failure('aborted', 'It was stopped.');
      foreseen.write(draft, run.jobs);
      const today = localDay(systemClock.wall());
      return success({
        ...summary(run),
        problem: whyFolderBarred(ledger, recipe.value.recipe, draft.path, today),
        ends: endingReleases(ledger, recipe.value.recipe, today),
      });
    },

    async 'folders.add'({ draft: given, existing }, signal) {
      const studio = await desk.ready();
      if (!studio.ok) return studio;
      const { ledger, dataFolder } = studio.value;
      const draft = tidied(given);
      const allowed = await mayBe(draft);
      if (!allowed.ok) return allowed;
      const checked = await checkFolder(desk.within, draft, ledger.hotFolders.saved(), dataFolder);
      if (!checked.ok) return checked;
      const recipe = await recipeOf(ledger, draft, signal);
      if (!recipe.ok) return recipe;
      const added = ledger.transaction((): Outcome<HotFolder> => {
        const twin = twinProblem(ledger, draft, recipe.value, null);
        if (twin !== null) return { ok: false, problem: twin };
        const settings = settingsOf(ledger, draft, recipe.value);
        const folder = ledger.hotFolders.add(settings, draft.recipeId, existing);
        if (existing === 'process') ledger.drops.grant(folder.id, foreseen.take(draft));
        return success(folder);
      });
      if (!added.ok) return added;
      changed(studio.value, added.value.id);
      return cardIn(cardsOf(studio.value), added.value.id);
    },

    async 'folders.edit'({ id, revision, draft: given }, signal) {
      const studio = await desk.ready();
      if (!studio.ok) return studio;
      const { ledger, dataFolder } = studio.value;
      const draft = tidied(given);
      const before = savedFolder(ledger, id);
      if (!before.ok) return before;
      if (before.value.revision !== revision) return editedElsewhere();
      const allowed = await mayBe(draft);
      if (!allowed.ok) return allowed;
      const checked = await checkFolder(desk.within, draft, othersThan(ledger, id), dataFolder);
      if (!checked.ok) return checked;
      const recipe = await recipeOf(ledger, draft, signal);
      if (!recipe.ok) return recipe;
      const edited = ledger.transaction((): Outcome<HotFolder> => {
        const now = savedFolder(ledger, id);
        if (!now.ok) return now;
        const twin = twinProblem(ledger, draft, recipe.value, id);
        if (twin !== null) return { ok: false, problem: twin };
        const settings = settingsOf(ledger, draft, recipe.value);
        const folder = ledger.hotFolders.change(id, revision, settings, draft.recipeId);
        return folder === undefined ? editedElsewhere() : success(folder);
      });
      if (!edited.ok) return edited;
      changed(studio.value, id);
      // photos that wait for its daily limit look at the new one
      await studio.value.limit({});
      return cardIn(cardsOf(studio.value), id);
    },

    'folders.pause': ({ id }) => withFolder(id, ({ ledger }) => ledger.hotFolders.arm(id, false)),

    'folders.resume': ({ id }) => withFolder(id, ({ ledger }) => ledger.hotFolders.arm(id, true)),

    'folders.remove': ({ id }) => withFolder(id, ({ ledger }) => ledger.hotFolders.remove(id)),

    async 'folders.answer'({ id, answer }) {
      const studio = await desk.ready();
      if (!studio.ok) return studio;
      const answered = answerDrop(studio.value.ledger, id, answer);
      if (!answered.ok) return answered;
      studio.value.hotFolders.takeGranted(id);
      return success(null);
    },

    async 'folders.command-line'() {
      const studio = await desk.ready();
      return studio.ok ? success(commandLineFolders(studio.value.ledger)) : studio;
    },

    async 'folders.attention'() {
      const studio = await desk.ready();
      return studio.ok ? success(attentionOf(studio.value.ledger)) : studio;
    },

    async 'folders.dismiss'({ hotFolderId, path }) {
      const studio = await desk.ready();
      if (!studio.ok) return studio;
      studio.value.ledger.sightings.dismiss(hotFolderId, path);
      return success(null);
    },

    async 'folders.day-sheet'({ day }) {
      const studio = await desk.ready();
      if (!studio.ok) return studio;
      return success(studio.value.ledger.figures.day(day));
    },
  };
}

/** Without a slash at its end or dots in between, so that one folder has one path. */
function tidied(draft: HotFolderDraft): HotFolderDraft {
  const tidy = (path: string) => (isAbsolute(path) ? resolve(path) : path);
  return { ...draft, path: tidy(draft.path), outFolder: tidy(draft.outFolder) };
}

function savedFolder(ledger: Ledger, id: number): Outcome<HotFolder> {
  const folder = ledger.hotFolders.saved().find((one) => one.id === id);
  if (folder !== undefined) return success(folder);
  return folderUnknown();
}

function othersThan(ledger: Ledger, id: number | null): HotFolder[] {
  return ledger.hotFolders.saved().filter((folder) => folder.id !== id);
}

async function recipeOf(
  ledger: Ledger,
  draft: HotFolderDraft,
  signal: AbortSignal,
): Promise<Outcome<ResolvedRecipe>> {
  const saved = ledger.savedRecipes.get(draft.recipeId);
  if (saved !== undefined) return resolveRecipe(saved.recipe, draft.path, signal);
  return failure(
    'recipe-unknown',
    'The recipe is not there any more: it was removed, perhaps in another window. Choose another one.',
    { parameter: 'recipeId' },
  );
}

/** One folder runs one recipe once: a second time would only ask for what the first has taken. */
function twinProblem(
  { hotFolders }: Ledger,
  { path, recipeId }: HotFolderDraft,
  { recipe }: ResolvedRecipe,
  id: number | null,
): Problem | null {
  const sameText = hotFolders.find(path, recipe);
  const twin = hotFolders
    .saved()
    .find((one) => one.path === path && (one.savedRecipeId === recipeId || one.id === sameText));
  if (twin === undefined || twin.id === id) return null;
  return failure(
    'folder-in-folder',
    `The drop folder ${path} runs the recipe "${recipe.name}" already. Choose another folder or another recipe.`,
    { about: path, parameter: 'path' },
  ).problem;
}

function settingsOf(
  ledger: Ledger,
  draft: HotFolderDraft,
  { recipe, identity }: ResolvedRecipe,
): HotFolderSettings {
  const asksDrops = draft.asksDrops !== false;
  return { ...draft, asksDrops, recipeId: ledger.jobs.recipe(recipe, identity) };
}

function cardIn(cards: readonly HotFolderCard[], id: number): Outcome<HotFolderCard> {
  const card = cards.find((one) => one.id === id);
  if (card === undefined) throw new Error(`The hot folder ${id} has no card.`);
  return success(card);
}

function editedElsewhere(): Outcome<never> {
  return failure(
    'edited-elsewhere',
    'This drop folder was changed in another window meanwhile. Nothing was saved here; look at the other change, then save again.',
  );
}

function summary({ entries, jobs, images }: DryRun): Omit<Foreseen, 'problem' | 'ends'> {
  return {
    files: entries.length,
    jobs,
    images,
    kinds: countByKind(entries),
    entries: entries.slice(0, MOST_ENTRIES).map((entry) => ({
      path: entry.path,
      kind: entry.kind,
      problem: entry.kind === 'failed' ? entry.problem : null,
    })),
  };
}
