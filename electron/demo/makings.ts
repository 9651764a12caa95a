/** The images and PSDs of executions: which are to be made, which are made, and where they lie. */
import { join } from 'node:path';
import { chance } from './chance.ts';
import type { Book, ExecutionRow, PsdRow, ResultRow } from './book.ts';
import type { Pictures } from './pictures.ts';
import { psdOrder, renderOrder } from './orders.ts';
import type { WorkerAnswer } from './render/job.ts';
import { psdAt } from './schedule.ts';
import type { ExecutionPlan, Making } from './schedule.ts';
import type { Settled } from './settle.ts';
import type { Workers } from './workers.ts';

export class Makings {
  readonly #book: Book;
  readonly #pictures: Pictures;
  readonly #settled: Settled;
  readonly #now: () => number;
  readonly #workers: Workers;
  readonly #closing = new AbortController();

  constructor(
    book: Book,
    pictures: Pictures,
    workers: Workers,
    settled: Settled,
    now: () => number,
  ) {
    this.#book = book;
    this.#pictures = pictures;
    this.#workers = workers;
    this.#settled = settled;
    this.#now = now;
  }

  /** Takes up what an earlier process left unfinished. */
  resume(): void {
    if (this.#settled.render === 'quick') return;
    const executions = this.#book.all<ExecutionRow>(
      'SELECT executions.* FROM executions JOIN tasks USING (taskId) WHERE deletedAt IS NULL',
    );
    for (const row of executions) if (this.#missing(row).length > 0) this.begin(row.executionId);
    const psds = this.#book.all<PsdRow>(
      'SELECT * FROM psds WHERE file IS NULL AND error IS NULL AND fails = 0',
    );
    for (const row of psds) this.#makePsd(row.executionId);
  }

  /** Has the images of a new execution made, in its turn. */
  begin(executionId: string): void {
    if (this.#settled.render === 'quick') return;
    this.#workers.add(
      () => this.#order(executionId),
      (answer) => this.#note(executionId, answer),
    );
  }

  /** Which images of an execution are made. */
  of(executionId: string, plan: ExecutionPlan): Making[] {
    if (this.#settled.render === 'quick') return plan.due.map(() => 'made');
    const rows = this.#rows(executionId);
    return plan.due.map((_, index) => {
      const row = rows.find(({ number }) => number === index);
      if (row === undefined) return 'open';
      return row.file === null ? 'failed' : 'made';
    });
  }

  /** Why an image could not be made; undefined for one that was not even tried. */
  error(executionId: string, index: number): string | undefined {
    return this.#rows(executionId).find(({ number }) => number === index)?.error ?? undefined;
  }

  /** The path of an image below the service's address. */
  path(row: ExecutionRow, index: number): string {
    return `/cdn/results/${resultName(row, index)}`;
  }

  requestPsd(executionId: string): void {
    const row = this.#psd(executionId);
    if (row !== undefined && this.psdStatus(executionId) !== 'Failed') return;
    const requests = (row?.requests ?? 0) + 1;
    const { seed, failures } = this.#settled;
    const fails =
      chance(seed, 'psd', this.#execution(executionId).ordinal, requests) < failures.psd;
    this.#book.run(
      `INSERT OR REPLACE INTO psds (executionId, requests, requestedAt, fails) VALUES (?, ?, ?, ?)`,
      executionId,
      requests,
      this.#now(),
      Number(fails),
    );
    if (!fails && this.#settled.render === 'full') this.#makePsd(executionId);
  }

  psdStatus(executionId: string): 'NotStart' | ReturnType<typeof psdAt> {
    const row = this.#psd(executionId);
    if (row === undefined) return 'NotStart';
    const made = this.#settled.render === 'quick' || row.file !== null;
    const making: Making = row.error === null ? (made ? 'made' : 'open') : 'failed';
    const psd = { requestedAt: row.requestedAt, fails: row.fails === 1, making };
    return psdAt(psd, this.#now(), this.#settled.speed.psdMs);
  }

  close(): void {
    this.#closing.abort();
  }

  #rows(executionId: string): ResultRow[] {
    return this.#book.all<ResultRow>('SELECT * FROM results WHERE executionId = ?', executionId);
  }

  #psd(executionId: string): PsdRow | undefined {
    return this.#book.one<PsdRow>('SELECT * FROM psds WHERE executionId = ?', executionId);
  }

  /** The images still to be made: those that do not fail by plan and are not there. */
  #missing(row: ExecutionRow): number[] {
    const plan = JSON.parse(row.plan) as ExecutionPlan;
    const made = this.of(row.executionId, plan);
    return plan.due
      .map((_, index) => index)
      .filter((index) => made[index] === 'open' && !plan.failing.includes(index));
  }

  async #order(executionId: string) {
    const row = this.#execution(executionId);
    const missing = this.#missing(row);
    if (missing.length === 0) return undefined;
    const targets = missing.map((index) => ({
      index,
      file: join(this.#pictures.folders.results, resultName(row, index)),
    }));
    const order = await renderOrder(this.#book, this.#pictures, row, targets, this.#closing.signal);
    if (order.ok) return order.value;
    if (!this.#closing.signal.aborted) this.#fail(executionId, order.refusal.text);
    return undefined;
  }

  #execution(executionId: string): ExecutionRow {
    const row = this.#book.one<ExecutionRow>(
      'SELECT * FROM executions WHERE executionId = ?',
      executionId,
    );
    if (row === undefined) throw new Error(`execution ${executionId} is not in the book`);
    return row;
  }

  #note(executionId: string, answer: WorkerAnswer): void {
    if (answer.kind === 'failed') return this.#fail(executionId, answer.sentence);
    if (answer.kind !== 'made') return;
    const name = resultName(this.#execution(executionId), answer.index);
    this.#book.run(
      'INSERT OR REPLACE INTO results (executionId, number, file) VALUES (?, ?, ?)',
      executionId,
      answer.index,
      name,
    );
  }

  /** Fails the images that are not there. */
  #fail(executionId: string, sentence: string): void {
    for (const index of this.#missing(this.#execution(executionId))) {
      this.#book.run(
        'INSERT OR REPLACE INTO results (executionId, number, error) VALUES (?, ?, ?)',
        executionId,
        index,
        sentence,
      );
    }
  }

  #makePsd(executionId: string): void {
    const name = `${executionId}.psd`;
    const file = join(this.#pictures.folders.results, name);
    this.#workers.add(
      async () => {
        const row = this.#execution(executionId);
        const made = this.#rows(executionId).flatMap((one) => one.file ?? []);
        const results = made.map((one) => join(this.#pictures.folders.results, one));
        const order = await psdOrder(
          this.#book,
          this.#pictures,
          row,
          results,
          file,
          this.#closing.signal,
        );
        if (order.ok) return order.value;
        this.#failPsd(executionId, order.refusal.text);
        return undefined;
      },
      (answer) => {
        if (answer.kind === 'failed') this.#failPsd(executionId, answer.sentence);
        if (answer.kind !== 'done') return;
        this.#book.run('UPDATE psds SET file = ? WHERE executionId = ?', name, executionId);
      },
    );
  }

  #failPsd(executionId: string, sentence: string): void {
    this.#book.run('UPDATE psds SET error = ? WHERE executionId = ?', sentence, executionId);
  }
}

/** The file name of an image, by the format it was asked for ("Common to several agents"). */
function resultName(row: ExecutionRow, index: number): string {
  return `${row.executionId}-${index}.${resultFormat(row)}`;
}

/** The format of an execution's images: PNG where nothing else was asked for. */
function resultFormat(row: ExecutionRow): 'png' | 'jpg' {
  const params = JSON.parse(row.params) as { resultImageFormat?: string };
  return params.resultImageFormat === 'jpg' ? 'jpg' : 'png';
}
