import { countCharacters } from '#shared/characters.ts';
import {
  customModelFacts,
  customModelTextLimits,
  type CustomModelKind,
} from '#shared/custom-models.ts';
import type { Problem } from '#shared/problem.ts';
import type {
  EarlierCreation,
  CustomModelCreation,
  CustomModelPhoto,
} from '#shared/views/custom-models.ts';
import { ofStrip } from '../../components/recipe/slot-photos.ts';
import { droppedFiles, droppedStripPhoto } from '../../connection/dropped.ts';
import { keepPhoto } from '../../connection/photos.ts';
import { useNotices } from '../../state/notices.svelte.ts';
import type { Studio } from '../../state/studio.svelte.ts';
import { t } from '../../texts/texts.svelte.ts';
import { room } from './slots.ts';

/** A photo by its path, or by its content where a page is not told where it lies. */
export type PhotoSource = string | File;

/** A photo that was given, in the order the service gets them. */
export interface DraftPhoto {
  readonly key: number;
  readonly name: string;
  /** Undefined while it is being looked at. */
  look: CustomModelPhoto | undefined;
  /** Why it cannot be looked at. */
  problem: Problem | null;
}

/** What a person has given for a new model or scene; it outlives a visit to another room. */
export interface Draft {
  name: string;
  photos: DraftPhoto[];
  /** Advice that was ticked off. */
  ticked: string[];
  /** Which photos were not taken, and why. */
  refusal: string | null;
  problem: Problem | null;
  isCreating: boolean;
  /** The stopped creation that it is put in the place of; null for none. */
  replaces: number | null;
  /** What the photos of the last request came to before, while `request` is still what is asked for. */
  earlier: { readonly request: string; readonly found: EarlierCreation } | null;
}

const drafts: Record<CustomModelKind, Draft> = $state({ model: empty(), scene: empty() });
let lastKey = 0;

function empty(): Draft {
  return {
    name: '',
    photos: [],
    ticked: [],
    refusal: null,
    problem: null,
    isCreating: false,
    replaces: null,
    earlier: null,
  };
}

export interface Making {
  readonly draft: Draft;
  /** Takes as many as there is room for, in the place of the photo `instead` where it is named. */
  add(given: readonly PhotoSource[], instead?: number): Promise<void>;
  /** Takes what was dropped. */
  drop(event: DragEvent, instead?: number): Promise<void>;
  remove(key: number): void;
  /** Moves a photo by so many places. */
  move(key: number, by: number): void;
  /** Begins with what a stopped one was to be made of; that one is put away once this is being made. */
  change(stopped: CustomModelCreation): void;
  /** What these photos came to before: the person chooses whether another one is created. */
  readonly earlier: EarlierCreation | null;
  /**
   * Has it created; its id, or null where it was not begun. `again` creates another one although its
   * photos made one before.
   */
  create(again: boolean): Promise<number | null>;
}

export function makingOf(studio: Studio, kind: CustomModelKind): Making {
  const { say } = useNotices();
  const { photos: most } = customModelFacts[kind];
  const draft = () => drafts[kind];
  const find = (key: number) => draft().photos.find((photo) => photo.key === key);

  async function look(key: number, given: PhotoSource): Promise<void> {
    const kept = typeof given === 'string' ? null : await keepPhoto(given);
    const path = kept === null ? (given as string) : kept.ok ? kept.value.path : null;
    const looked = path === null ? null : await studio.ask('custom-models.look', { kind, path });
    const photo = find(key);
    if (photo === undefined) return;
    if (kept !== null && !kept.ok) photo.problem = kept.problem;
    else if (looked !== null && !looked.ok) photo.problem = looked.problem;
    else if (looked !== null) settle(photo, looked.value);
  }

  function settle(photo: DraftPhoto, look: CustomModelPhoto): void {
    const { photos } = draft();
    const same = photos.find(
      (other) => other.key !== photo.key && other.look?.sha256 === look.sha256,
    );
    if (same === undefined) {
      photo.look = look;
      return;
    }
    remove(photo.key);
    draft().refusal = t('models.create.twice', { name: look.name, other: same.name });
  }

  function remove(key: number): void {
    const now = draft();
    now.photos = now.photos.filter((photo) => photo.key !== key);
    now.refusal = null;
    if (now.photos.length === 0) now.replaces = null;
  }

  async function putAwayStopped(id: number): Promise<void> {
    const page = await studio.ask('custom-models.page', { kind, filter: {}, offset: 0, limit: 1 });
    // it may have been begun anew meanwhile
    const stopped = page.ok && page.value.creations.find((one) => one.id === id);
    if (stopped && stopped.state === 'stopped') await studio.ask('custom-models.put-away', { id });
  }

  async function add(given: readonly PhotoSource[], instead?: number): Promise<void> {
    const now = draft();
    now.problem = null;
    const taken = room(now.photos, given, most, instead);
    now.refusal =
      taken.left.length === 0
        ? null
        : t(`models.create.tooMany.${kind}`, {
            most,
            count: taken.left.length,
            names: taken.left.map(nameOfGiven).join(', '),
          });
    const fresh = taken.taken.map((one) => {
      lastKey += 1;
      return { given: one, key: lastKey };
    });
    const photos = fresh.map(({ given: one, key }) => ({
      key,
      name: nameOfGiven(one),
      look: undefined,
      problem: null,
    }));
    now.photos = [
      ...now.photos.slice(0, taken.at),
      ...photos,
      ...now.photos.slice(taken.at).filter(({ key }) => key !== instead),
    ];
    // one after the other: pictures are large, and the first one is looked at first
    for (const { given: one, key } of fresh) await look(key, one);
  }

  return {
    get draft() {
      return draft();
    },
    add,
    async drop(event, instead) {
      const strip = droppedStripPhoto(event);
      if (strip !== null) {
        const path = await ofStrip(studio, strip);
        if (path.ok) await add([path.value], instead);
        else draft().problem = path.problem;
        return;
      }
      const dropped = await droppedFiles(event);
      await add('paths' in dropped ? dropped.paths : dropped.files, instead);
    },
    remove,
    move(key, by) {
      const { photos } = draft();
      const from = photos.findIndex((photo) => photo.key === key);
      const to = from + by;
      const one = photos[from];
      if (one === undefined || to < 0 || to >= photos.length) return;
      const others = photos.filter((photo) => photo !== one);
      draft().photos = [...others.slice(0, to), one, ...others.slice(to)];
    },
    change({ id, name, photos }) {
      const before = draft();
      drafts[kind] = { ...empty(), name: name ?? '', replaces: id };
      void add(photos.map(({ path }) => path));
      if (before.photos.length === 0) return;
      say(t('models.creation.changed'), () => {
        // what was still being looked at is not told to it any more
        const seen = before.photos.filter(({ look: one, problem }) => one ?? problem);
        drafts[kind] = { ...before, photos: seen };
      });
    },
    get earlier() {
      const { earlier } = draft();
      const isAsked = earlier?.request === JSON.stringify(requestOf(kind, draft()));
      return isAsked ? earlier.found : null;
    },
    async create(again) {
      const now = draft();
      const request = requestOf(kind, now);
      now.isCreating = true;
      now.problem = null;
      now.earlier = null;
      const answer = await studio.ask('custom-models.create', { ...request, again });
      now.isCreating = false;
      if (!answer.ok) {
        now.problem = answer.problem;
        return null;
      }
      if ('earlier' in answer.value) {
        now.earlier = { request: JSON.stringify(request), found: answer.value.earlier };
        return null;
      }
      drafts[kind] = empty();
      if (now.replaces !== null) await putAwayStopped(now.replaces);
      return answer.value.creationId;
    },
  };
}

function requestOf(kind: CustomModelKind, { name, photos }: Draft) {
  const given = name.trim();
  return {
    kind,
    name: given === '' ? null : given,
    photos: photos.flatMap(({ look }) =>
      look === undefined ? [] : [{ path: look.path, sha256: look.sha256 }],
    ),
  };
}

/** Why a name cannot be used, in words; null where it can. */
export function nameProblem(name: string): string | null {
  const length = countCharacters(name.trim());
  return length <= customModelTextLimits.name
    ? null
    : t('models.nameTooLong', { count: length, most: customModelTextLimits.name });
}

function nameOfGiven(given: PhotoSource): string {
  return typeof given === 'string' ? (given.split(/[/\\]/).at(-1) ?? given) : given.name;
}
