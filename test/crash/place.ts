/** Where one round of lives takes place. */
export interface Place {
  readonly data: string;
  readonly drop: string;
  readonly out: string;
  /** SHA-256 of every photo that was dropped, by its name. */
  readonly photos: Map<string, string>;
}
