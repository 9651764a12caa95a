/**
 * Creates the job of a worker thread for an execution: finds or downloads every picture and looks
 * up every id.
 */
import { join } from 'node:path';
import type { Store, ExecutionRow, CustomKind } from './store.ts';
import { grant } from './envelope.ts';
import type { Reply } from './envelope.ts';
import type { Pictures } from './pictures.ts';
import type { PsdJob, RenderJob } from './render/job.ts';
import { templatesOf } from './templates.ts';

type Params = Readonly<Record<string, unknown>>;

/**
 * Finds or downloads pictures by address. The first unavailable picture fails the job, with a
 * message.
 */
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

/**
 * Returns the picture of a scene or model: the given picture, a template's drawing, or the first picture of a custom
 * model or scene.
 */
async function choiceOf<Look>(
  store: Store,
  fetcher: Fetcher,
  of: {
    readonly kind: CustomKind;
    /** Address of a picture. */
    readonly given: unknown;
    readonly id: unknown;
    readonly templates: readonly { readonly id: number; readonly look: Look }[];
  },
): Promise<Look | { readonly file: string } | null> {
  const given = await fetcher.file(of.given);
  if (given !== null) return { file: given };
  const template = of.templates.find(({ id }) => id === of.id);
  if (template !== undefined) return template.look;
  const own = store.find('owned', { kind: of.kind, id: Number(of.id ?? -1) });
  const [first] = own === undefined ? [] : (JSON.parse(own.images) as string[]);
  const file = await fetcher.file(first);
  return file === null ? null : { file };
}

/**
 * Returns the job for the images of an execution. If a picture is unavailable, refuses with the
 * message for the failed images.
 */
export async function renderJobOf(
  store: Store,
  pictures: Pictures,
  row: ExecutionRow,
  targets: RenderJob['targets'],
  signal: AbortSignal,
): Promise<Reply<RenderJob>> {
  const task = store.find('tasks', { taskId: row.taskId });
  if (task === undefined) throw new Error(`task ${row.taskId} is not in the store`);
  const init = JSON.parse(task.initParams) as Params;
  const params = JSON.parse(row.params) as Params;
  const fetcher = new Fetcher(pictures, signal);
  const photo = await fetcher.file(init['originalImage']);
  const mask =
    row.mask === null
      ? await fetcher.file(params['customMaskUrl'])
      : join(pictures.folders.masks, row.mask);
  const templates = templatesOf(task.agentName, task.agentVersion);
  const scene = await choiceOf(store, fetcher, {
    kind: 'scene',
    given: init['locationImage'],
    id: params['locationId'] ?? params['backgroundId'],
    templates: [...(templates.locations ?? []), ...(templates.backgrounds ?? [])],
  });
  const figure = await choiceOf(store, fetcher, {
    kind: 'model',
    given: init['fashionModelImage'],
    id: params['fashionModelId'],
    templates: templates.fashionModels ?? [],
  });
  if (fetcher.failed !== undefined) return fetcher.failed;
  if (photo === null) throw new Error(`task ${row.taskId} has no original image`);
  return grant({
    kind: 'render',
    agent: task.agentName,
    params,
    photo,
    mask,
    scene,
    figure,
    format: params['resultImageFormat'] === 'jpg' ? 'jpg' : 'png',
    targets,
  });
}

/** Returns the job for an execution's PSD. */
export async function psdJobOf(
  store: Store,
  pictures: Pictures,
  row: ExecutionRow,
  results: readonly string[],
  file: string,
  signal: AbortSignal,
): Promise<Reply<PsdJob>> {
  const render = await renderJobOf(store, pictures, row, [], signal);
  return render.ok ? grant({ kind: 'psd', render: render.value, results, file }) : render;
}
