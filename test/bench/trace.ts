import type { Browser, Page } from '@playwright/test';

/** The work of a page's main thread during a trace. */
export interface MainThread {
  /** Processor time of each frame in which the pointer moved, in ms. */
  readonly frames: readonly number[];
  /** Processor time of the longest task, in ms. */
  readonly longest: number;
}

interface Event {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Start of the event in µs. */
  readonly ts: number;
  /** Processor time in µs, for events with a duration. */
  readonly tdur?: number;
  readonly args: { readonly name?: string; readonly data?: { readonly type?: string } };
}

const CATEGORIES = ['-*', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];

/**
 * Traces the main thread of a page that requests an animation frame each time. The duration of a frame is the
 * processor time of all tasks from its start to the start of the next frame. Processor time is used because
 * other processes run at the same time.
 */
export async function traced(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<MainThread> {
  const events = await eventsOf(browser, page, work);
  const main = events.find(isFrame);
  if (main === undefined) throw new Error(`${page.url()} has drawn nothing.`);
  const own = events.filter(({ pid, tid }) => pid === main.pid && tid === main.tid);
  const tasks = own.filter(isTask);
  const begins = own.filter(isFrame).map(({ ts }) => ts);
  const frames = framesOf(begins, tasks, own.filter(isMove));
  return { frames, longest: Math.max(...tasks.map(lengthOf)) };
}

/**
 * Returns the processor time in ms that a page's scripts used, on the main thread and in workers.
 */
export async function worked(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<number> {
  const events = await eventsOf(browser, page, work);
  const own = events.find(isFrame)?.pid;
  const threads = new Set(
    events
      .filter(({ name, pid, args }) => {
        const isScripts = /^(CrRendererMain|DedicatedWorker thread)$/.test(args.name ?? '');
        return pid === own && name === 'thread_name' && isScripts;
      })
      .map(({ tid }) => tid),
  );
  return events
    .filter((event) => event.pid === own && threads.has(event.tid) && isTask(event))
    .reduce((sum, event) => sum + lengthOf(event), 0);
}

/** Returns the events in order of time. */
async function eventsOf(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<readonly Event[]> {
  await browser.startTracing(page, { categories: CATEGORIES });
  await work();
  const buffer = await browser.stopTracing();
  const { traceEvents } = JSON.parse(buffer.toString('utf8')) as { traceEvents: Event[] };
  return traceEvents.toSorted((one, other) => one.ts - other.ts);
}

const isFrame = ({ name }: Event) => name === 'FireAnimationFrame';
const isTask = ({ name }: Event) => name === 'RunTask';
const isMove = ({ name, args }: Event) =>
  name === 'EventDispatch' && args.data?.type === 'pointermove';
/** Returns the processor time of an event in ms. */
const lengthOf = ({ tdur = 0 }: Event) => tdur / 1000;

/** Returns, for each frame with a pointer move, the processor time in ms of the tasks that started in it. */
function framesOf(begins: readonly number[], tasks: readonly Event[], moves: readonly Event[]) {
  const frames: number[] = [];
  let [task, move] = [0, 0];
  for (const [at, begin] of begins.entries()) {
    const end = begins[at + 1];
    if (end === undefined) break;
    let [sum, count] = [0, 0];
    for (; (tasks[task]?.ts ?? Infinity) < end; task += 1) {
      if (tasks[task]!.ts >= begin) sum += lengthOf(tasks[task]!);
    }
    for (; (moves[move]?.ts ?? Infinity) < end; move += 1) {
      if (moves[move]!.ts >= begin) count += 1;
    }
    if (count > 0) frames.push(sum);
  }
  return frames;
}
