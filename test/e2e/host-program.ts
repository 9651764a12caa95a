import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { findScreens } from '#electron/hosts/browser/screens-build.ts';
import { start, type Surroundings } from '#electron/hosts/browser/start.ts';
import { startBeside } from './demo-beside.ts';

/** Messages to the process: open a host of a window, or interrupt a host as Ctrl-C does. */
export type Order =
  | {
      readonly kind: 'start';
      readonly id: number;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      /**
       * Path of an administrator policy; null if there is none. By default, the policy of the computer that runs the
       * test.
       */
      readonly policy: string | null;
    }
  | { readonly kind: 'stop'; readonly id: number };

/** Messages from the process. */
export type Report =
  | {
      readonly kind: 'said';
      readonly id: number;
      readonly stream: 'stdout' | 'stderr';
      readonly text: string;
    }
  | { readonly kind: 'ended'; readonly id: number; readonly status: number };

const noPolicy = join(tmpdir(), 'darkslide-no-policy.json');
const interrupts = new Map<number, AbortController>();
/** The screens of the checkout, which are built before the first test. */
let screens: ReturnType<typeof findScreens> | undefined;

const tell = (report: Report) => void process.send?.(report);

function reporting(id: number, stream: 'stdout' | 'stderr'): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      tell({ kind: 'said', id, stream, text: chunk.toString() });
      done();
    },
  });
}

async function open({ id, args, env, policy }: Extract<Order, { kind: 'start' }>): Promise<void> {
  const interrupt = new AbortController();
  interrupts.set(id, interrupt);
  const around: Surroundings = {
    env,
    stdout: reporting(id, 'stdout'),
    stderr: reporting(id, 'stderr'),
    listen: () => ({ signal: interrupt.signal, release: () => {} }),
    policy: { file: policy ?? noPolicy, owner: userInfo().uid },
    openAddress: () => {},
    findScreens: (say) => (screens ??= findScreens(say)),
    startHelper: startBeside,
  };
  tell({ kind: 'ended', id, status: await start(args, around) });
  interrupts.delete(id);
}

process.once('disconnect', () => process.exit(0));
process.on('message', (message) => {
  const order = message as Order;
  if (order.kind === 'start') void open(order);
  else interrupts.get(order.id)?.abort();
});
