import sharp from 'sharp';

/** What libuv calls the work that it does for us: files and names; never a timer or an open connection. */
const isWork = (resource: string): boolean => /Req(?:Promise|Callback|Wrap)?$/u.test(resource);

/** Turns of the event loop without work after which none is going to come by itself. */
const CALM = 5;
/** Turns after which work is waited for and no longer looked for. */
const EAGER = 20;

let underWay = 0;

/** Marks work that neither libuv nor sharp tells of, until it has ended. */
export async function busily<T>(work: Promise<T>): Promise<T> {
  underWay += 1;
  try {
    return await work;
  } finally {
    underWay -= 1;
  }
}

// sharp counts a look at a picture's head only until it begins
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

// a request over a port is on its way for nobody but us
const { fetch: look } = globalThis;
globalThis.fetch = (...given) => busily(look(...given));

function isBusy(): boolean {
  const { queue, process: working } = sharp.counters();
  return underWay + queue + working > 0 || process.getActiveResourcesInfo().some(isWork);
}

/** Resolves when nothing in this process goes on any more unless time passes. */
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
