import sharp from 'sharp';

/**
 * Checks whether libuv's name for a resource means pending work on files or host names, and not a timer or an
 * open connection.
 */
const isWork = (resource: string): boolean => /Req(?:Promise|Callback|Wrap)?$/u.test(resource);

/** Number of turns of the event loop without work after which no more work will come. */
const CALM = 5;
/**
 * Number of turns of the event loop without a pause; in later turns, the check waits 1 ms while there is work.
 */
const EAGER = 20;

let underWay = 0;

/** Marks work as pending that neither libuv nor sharp reports. */
export async function busily<T>(work: Promise<T>): Promise<T> {
  underWay += 1;
  try {
    return await work;
  } finally {
    underWay -= 1;
  }
}

// sharp counts the reading of a picture's header only until the reading starts
const heads = sharp.prototype as Record<
  'metadata' | 'stats',
  (...given: unknown[]) => Promise<unknown>
>;
for (const name of ['metadata', 'stats'] as const) {
  const look = heads[name];
  heads[name] = function looked(...given) {
    return busily(look.apply(this, given));
  };
}

// libuv does not report a request over a port as pending work, because another process does the work
const { fetch: look } = globalThis;
globalThis.fetch = (...given) => busily(look(...given));

function isBusy(): boolean {
  const { queue, process: working } = sharp.counters();
  return underWay + queue + working > 0 || process.getActiveResourcesInfo().some(isWork);
}

/** Resolves when this process has nothing more to do until a timer is due. */
export async function settled(): Promise<void> {
  for (let calm = 0, turn = 0; calm < CALM; turn += 1) {
    const isEager = turn < EAGER || calm > 0;
    await new Promise<void>((resolve) => {
      if (isEager) setImmediate(resolve);
      else setTimeout(resolve, 1);
    });
    calm = isBusy() ? 0 : calm + 1;
  }
}
