import { systemClock } from '#electron/base/clock.ts';
import type { HelperProcess } from '#electron/base/helper.ts';
import { createImages } from '#electron/adapters/images/images.ts';
import type { Order } from '#electron/adapters/images/protocol.ts';
import type { Images } from '#electron/adapters/images/types.ts';
import { perform } from '#electron/adapters/images/worker/perform.ts';
import { RawPreviews } from '#electron/adapters/images/worker/raw-preview.ts';
import { busily } from './settled.ts';

/** Does the work of the image process on real pixels, inside this process. */
export function workHere(): HelperProcess {
  const raws = new RawPreviews();
  let tell: (message: unknown) => void = () => {};
  let isGone: (code: number | null) => void = () => {};
  return {
    send(message) {
      const { id, work } = message as Order;
      void busily(perform(raws, work)).then((outcome) => tell({ id, outcome, rss: 0 }));
    },
    onMessage(listener) {
      tell = listener;
    },
    onExit(listener) {
      isGone = listener;
    },
    kill() {
      void raws.close();
      queueMicrotask(() => isGone(null));
    },
  };
}

/** One instance for all tests: it keeps no state between requests and need not be closed. */
export const imagesHere: Images = createImages({
  start: workHere,
  clock: systemClock,
  processes: 1,
});
