import { createContext } from 'svelte';
import type { Operation } from '#shared/mask/document.ts';
import type { Size } from '#shared/pictures.ts';
import { uploadSize } from '#shared/upload-size.ts';
import { usualMaskTools } from '#shared/views/mask-tools.ts';
import type { FilmstripPhoto } from '#shared/views/retouch.ts';
import { KeptSettings } from '../data/kept-settings.svelte.ts';
import { about, live } from '../data/live.svelte.ts';
import { useNotices } from '../data/notices.svelte.ts';
import { useStudio } from '../data/studio.svelte.ts';
import { changeText } from '../texts/changes.ts';
import { facts } from '../texts/lists.ts';
import { problemText } from '../texts/problems.ts';
import { t } from '../texts/texts.svelte.ts';
import type { KeyActions } from './keys.ts';
import { Notice } from './notice.svelte.ts';
import { steppedSize } from './sizes.ts';
import type { Surroundings } from './surroundings.ts';
import { SubjectSelection } from './subject-selection.svelte.ts';
import { Surface } from './surface/surface.svelte.ts';
import { toolOfKey } from './tool-list.ts';
import type { ToolName, ToolSettings } from './tools/tool.ts';
import type { MaskWork } from './work.svelte.ts';

/** Amount by which one key press changes the hardness, which is from 0 to 1. */
const HARDER = 0.1;

interface Parts {
  readonly work: MaskWork;
  photo(): FilmstripPhoto;
  around(): Surroundings;
}

/** The state of the mask editor: the open mask, the tool in use, the drawing surface and the list of masks. */
export class MaskEditorState {
  readonly #studio = useStudio();
  readonly #notices = useNotices();
  readonly #parts: Parts;
  readonly work: MaskWork;
  readonly tools: KeptSettings<'mask'>;
  readonly surface: Surface;
  readonly notice = new Notice();
  readonly subject: SubjectSelection;
  tool = $state<ToolName>('brush');
  combine = $state<ToolSettings['combine']>('add');
  /** Whether the overlay is hidden. */
  isHidden = $state(false);
  isBusy = $state(false);
  readonly #list = live(
    this.#studio,
    'masks.list',
    () => ({ stripId: this.photo.id }),
    about('masks'),
  );
  /**
   * Id of the open mask; null until the list contains this mask. The studio lists a new mask only after its first
   * operation.
   */
  #listed = $state<number | null>(null);
  readonly #isListed = $derived.by(
    () => this.list?.ofPhoto.some(({ id }) => id === this.work.now.id) ?? false,
  );
  /** Size in px at which the photo and the mask are uploaded; null for the original size. */
  readonly sent = $derived.by((): Size | null => {
    const { photo } = this;
    const size = uploadSize(photo, this.around.wish);
    const isOriginal = size?.width === photo.width && size.height === photo.height;
    return isOriginal ? null : size;
  });
  /** Why the mask cannot be used; null if it can be used. */
  readonly refusal = $derived.by(() => {
    if (this.kept === 0) return t('mask.nothing');
    return this.kept === 1 ? t('mask.everything') : null;
  });

  /** Must be called while a component is initialised. */
  constructor(parts: Parts) {
    this.#parts = parts;
    this.work = parts.work;
    this.tools = new KeptSettings(this.#studio, 'mask', {
      saved: () => this.around.tools,
      usual: usualMaskTools,
    });
    this.subject = new SubjectSelection(this.#studio, {
      mask: () => this.work.now.id,
      onfound: (operation) => this.apply(operation),
      say: (text) => this.notice.show(text),
    });
    this.surface = new Surface(this.#studio, {
      photo: () => ({ kind: 'strip', id: this.photo.id }),
      kept: () => ({ views: this.around.views, subject: String(this.photo.id) }),
      document: () => this.work.now.document,
      tool: () => this.tool,
      settings: () => ({ ...this.tools.now, combine: this.combine }),
      look: () => {
        const { look, colour, opacity } = this.tools.now;
        return { mode: look, colour, opacity: this.isHidden ? 0 : opacity };
      },
      proposal: () => this.subject.proposal,
      oncommit: (operation) => this.apply(operation),
      onsettings: (change) => this.tools.set(change),
      onproblem: (code) => this.notice.show(t(`mask.problem.${code}`)),
    });
    $effect(() => {
      if (this.#isListed) this.#listed = this.work.now.id;
    });
    $effect(() => () => this.notice.hide());
  }

  get photo(): FilmstripPhoto {
    return this.#parts.photo();
  }

  get around(): Surroundings {
    return this.#parts.around();
  }

  /** The masks of this photo and of other photos; undefined until loaded. */
  get list() {
    return this.#list.value;
  }

  /** Share of the photo that is kept, from 0 to 1; null while unknown. */
  get kept(): number | null {
    return this.surface.kept;
  }

  /** Whether the mask was removed from the list. */
  get isRemoved(): boolean {
    const { id, document } = this.work.now;
    return this.#listed === id && !this.#isListed && document.operations.length > 0;
  }

  readonly keys: KeyActions = {
    choose: (key) => {
      const chosen = toolOfKey(key);
      if (chosen !== null) this.tool = chosen;
      return chosen !== null;
    },
    // undo removes the corners of an unfinished polygon before earlier operations
    undo: () => this.surface.key('back') || this.work.undo(),
    redo: () => this.work.redo(),
    invert: () => this.apply({ kind: 'invert' }),
    subject: () => void this.subject.select(this.combine),
    swap: () => (this.combine = this.combine === 'add' ? 'subtract' : 'add'),
    resize: (way) => this.tools.set({ size: steppedSize(this.tools.now.size, way) }),
    harden: (way) => {
      const hardness = Math.round(10 * (this.tools.now.hardness + way * HARDER)) / 10;
      this.tools.set({ hardness: Math.min(1, Math.max(0, hardness)) });
    },
    fit: () => this.surface.view.fit(),
    full: () => this.surface.view.full(),
    step: (way) => this.surface.view.step(way),
    toggle: () => (this.isHidden = !this.isHidden),
  };

  apply(operation: Operation): void {
    this.work.apply([operation]);
  }

  /** Saves the mask, uses it for the next run and closes the editor. `Surroundings.use` explains `photos`. */
  async use(photos: 'this' | 'all' = 'this'): Promise<void> {
    if (this.isBusy) return;
    if (this.refusal !== null) return this.notice.show(this.refusal);
    this.isBusy = true;
    const all = await this.work.whenSaved();
    const used = all.ok ? await this.#studio.ask('masks.use', { id: all.value }) : all;
    this.isBusy = false;
    if (used.ok) this.around.use(used.value.path, photos);
    else this.notice.show(problemText(used.problem));
  }

  /** Replaces the mask with a mask from a file. A single Undo restores the previous mask. */
  async load(path: string): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    this.notice.show(t('mask.loading'));
    const answer = await this.#studio.ask('masks.load', { id: this.work.now.id, path });
    this.isBusy = false;
    this.notice.hide();
    if (!answer.ok) return this.#notices.complain(answer.problem);
    const { operation, notes } = answer.value;
    this.apply(operation);
    const loaded = this.work.now.document;
    const undo = () => {
      // undoing the load must not undo strokes that were drawn after the load
      if (this.work.now.document === loaded) this.work.undo();
    };
    this.#notices.say(t('mask.loaded', { changes: facts(notes.map(changeText)) }), undo);
  }
}

const [useMaskEditor, provide] = createContext<MaskEditorState>();

/** Returns the open mask editor. Must be called while a component is initialised. */
export { useMaskEditor };

/** Creates the state of a mask editor, for the components in it. */
export function provideMaskEditor(parts: Parts): MaskEditorState {
  return provide(new MaskEditorState(parts));
}
