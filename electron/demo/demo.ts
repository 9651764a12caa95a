/**
 * The demo service: the whole of the service's interface over HTTP on loopback, with honest pictures
 * instead of generated ones. It is the default of the app and the counterpart of every test.
 */
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock, type Clock } from '#electron/base/clock.ts';
import { closeAll } from '#electron/base/closing.ts';
import { isLeftoverName, removeLeftover } from '#electron/base/files.ts';
import type { Backstage } from './backstage.ts';
import { Book } from './book.ts';
import { readBooks } from './books.ts';
import { Callbacks } from './callbacks.ts';
import { envelopeOf, grant } from './envelope.ts';
import { executionNow, findExecution, findTask, listTask } from './executions.ts';
import { Faults } from './faults.ts';
import { Looks } from './looks.ts';
import { Makings } from './makings.ts';
import { Pictures } from './pictures.ts';
import type { Folders } from './pictures.ts';
import { infoRoutes } from './routes/info.ts';
import { ownedRoutes } from './routes/owned.ts';
import { psdRoutes } from './routes/psd.ts';
import { taskRoutes } from './routes/task.ts';
import { uploadRoutes } from './routes/upload.ts';
import { DemoServer, basePath } from './server.ts';
import { settle } from './settle.ts';
import type { Settled } from './settle.ts';
import { contentAt } from './shelf.ts';
import { addOwn, fillOwn } from './stock.ts';
import type { Demo, DemoOptions } from './types.ts';
import { thumbnailsWritten } from './thumbnails.ts';
import { Workers } from './workers.ts';

export type * from './types.ts';

const defaultKey = 'demo';
/** Makes the folders, and clears what a killed process left half written. */
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

function setStage(
  book: Book,
  folders: Folders,
  workers: Workers,
  settled: Settled,
  clock: Clock,
): Backstage {
  const now = () => clock.wall();
  const pictures = new Pictures(book, folders);
  const stage: Backstage = {
    settled,
    book,
    pictures,
    makings: new Makings(book, pictures, workers, settled, now),
    looks: new Looks(book, pictures, workers),
    callbacks: new Callbacks(book, clock, (executionId) => {
      const row = findExecution(stage, executionId);
      const task = row && findTask(stage, row.taskId);
      if (row === undefined || task === undefined) return undefined;
      const body = envelopeOf('query', grant(listTask(stage, task, [row])));
      return { status: executionNow(stage, row).status, body: JSON.stringify(body) };
    }),
    clock,
    now,
  };
  return stage;
}

/** What is around the demo service: the time, and how requests reach it. */
export interface DemoWorld {
  readonly clock: Clock;
  /** Opens the way to the server; the port that its addresses name. */
  listen(server: DemoServer, port: number): Promise<number>;
}

const thisComputer: DemoWorld = {
  clock: systemClock,
  listen: (server, port) => server.listen(port),
};

/**
 * Starts the demo service in its folder. What an earlier process left unfinished goes on, by the time
 * that has passed since. Rejects when the folder cannot be written or the port is taken.
 */
export async function startDemo(
  options: DemoOptions,
  { clock, listen }: DemoWorld = thisComputer,
): Promise<Demo> {
  const folders = await makeFolders(options.folder);
  const settled = settle(options);
  await using opening = new AsyncDisposableStack();
  const book = new Book(join(options.folder, 'book.sqlite'));
  opening.defer(() => book.close());
  opening.defer(() => thumbnailsWritten(folders.thumbnails));
  const workers = new Workers();
  opening.defer(() => workers.close());
  const stage = setStage(book, folders, workers, settled, clock);
  opening.defer(() => stage.looks.close());
  opening.defer(() => stage.makings.close());
  opening.defer(() => stage.callbacks.close());
  const faults = new Faults(settled.seed, options.faults ?? []);
  const keys = options.keys ?? [defaultKey];
  const server = new DemoServer({
    clock,
    routes: [taskRoutes, infoRoutes, uploadRoutes, psdRoutes, ownedRoutes].flatMap((routes) =>
      routes(stage),
    ),
    content: (path) => contentAt(stage, path),
    accepts: (key) => (keys.length === 0 ? key !== '' : keys.includes(key)),
    meet(operation) {
      book.count(operation);
      return faults.meet(operation);
    },
  });
  const port = await listen(server, options.port ?? 0);
  opening.defer(() => server.close());
  stage.pictures.servedFrom(`http://127.0.0.1:${port}`);
  fillOwn(stage, options.own ?? {});
  stage.makings.resume();
  stage.looks.resume();
  stage.callbacks.resume();
  const open = opening.move();
  let closing: Promise<void> | undefined;

  return {
    url: `http://127.0.0.1:${port}${basePath}`,
    port,
    key: keys[0] ?? defaultKey,
    inject: (fault) => faults.inject(fault),
    clearFaults: () => faults.clear(),
    addOwn: (own) => addOwn(stage, own),
    books: () => readBooks(stage),
    close: () => (closing ??= closeAll(open)),
  };
}
