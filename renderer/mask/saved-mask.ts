import type { Client } from '#shared/contract/client.ts';
import type { Input } from '#shared/ipc.ts';
import type { MaskDocument } from '#shared/mask/document.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { OpenMask } from '#shared/views/masks.ts';
import { patchBetween } from './patch.ts';

/** The last saved version of a mask, which the next patch is based on. */
export class SavedMask {
  readonly #ask: Client['ask'];
  readonly #id: number;
  #revision: number;
  #document: MaskDocument;
  /** The document of a save whose answer was lost. If the same document is sent again, the answer is the same. */
  #inDoubt: MaskDocument | null = null;

  constructor(ask: Client['ask'], { card, revision, document }: OpenMask) {
    this.#ask = ask;
    this.#id = card.id;
    this.#revision = revision;
    this.#document = document;
  }

  /** The document of the last save. */
  get document(): MaskDocument {
    return this.#document;
  }

  /** Saves a document as a patch. If the answer to an earlier save was lost, sends that document again instead. */
  async save(wanted: MaskDocument): Promise<Outcome<void>> {
    const document = this.#inDoubt ?? wanted;
    const { from, operations, position } = patchBetween(this.#document, document);
    const answer = await this.#ask('masks.save', {
      id: this.#id,
      revision: this.#revision,
      from,
      // the input type of the contract is mutable, but nothing changes these operations
      operations: operations as Input<'masks.save'>['operations'],
      position,
    });
    this.#inDoubt = !answer.ok && answer.problem.code === 'studio-gone' ? document : null;
    if (!answer.ok) return answer;
    this.#revision = answer.value.revision;
    this.#document = document;
    return success(undefined);
  }
}
