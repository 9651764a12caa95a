/**
 * Whether the photos of custom models and scenes show anything. The service asks for "full facial
 * features, frontal view" of a model and for "a model and a scene" of a scene; how it judges that is
 * not known. The demo service does not look for people. Its rule, so that both outcomes can be tried: the
 * preparation fails when all photos are plain, like a wall or the sky.
 */
import type { Book, OwnedRow } from './book.ts';
import type { Pictures } from './pictures.ts';
import type { LookJob, WorkerAnswer } from './render/job.ts';
import type { Workers } from './workers.ts';

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
    return { kind: 'look', files };
  }

  /** A photo that cannot be looked at shows nothing. */
  #note(id: number, answer: WorkerAnswer): void {
    const sees = answer.kind === 'seen' && answer.sees;
    this.#book.run('UPDATE owned SET sees = ? WHERE id = ?', Number(sees), id);
  }
}
