/** Where the divider between the photo and the result stands, from 0 to 1 of the pane's width. */
export class Divide {
  readonly #middle: () => number;
  /** Where the user has dragged the divider; null until then. */
  #dragged = $state<number | null>(null);

  /** @param middle returns the position of the middle of the fitted photo */
  constructor(middle: () => number) {
    this.#middle = middle;
  }

  get share(): number {
    return this.#dragged ?? this.#middle();
  }

  set share(share: number) {
    this.#dragged = share;
  }

  /** Returns the divider to the middle of the fitted photo. */
  reset(): void {
    this.#dragged = null;
  }
}
