/** Makes a worker's order from an execution: every picture found or fetched, every id looked up. */
import { join } from 'node:path';
import type { Book, ExecutionRow, OwnedRow, TaskRow } from './book.ts';
import { grant } from './envelope.ts';
import type { Reply } from './envelope.ts';
import type { Pictures } from './pictures.ts';
import type { FigureChoice, PsdJob, RenderJob, SceneChoice } from './render/job.ts';
import { templatesOf } from './templates.ts';

type Given = Readonly<Record<string, unknown>>;

/** Fetches pictures by address; the first that cannot be had ends the order with its sentence. */
class Fetcher {
  readonly #pictures: Pictures;
  readonly #signal: AbortSignal;
  failed: Reply<never> | undefined;

  constructor(pictures: Pictures, signal: AbortSignal) {
    this.#pictures = pictures;
    this.#signal = signal;
  }

  async file(address: unknown): Promise<string | null> {
    if (typeof address !== 'string' || this.failed !== undefined) return null;
    const got = await this.#pictures.obtain(address, this.#signal);
    if (got.ok) return got.value.file;
    this.failed = got;
    return null;
  }
}

/** The first picture of an own model or scene, whose id is not in the agent's lists. */
async function ownPicture(
  book: Book,
  kind: OwnedRow['kind'],
  id: unknown,
  fetcher: Fetcher,
): Promise<{ file: string } | null> {
  const row = book.one<OwnedRow>(
    'SELECT * FROM owned WHERE kind = ? AND id = ?',
    kind,
    Number(id ?? -1),
  );
  const [first] = row === undefined ? [] : (JSON.parse(row.images) as string[]);
  const file = await fetcher.file(first);
  return file === null ? null : { file };
}

async function sceneOf(
  book: Book,
  task: TaskRow,
  init: Given,
  params: Given,
  fetcher: Fetcher,
): Promise<SceneChoice | null> {
  const given = await fetcher.file(init['locationImage']);
  if (given !== null) return { file: given };
  const templates = templatesOf(task.agentName, task.agentVersion);
  const id = params['locationId'] ?? params['backgroundId'];
  const list = [...(templates.locations ?? []), ...(templates.backgrounds ?? [])];
  const known = list.find((entry) => entry.id === id);
  return known?.look ?? ownPicture(book, 'scene', id, fetcher);
}

async function figureOf(
  book: Book,
  task: TaskRow,
  init: Given,
  params: Given,
  fetcher: Fetcher,
): Promise<FigureChoice | null> {
  const given = await fetcher.file(init['fashionModelImage']);
  if (given !== null) return { file: given };
  const models = templatesOf(task.agentName, task.agentVersion).fashionModels ?? [];
  const id = params['fashionModelId'];
  const known = models.find((entry) => entry.id === id);
  return known?.look ?? ownPicture(book, 'model', id, fetcher);
}

/** The order for the images of an execution; refuses with the sentence its results fail with. */
export async function renderOrder(
  book: Book,
  pictures: Pictures,
  row: ExecutionRow,
  targets: RenderJob['targets'],
  signal: AbortSignal,
): Promise<Reply<RenderJob>> {
  const task = book.one<TaskRow>('SELECT * FROM tasks WHERE taskId = ?', row.taskId);
  if (task === undefined) throw new Error(`task ${row.taskId} is not in the book`);
  const init = JSON.parse(task.initParams) as Given;
  const params = JSON.parse(row.params) as Given;
  const fetcher = new Fetcher(pictures, signal);
  const photo = await fetcher.file(init['originalImage']);
  const mask =
    row.mask === null
      ? await fetcher.file(params['customMaskUrl'])
      : join(pictures.folders.masks, row.mask);
  const scene = await sceneOf(book, task, init, params, fetcher);
  const figure = await figureOf(book, task, init, params, fetcher);
  if (fetcher.failed !== undefined) return fetcher.failed;
  if (photo === null) throw new Error(`task ${row.taskId} has no original image`);
  return grant({
    kind: 'render',
    agent: task.agentName,
    params,
    seed: `execution ${row.ordinal}`,
    photo,
    mask,
    scene,
    figure,
    format: params['resultImageFormat'] === 'jpg' ? 'jpg' : 'png',
    targets,
  });
}

/** The order for an execution's PSD. */
export async function psdOrder(
  book: Book,
  pictures: Pictures,
  row: ExecutionRow,
  results: readonly string[],
  file: string,
  signal: AbortSignal,
): Promise<Reply<PsdJob>> {
  const render = await renderOrder(book, pictures, row, [], signal);
  return render.ok ? grant({ kind: 'psd', render: render.value, results, file }) : render;
}
