/**
 * Renders the images and PSDs of executions, and records which are finished and where their files
 * are.
 */
import { join } from 'node:path';
import { chance } from './chance.ts';
import type { Store, ExecutionRow, PsdRow, ResultRow } from './store.ts';
import type { Pictures } from './pictures.ts';
import { psdJobOf, renderJobOf } from './render-jobs.ts';
import type { WorkerAnswer } from './render/job.ts';
import { psdAt } from './schedule.ts';
import type { ExecutionPlan, RenderState } from './schedule.ts';
import type { DemoSettings } from './settings.ts';
import type { Workers } from './workers.ts';

export class Renders {
  readonly #store: Store;
  readonly #pictures: Pictures;
  readonly #settings: DemoSettings;
  readonly #now: () => number;
  readonly #workers: Workers;
  readonly #closing = new AbortController();

  constructor(
    store: Store,
    pictures: Pictures,
    workers: Workers,
    settings: DemoSettings,
    now: () => number,
  ) {
    this.#store = store;
    this.#pictures = pictures;
    this.#workers = workers;
    this.#settings = settings;
    this.#now = now;
  }

  /** Resumes the work that an earlier process left unfinished. */
  resume(): void {
    if (this.#settings.render === 'quick') return;
    const executions = this.#store.all<ExecutionRow>(
      'SELECT executions.* FROM executions JOIN tasks USING (taskId) WHERE deletedAt IS NULL',
    );
    for (const row of executions) if (this.#missing(row).length > 0) this.begin(row.executionId);
    const psds = this.#store.all<PsdRow>(
      'SELECT * FROM psds WHERE file IS NULL AND error IS NULL AND fails = 0',
    );
    for (const row of psds) this.#makePsd(row.executionId);
  }

  /** Queues the images of a new execution for rendering. */
  begin(executionId: string): void {
    if (this.#settings.render === 'quick') return;
    this.#workers.add(
      () => this.#order(executionId),
      (answer) => this.#note(executionId, answer),
    );
  }

  /** Returns the state of each image of an execution. */
  states(executionId: string, plan: ExecutionPlan): RenderState[] {
    if (this.#settings.render === 'quick') return plan.due.map(() => 'made');
    const rows = this.#rows(executionId);
    return plan.due.map((_, index) => {
      const row = rows.find(({ number }) => number === index);
      if (row === undefined) return 'open';
      return row.file === null ? 'failed' : 'made';
    });
  }

  /**
   * Returns the reason that an image could not be rendered; undefined if rendering has not failed.
   */
  error(executionId: string, index: number): string | undefined {
    return this.#rows(executionId).find(({ number }) => number === index)?.error ?? undefined;
  }

  /** Returns the path of an image below the service's address. */
  path(row: ExecutionRow, index: number): string {
    return `/cdn/results/${resultName(row, index)}`;
  }

  requestPsd(executionId: string): void {
    const row = this.#psd(executionId);
    if (row !== undefined && this.psdStatus(executionId) !== 'Failed') return;
    const requests = (row?.requests ?? 0) + 1;
    const { seed, failures } = this.#settings;
    const fails =
      chance(seed, 'psd', this.#execution(executionId).ordinal, requests) < failures.psd;
    const requestedAt = this.#now();
    this.#store.replace('psds', { executionId, requests, requestedAt, fails: Number(fails) });
    if (!fails && this.#settings.render === 'full') this.#makePsd(executionId);
  }

  psdStatus(executionId: string): 'NotStart' | ReturnType<typeof psdAt> {
    const row = this.#psd(executionId);
    if (row === undefined) return 'NotStart';
    const made = this.#settings.render === 'quick' || row.file !== null;
    const render: RenderState = row.error === null ? (made ? 'made' : 'open') : 'failed';
    const psd = { requestedAt: row.requestedAt, fails: row.fails === 1, render };
    return psdAt(psd, this.#now(), this.#settings.speed.psdMs);
  }

  close(): void {
    this.#closing.abort();
  }

  #rows(executionId: string): ResultRow[] {
    const sql = 'SELECT * FROM results WHERE executionId = ? ORDER BY number';
    return this.#store.all<ResultRow>(sql, executionId);
  }

  #psd(executionId: string): PsdRow | undefined {
    return this.#store.find('psds', { executionId });
  }

  /**
   * Returns the indices of the images that must still be rendered: images without a result that the
   * plan does not let fail.
   */
  #missing(row: ExecutionRow): number[] {
    const plan = JSON.parse(row.plan) as ExecutionPlan;
    const made = this.states(row.executionId, plan);
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
    const order = await renderJobOf(
      this.#store,
      this.#pictures,
      row,
      targets,
      this.#closing.signal,
    );
    if (order.ok) return order.value;
    if (!this.#closing.signal.aborted) this.#fail(executionId, order.refusal.text);
    return undefined;
  }

  #execution(executionId: string): ExecutionRow {
    const row = this.#store.find('executions', { executionId });
    if (row === undefined) throw new Error(`execution ${executionId} is not in the store`);
    return row;
  }

  #note(executionId: string, answer: WorkerAnswer): void {
    if (answer.kind === 'failed') return this.#fail(executionId, answer.sentence);
    if (answer.kind !== 'made') return;
    const file = resultName(this.#execution(executionId), answer.index);
    this.#store.replace('results', { executionId, number: answer.index, file });
  }

  /** Records a failure of all images that are not rendered yet. */
  #fail(executionId: string, sentence: string): void {
    for (const number of this.#missing(this.#execution(executionId))) {
      this.#store.replace('results', { executionId, number, error: sentence });
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
        const order = await psdJobOf(
          this.#store,
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
        this.#store.run('UPDATE psds SET file = ? WHERE executionId = ?', name, executionId);
      },
    );
  }

  #failPsd(executionId: string, sentence: string): void {
    this.#store.run('UPDATE psds SET error = ? WHERE executionId = ?', sentence, executionId);
  }
}

/** Returns the file name of an image, in the requested format (interface: "Common to several agents"). */
function resultName(row: ExecutionRow, index: number): string {
  return `${row.executionId}-${index}.${resultFormat(row)}`;
}

/** Returns the format of an execution's images; PNG by default. */
function resultFormat(row: ExecutionRow): 'png' | 'jpg' {
  const params = JSON.parse(row.params) as { resultImageFormat?: string };
  return params.resultImageFormat === 'jpg' ? 'jpg' : 'png';
}
