/**
 * Whether the photos of own models and scenes show somebody. The service asks for "full facial
 * features, frontal view" of a model and for "a model and a scene" of a scene; how it judges that is
 * not shown. The demo service has a rule of its own: a model needs one photo with a face that looks at
 * the camera and is a tenth of the photo's long side wide, a scene such a face of any size that can be
 * told. Without it the preparation fails. Who is turned away is not seen.
 */
import type { Book, OwnedRow } from './book.ts';
import type { Pictures } from './pictures.ts';
import type { LookJob, WorkerAnswer } from './render/job.ts';
import type { Workers } from './workers.ts';

/** px: how closely the photos of each are looked at. */
const closeness: Readonly<Record<OwnedRow['kind'], Pick<LookJob, 'side' | 'least'>>> = {
  model: { side: 640, least: 64 },
  scene: { side: 1024, least: 0 },
};

export class Looks {
  readonly #book: Book;
  readonly #pictures: Pictures;
  readonly #workers: Workers;
  readonly #closing = new AbortController();

  constructor(book: Book, pictures: Pictures, workers: Workers) {
    this.#book = book;
    this.#pictures = pictures;
    this.#workers = workers;
  }

  /** Takes up what an earlier process has not looked at. */
  resume(): void {
    const rows = this.#book.all<OwnedRow>(
      'SELECT * FROM owned WHERE sees IS NULL AND deletedAt IS NULL ORDER BY id',
    );
    for (const { id } of rows) this.begin(id);
  }

  /** Has the photos of a new own model or scene looked at, in its turn. */
  begin(id: number): void {
    this.#workers.add(
      () => this.#order(id),
      (answer) => this.#note(id, answer),
    );
  }

  close(): void {
    this.#closing.abort();
  }

  async #order(id: number): Promise<LookJob | undefined> {
    const row = this.#book.one<OwnedRow>(
      'SELECT * FROM owned WHERE id = ? AND deletedAt IS NULL',
      id,
    );
    if (row === undefined) return undefined;
    const files: string[] = [];
    for (const address of JSON.parse(row.images) as string[]) {
      const got = await this.#pictures.obtain(address, this.#closing.signal);
      if (got.ok) files.push(got.value.file);
    }
    if (this.#closing.signal.aborted) return undefined;
    return { kind: 'look', files, ...closeness[row.kind] };
  }

  /** What cannot be looked at shows nobody. */
  #note(id: number, answer: WorkerAnswer): void {
    const sees = answer.kind === 'seen' && answer.sees;
    this.#book.run('UPDATE owned SET sees = ? WHERE id = ?', Number(sees), id);
  }
}
