import type { Outcome } from '#shared/problem.ts';
import type { MaskCard, OpenMask } from '#shared/views/masks.ts';
import { saveBlob } from '../data/day-sheet.ts';
import { useNotices } from '../data/notices.svelte.ts';
import { useStudio } from '../data/studio.svelte.ts';
import { maskName } from '../parts/recipe/mask-words.ts';
import { t } from '../texts/texts.svelte.ts';
import type { MaskEditorState } from './mask-editor-state.svelte.ts';

/** The actions on the masks of a photo. Must be created while a component is initialised. */
export class MaskCommands {
  readonly #studio = useStudio();
  readonly #notices = useNotices();
  readonly #editor: MaskEditorState;

  constructor(editor: MaskEditorState) {
    this.#editor = editor;
  }

  get #openId(): number {
    return this.#editor.work.now.id;
  }

  /** Creates a mask for the photo and opens it: an empty one, or a copy of another mask. */
  async begin(fromMaskId: number | null): Promise<void> {
    const { work, photo, around } = this.#editor;
    if (fromMaskId === this.#openId && !(await work.whenSaved()).ok) return;
    const created: Outcome<OpenMask> = await this.#studio.ask('masks.begin', {
      stripId: photo.id,
      fromMaskId,
    });
    if (created.ok) around.open(created.value.card.id);
    else this.#notices.complain(created.problem);
  }

  async rename({ id }: MaskCard, name: string): Promise<void> {
    const answer = await this.#studio.ask('masks.rename', { id, name });
    if (!answer.ok) this.#notices.complain(answer.problem);
  }

  /**
   * Removes a mask, with an Undo button in the notice. If the mask was open, opens the next mask or closes
   * the editor.
   */
  async remove(card: MaskCard): Promise<void> {
    const { work, around } = this.#editor;
    const wasOpen = card.id === this.#openId;
    if (wasOpen) await work.whenSaved();
    const answer = await this.#studio.ask('masks.remove', { id: card.id });
    if (!answer.ok) return this.#notices.complain(answer.problem);
    this.#notices.say(t('mask.removed', { name: maskName(card) }), () => void this.#restore(card));
    if (!wasOpen) return;
    const next = this.#editor.list?.ofPhoto.find((other) => other.id !== card.id);
    if (next === undefined) around.close();
    else around.open(next.id);
  }

  /** Saves the open mask as a PNG file. */
  async save(): Promise<void> {
    const { work, photo } = this.#editor;
    const all = await work.whenSaved();
    if (!all.ok) return this.#notices.complain(all.problem);
    try {
      const answer = await fetch(this.#studio.maskFile(all.value));
      if (!answer.ok) throw new Error(String(answer.status));
      saveBlob(`${photo.name.replace(/\.[^.]+$/, '')}_mask.png`, await answer.blob());
    } catch {
      this.#notices.warn(t('mask.notFetched'));
    }
  }

  async #restore({ id }: MaskCard): Promise<void> {
    const answer = await this.#studio.ask('masks.put-back', { id });
    if (!answer.ok) this.#notices.complain(answer.problem);
  }
}
