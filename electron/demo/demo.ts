/**
 * The demo service: the service's complete interface over HTTP on loopback. It processes the photo
 * instead of generating images. Darkslide uses it by default, and every test uses it as the
 * service. In this folder, quoted names after "interface:" are sections of the service's
 * documentation.
 */
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock, type Clock } from '#electron/base/clock.ts';
import { closeAll } from '#electron/base/closing.ts';
import { isLeftoverName, removeLeftover } from '#electron/base/files.ts';
import type { DemoContext } from './context.ts';
import { Store } from './store.ts';
import { readRecords } from './records.ts';
import { Callbacks } from './callbacks.ts';
import { envelopeOf, grant } from './envelope.ts';
import { executionNow, findExecution, findTask, listTask } from './executions.ts';
import { Faults } from './faults.ts';
import { Renders } from './renders.ts';
import { Pictures } from './pictures.ts';
import type { Folders } from './pictures.ts';
import { executeRoutes } from './routes/execute.ts';
import { infoRoutes } from './routes/info.ts';
import { customModelRoutes } from './routes/custom-models.ts';
import { psdRoutes } from './routes/psd.ts';
import { taskRoutes } from './routes/task.ts';
import { uploadRoutes } from './routes/upload.ts';
import { DemoServer, basePath } from './server.ts';
import { withDefaults } from './settings.ts';
import type { DemoSettings } from './settings.ts';
import { contentAt } from './cdn.ts';
import { addCustomModels, fillCustomModels } from './add-custom-models.ts';
import type { Demo, DemoOptions } from './types.ts';
import { Workers } from './workers.ts';

export type * from './types.ts';

const defaultKey = 'demo';
/** Creates the folders, and removes unfinished files that a killed process left behind. */
async function makeFolders(folder: string): Promise<Folders> {
  const of = (name: string) => join(folder, name);
  const folders = {
    uploads: of('uploads'),
    masks: of('masks'),
    results: of('results'),
    thumbnails: of('thumbnails'),
  };
  for (const one of Object.values(folders)) {
    await mkdir(one, { recursive: true });
    const half = (await readdir(one)).filter(isLeftoverName);
    await Promise.all(half.map((name) => removeLeftover(join(one, name))));
  }
  return folders;
}

function createContext(
  store: Store,
  folders: Folders,
  workers: Workers,
  settings: DemoSettings,
  clock: Clock,
): DemoContext {
  const now = () => clock.wall();
  const pictures = new Pictures(store, folders);
  const demo: DemoContext = {
    settings,
    store,
    pictures,
    renders: new Renders(store, pictures, workers, settings, now),
    callbacks: new Callbacks(store, clock, (executionId) => {
      const row = findExecution(demo, executionId);
      const task = row && findTask(demo, row.taskId);
      if (row === undefined || task === undefined) return undefined;
      const body = envelopeOf('query', grant(listTask(demo, task, [row])));
      return { status: executionNow(demo, row).status, body: JSON.stringify(body) };
    }),
    clock,
    now,
  };
  return demo;
}

/** The clock of the demo service, and the way in which requests reach it. */
export interface DemoWorld {
  readonly clock: Clock;
  /** Starts to accept requests; returns the port for the service's addresses. */
  listen(server: DemoServer, port: number): Promise<number>;
}

const allRoutes = [
  taskRoutes,
  executeRoutes,
  infoRoutes,
  uploadRoutes,
  psdRoutes,
  customModelRoutes,
];

const thisComputer: DemoWorld = {
  clock: systemClock,
  listen: (server, port) => server.listen(port),
};

/**
 * Starts the demo service in its folder. Unfinished work of an earlier process continues as if the service had never
 * stopped. Rejects if the folder cannot be written or the port is in use.
 */
export async function startDemo(
  options: DemoOptions,
  { clock, listen }: DemoWorld = thisComputer,
): Promise<Demo> {
  const folders = await makeFolders(options.folder);
  const settings = withDefaults(options);
  await using opening = new AsyncDisposableStack();
  const store = new Store(join(options.folder, 'book.sqlite'));
  opening.defer(() => store.close());
  const workers = new Workers();
  opening.defer(() => workers.close());
  const demo = createContext(store, folders, workers, settings, clock);
  opening.defer(() => demo.pictures.thumbnails.written());
  opening.defer(() => demo.renders.close());
  opening.defer(() => demo.callbacks.close());
  const faults = new Faults(settings.seed, options.faults ?? []);
  const keys = options.keys ?? [defaultKey];
  const server = new DemoServer({
    clock,
    routes: allRoutes.flatMap((routes) => routes(demo)),
    content: (path) => contentAt(demo, path),
    accepts: (key) => (keys.length === 0 ? key !== '' : keys.includes(key)),
    effectOn(operation) {
      store.count(operation);
      return faults.effectOn(operation);
    },
  });
  const port = await listen(server, options.port ?? 0);
  opening.defer(() => server.close());
  demo.pictures.servedFrom(`http://127.0.0.1:${port}`);
  fillCustomModels(demo, options.models ?? {});
  demo.renders.resume();
  demo.callbacks.resume();
  const open = opening.move();
  let closing: Promise<void> | undefined;

  return {
    url: `http://127.0.0.1:${port}${basePath}`,
    port,
    key: keys[0] ?? defaultKey,
    inject: (fault) => faults.inject(fault),
    clearFaults: () => faults.clear(),
    addCustomModels: (models) => addCustomModels(demo, models),
    records: () => readRecords(demo),
    close: () => (closing ??= closeAll(open)),
  };
}
