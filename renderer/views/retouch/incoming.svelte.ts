import {
  addressesIn,
  bringsFiles,
  bringsLink,
  droppedFiles,
} from '../../data/connection/dropped.ts';
import type { Adding } from './adding.svelte.ts';
import { isFreePaste } from './photo-keys.ts';

/** Handles photos that are dropped or pasted anywhere in the view. */
export class IncomingPhotos {
  readonly #adding: Adding;
  readonly #isDrawing: () => boolean;
  /** Whether the current drag is a picture or link from this page, which must not be downloaded as a new photo. */
  #isOwnDrag = false;
  /** Whether photos are dragged over the view. */
  isOver = $state(false);

  constructor(adding: Adding, isDrawing: () => boolean) {
    this.#adding = adding;
    this.#isDrawing = isDrawing;
  }

  readonly ondragstart = (): void => {
    this.#isOwnDrag = true;
  };

  readonly ondragend = (): void => {
    this.#isOwnDrag = false;
  };

  readonly ondragover = (event: DragEvent): void => {
    // a photo slot handles a drag over the slot itself
    const isNew = bringsFiles(event) || (bringsLink(event) && !this.#isOwnDrag);
    this.isOver = isNew && !event.defaultPrevented;
    if (this.isOver) event.preventDefault();
  };

  readonly ondragleave = (event: DragEvent & { currentTarget: HTMLElement }): void => {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) this.isOver = false;
  };

  readonly ondrop = (event: DragEvent): void => {
    this.isOver = false;
    if (event.defaultPrevented) return;
    if (bringsFiles(event)) {
      event.preventDefault();
      void this.#adding.given(droppedFiles(event));
    } else if (bringsLink(event) && !this.#isOwnDrag) {
      event.preventDefault();
      this.#addAddresses(event.dataTransfer);
    }
  };

  readonly onpaste = (event: ClipboardEvent): void => {
    if (!this.#isDrawing() && isFreePaste(event)) this.#addAddresses(event.clipboardData);
  };

  #addAddresses(data: DataTransfer | null): void {
    const addresses = addressesIn(data);
    if (addresses.length > 0) void this.#adding.addresses(addresses);
  }
}
