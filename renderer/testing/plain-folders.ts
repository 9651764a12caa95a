import { failure } from '#shared/page-failure.ts';
import { success } from '#shared/problem.ts';
import { noLimits, nothingSpent } from '#shared/spending-limits.ts';
import { parseRecipe, type Recipe } from '#shared/recipe.ts';
import {
  countByKind,
  type FolderForesight,
  type ForesightKind,
  type HotFolderCard,
} from '#shared/views/folders.ts';
import type { RecipeCard } from '#shared/views/recipes.ts';
import { countsOf } from './plain-studio.ts';
import type { Answers, Stage } from './stage.ts';

/** Returns the card of a watched hot folder without photos, with the changes that a test needs. */
export function folderCard(id: number, some: Partial<HotFolderCard> = {}): HotFolderCard {
  return {
    id,
    revision: 1,
    path: `/photos/Shoot ${id}`,
    savedRecipeId: 1,
    outFolder: `/photos/Results ${id}`,
    after: 'leave',
    subFolders: 'keep',
    settleMs: 2000,
    rescanMs: 60_000,
    ...noLimits,
    client: '',
    needsTickets: false,
    recipe: { name: 'White background', agent: 'removeBG', version: 'v1.0', images: 1, psd: false },
    state: 'watching',
    watchedBy: null,
    problem: null,
    counts: countsOf({}),
    needPerson: 0,
    settling: 0,
    refused: 0,
    refusals: [],
    unpaired: { photos: { count: 0, first: null }, tickets: { count: 0, first: null } },
    spent: { day: nothingSpent, month: nothingSpent },
    currency: 'EUR',
    recent: [],
    lastEndedAt: null,
    atLimit: null,
    isLimitManaged: false,
    asks: null,
    ends: [],
    ...some,
  };
}

/** Returns a saved recipe that no hot folder uses, with the changes that a test needs. */
export function recipeCard(id: number, name: string, some: Partial<RecipeCard> = {}): RecipeCard {
  const parsed = parseRecipe({
    format: 1,
    name,
    agent: 'removeBG',
    params: { maskType: 'autoSubjectSegment', backgroundHex: '#ffffff', batchCount: 1 },
  });
  if (!parsed.ok) throw new Error(parsed.problem.message);
  return { id, revision: 1, recipe: parsed.value, images: 1, hotFolders: [], ...some };
}

/** Returns the forecast that the form of a new hot folder shows. Each file is a photo that produces one image. */
export function foreseen(files: Readonly<Record<string, ForesightKind>>): FolderForesight {
  const entries = Object.entries(files).map(([path, kind]) => ({ path, kind, problem: null }));
  const kinds = countByKind(entries);
  const jobs = kinds.new + kinds.retried;
  return {
    files: entries.length,
    jobs,
    images: jobs,
    cost: null,
    kinds,
    problem: null,
    ends: [],
    entries,
  };
}

/** The initial content of a studio with hot folders. */
interface Folders {
  readonly cards?: readonly HotFolderCard[];
  readonly recipes?: readonly RecipeCard[];
}

/** Creates a studio with these hot folders and recipes. Requests of the screen create, change and delete them. */
export function studioOfFolders(
  { cards: first = [], recipes: known = [recipeCard(1, 'White background')] }: Folders,
  told: () => Stage,
): Answers {
  let cards = [...first];
  let recipes = [...known];
  const elsewhere = () =>
    failure({ code: 'edited-elsewhere', message: 'It was changed in another window.' });
  const change = (id: number, some: Partial<HotFolderCard>) => {
    cards = cards.map((card) => (card.id === id ? { ...card, ...some } : card));
    told().tell('folders');
    return success(null);
  };
  return {
    'folders.all': () => success(cards),
    'folders.foresee': () => success(foreseen({})),
    'folders.add': ({ draft }) => {
      const card = folderCard(cards.length + 1, draft);
      cards = [...cards, card];
      told().tell('folders');
      return success(card);
    },
    'folders.edit': ({ id, revision, draft }) => {
      const card = cards.find((one) => one.id === id);
      if (card?.revision !== revision) return elsewhere();
      const edited = { ...card, ...draft, revision: revision + 1 };
      change(id, edited);
      return success(edited);
    },
    'folders.pause': ({ id }) => change(id, { state: 'paused' }),
    'folders.resume': ({ id }) => change(id, { state: 'watching' }),
    'folders.answer': ({ id }) => change(id, { state: 'watching', asks: null }),
    'folders.remove': ({ id }) => {
      cards = cards.filter((card) => card.id !== id);
      told().tell('folders');
      return success(null);
    },
    'recipes.all': () => success(recipes),
    'recipes.save': ({ id, revision, recipe }) => {
      const saved: RecipeCard = {
        ...recipeCard(id ?? recipes.length + 1, 'What is sent'),
        revision: (revision ?? 0) + 1,
        // the screen sends only recipes that the catalogue accepts
        recipe: recipe as Recipe,
      };
      const before = recipes.find((one) => one.id === id);
      if (before !== undefined && before.revision !== revision) return elsewhere();
      recipes = [...recipes.filter((one) => one.id !== id), saved];
      told().tell('recipes');
      return success(saved);
    },
    'recipes.remove': ({ id }) => {
      recipes = recipes.filter((one) => one.id !== id);
      told().tell('recipes');
      return success(null);
    },
  };
}
