import { customModelFacts, type CustomModelKind } from '#shared/custom-models.ts';
import type { CustomModelPhoto } from '#shared/views/custom-models.ts';
import { ofStrip } from '../../parts/recipe/slot-photos.ts';
import { droppedFiles, droppedStripPhoto } from '../../data/connection/dropped.ts';
import { keepPhoto } from '../../data/connection/photos.ts';
import type { Studio } from '../../data/studio.svelte.ts';
import { t } from '../../texts/texts.svelte.ts';
import type { Draft, DraftPhoto } from './creation-draft.ts';
import { assignSlots } from './slots.ts';

/** A photo to add: its path or, if the page can't read the path, its content. */
export type PhotoSource = string | File;

let lastKey = 0;

/** The photos for a new model or scene: adds, checks, moves and removes them. */
export class DraftPhotos {
  readonly #studio: Studio;
  readonly #kind: CustomModelKind;
  readonly #draft: () => Draft;

  constructor(studio: Studio, kind: CustomModelKind, draft: () => Draft) {
    this.#studio = studio;
    this.#kind = kind;
    this.#draft = draft;
  }

  /** Adds as many photos as fit, or replaces the photo with the key `instead`. */
  async add(given: readonly PhotoSource[], instead?: number): Promise<void> {
    const now = this.#draft();
    const { photos: most } = customModelFacts[this.#kind];
    now.problem = null;
    const taken = assignSlots(now.photos, given, most, instead);
    now.refusal =
      taken.left.length === 0
        ? null
        : t(`models.create.tooMany.${this.#kind}`, {
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
    // checks the photos one after the other, so that large photos appear in order, the first as soon as possible
    for (const { given: one, key } of fresh) await this.#look(key, one);
  }

  /** Adds dropped photos. */
  async drop(event: DragEvent, instead?: number): Promise<void> {
    const strip = droppedStripPhoto(event);
    if (strip !== null) {
      const path = await ofStrip(this.#studio, strip);
      if (path.ok) await this.add([path.value], instead);
      else this.#draft().problem = path.problem;
      return;
    }
    const dropped = await droppedFiles(event);
    await this.add('paths' in dropped ? dropped.paths : dropped.files, instead);
  }

  remove(key: number): void {
    const now = this.#draft();
    now.photos = now.photos.filter((photo) => photo.key !== key);
    now.refusal = null;
    if (now.photos.length === 0) now.replaces = null;
  }

  /** Moves a photo by a number of places. */
  move(key: number, by: number): void {
    const { photos } = this.#draft();
    const from = photos.findIndex((photo) => photo.key === key);
    const to = from + by;
    const one = photos[from];
    if (one === undefined || to < 0 || to >= photos.length) return;
    const others = photos.filter((photo) => photo !== one);
    this.#draft().photos = [...others.slice(0, to), one, ...others.slice(to)];
  }

  #find(key: number): DraftPhoto | undefined {
    return this.#draft().photos.find((photo) => photo.key === key);
  }

  async #look(key: number, given: PhotoSource): Promise<void> {
    const kept = typeof given === 'string' ? null : await keepPhoto(given);
    const path = kept === null ? (given as string) : kept.ok ? kept.value.path : null;
    const asked = path === null ? null : { kind: this.#kind, path };
    const looked = asked === null ? null : await this.#studio.ask('custom-models.look', asked);
    const photo = this.#find(key);
    if (photo === undefined) return;
    if (kept !== null && !kept.ok) photo.problem = kept.problem;
    else if (looked !== null && !looked.ok) photo.problem = looked.problem;
    else if (looked !== null) this.#settle(photo, looked.value);
  }

  #settle(photo: DraftPhoto, look: CustomModelPhoto): void {
    const { photos } = this.#draft();
    const same = photos.find(
      (other) => other.key !== photo.key && other.look?.sha256 === look.sha256,
    );
    if (same === undefined) {
      photo.look = look;
      return;
    }
    this.remove(photo.key);
    this.#draft().refusal = t('models.create.twice', { name: look.name, other: same.name });
  }
}

function nameOfGiven(given: PhotoSource): string {
  return typeof given === 'string' ? (given.split(/[/\\]/).at(-1) ?? given) : given.name;
}
