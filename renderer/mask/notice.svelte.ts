/** Milliseconds that a notice is shown. */
const SHOWN = 4000;

/** A short notice over the photo, such as why the last gesture had no effect. */
export class Notice {
  /** The text; null if no notice is shown. */
  text = $state<string | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  show(text: string): void {
    this.text = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.hide(), SHOWN);
  }

  hide(): void {
    this.text = null;
    clearTimeout(this.#timer);
  }
}
