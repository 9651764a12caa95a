import { createContext } from 'svelte';
import { defaultTemplate } from '#shared/naming.ts';
import { ownMask } from '#shared/mask/own-mask.ts';
import type { Recipe } from '#shared/recipe.ts';
import type { FilmstripPhoto, Run } from '#shared/views/retouch.ts';
import { usualRetouchLayout } from '#shared/views/retouch-layout.ts';
import { KeptSettings } from '../../data/kept-settings.svelte.ts';
import { about, live } from '../../data/live.svelte.ts';
import { useNotices } from '../../data/notices.svelte.ts';
import { useStudio } from '../../data/studio.svelte.ts';
import { t } from '../../texts/texts.svelte.ts';
import type { Reach } from '../../ui/selection.svelte.ts';
import { Adding } from './adding.svelte.ts';
import { detailOf } from './detail.svelte.ts';
import { usePanels } from './panels.svelte.ts';
import { useRetouchPlace } from './place.svelte.ts';
import { selectionOf } from './selection.svelte.ts';
import { startingOn } from './starting.svelte.ts';
import { stripOf } from './strip.svelte.ts';
import { SubjectSeries } from './subject-series.svelte.ts';
import { runKey } from './words.ts';

/**
 * The state that the components of the view share: the filmstrip, the current photo with its runs, and the
 * panels.
 */
export class RetouchSession {
  readonly #studio = useStudio();
  readonly #notices = useNotices();
  readonly #settings = live(this.#studio, 'settings.get', () => ({}), about('settings'));
  readonly place = useRetouchPlace();
  readonly strip = stripOf(this.#studio);
  readonly selection = selectionOf(this.#studio, this.strip, () => this.place.now.photo);
  readonly detail = detailOf(this.#studio, this.strip, () => this.place.now.photo);
  readonly starting = startingOn(this.#studio, () => this.detail.value);
  readonly panels = usePanels(
    () =>
      this.#settings.value === undefined && this.#settings.problem === null
        ? null
        : (this.preferences?.naming ?? defaultTemplate),
    () => this.#settings.value?.service.url,
  );
  readonly layout = new KeptSettings(this.#studio, 'retouch', {
    saved: () => this.preferences?.retouch,
    usual: usualRetouchLayout,
  });
  readonly adding = new Adding(this.#studio, (id) => {
    // shows the new photo, except while the user is drawing a mask on another photo
    if (this.place.now.mask === null) this.choose(id, 'alone');
  });

  readonly subjects = new SubjectSeries(this.#studio);

  /** Index of the current photo on the filmstrip; -1 if there is none. */
  readonly #index = $derived.by(() => {
    const { photo } = this.place.now;
    return photo === null ? -1 : this.strip.placeOf(photo);
  });
  /** The photos that are selected for a run. */
  readonly chosen = $derived.by((): readonly FilmstripPhoto[] => {
    const { photos } = this.strip;
    return this.selection.ids.flatMap((id) => photos?.[this.strip.placeOf(id)] ?? []);
  });
  /** Id of the result on screen; null if there is none, or if the result in the address belongs to another photo. */
  readonly result = $derived.by(() => this.#ofPhoto(this.place.now.result));
  /** Id of the result that is compared with the result on screen; null if the photo is compared with this result. */
  readonly against = $derived.by(() => {
    const { against } = this.place.now;
    return this.result === null || against === this.result ? null : this.#ofPhoto(against);
  });

  /** Ids of the results in the open export dialog; null if it is closed. */
  exporting = $state.raw<readonly number[] | null>(null);
  /** Key of the run that the user selected last, for runs without an image to show. */
  #looked = $state<string | null>(null);
  /** The run whose details are open; undefined if there is none. */
  readonly openRun = $derived.by((): Run | undefined => {
    const runs = this.detail.value?.runs ?? [];
    const isShown = ({ images }: Run) =>
      this.result !== null && images.some(({ resultId }) => resultId === this.result);
    return runs.find(isShown) ?? runs.find((run) => runKey(run) === this.#looked) ?? runs[0];
  });

  /** Must be called while a component is initialised. */
  constructor() {
    this.place.keepShown(this.strip);
  }

  get preferences() {
    return this.#settings.value?.preferences;
  }

  /** The current photo; null if there is none. */
  get photo(): FilmstripPhoto | null {
    return this.strip.photos?.[this.#index] ?? null;
  }

  /** Returns the id of a result if the result belongs to the current photo; null otherwise. */
  #ofPhoto(resultId: number | null): number | null {
    const runs = this.detail.value?.runs ?? [];
    const isIn = ({ images }: Run) => images.some((image) => image.resultId === resultId);
    return runs.some(isIn) ? resultId : null;
  }

  choose(id: number, reach: Reach): void {
    const { now } = this.place;
    this.selection.choose(id, reach);
    // While drawing a mask, the user can add photos to the selection without leaving the editor. Selecting
    // another photo alone closes the editor.
    const isForMask = now.mask !== null && reach !== 'alone';
    if (id !== now.photo && !isForMask)
      this.place.show({ photo: id, result: null, against: null, mask: null });
  }

  /** Selects the next (1) or previous (-1) photo. */
  step(by: 1 | -1, reach: Reach): void {
    const photos = this.strip.photos ?? [];
    const id = photos[Math.max(0, Math.min(this.#index + by, photos.length - 1))]?.id;
    if (id !== undefined) this.choose(id, reach);
  }

  /**
   * Shows a result; if the result is already on screen, shows only the photo. If `resultId` is null, opens the details
   * of the run.
   */
  look(run: Run, resultId: number | null): void {
    const { result } = this;
    this.#looked = runKey(run);
    // for an image that does not exist yet, only the status is shown, and the image on screen stays
    if (resultId !== null) this.place.show({ result: resultId === result ? null : resultId });
    else if (!run.images.some((image) => image.resultId === result)) {
      this.place.show({ result: null });
    }
  }

  /** Selects the subject on each chosen photo, and runs each photo with the mask of its own subject. */
  async selectSubjects(): Promise<void> {
    const { form } = this.panels;
    const selected = await this.subjects.select(this.chosen);
    if (selected > 0 && form !== null) form.mask = ownMask;
  }

  /** Runs a recipe on the current photo again. `images` is the number of images per photo. */
  again(recipe: Recipe, images: number): void {
    const { photo } = this.place.now;
    if (photo !== null) void this.starting.start([photo], recipe, images);
  }

  /** Adds a result to the filmstrip as a photo and shows it. */
  async use(resultId: number): Promise<void> {
    const answer = await this.#studio.ask('retouch.use-result', { resultId });
    if (!answer.ok) return this.#notices.complain(answer.problem);
    const [id] = answer.value.ids;
    this.strip.refresh();
    if (id !== undefined) this.choose(id, 'alone');
  }

  /** Removes the selected photos from the filmstrip, with an Undo button in the notice. */
  async remove(): Promise<void> {
    const { ids } = this.selection;
    const next = this.strip.photos?.find(({ id }, at) => at > this.#index && !ids.includes(id));
    const answer = await this.#studio.ask('retouch.remove', { ids: [...ids] });
    if (!answer.ok) return this.#notices.complain(answer.problem);
    const sources = answer.value;
    const undo = () => void this.adding.paths(sources);
    this.#notices.say(t('retouch.removed', { count: ids.length }), undo);
    if (next !== undefined) this.choose(next.id, 'alone');
  }
}

const [useSession, provide] = createContext<RetouchSession>();

/** Returns the session of the view. Must be called while a component is initialised. */
export { useSession };

/** Creates the session of the view, for its components. */
export function provideSession(): RetouchSession {
  return provide(new RetouchSession());
}
