/**
 * Writes the ratings and picks of a ledger into the delivered files, and kills its own process immediately
 * before or after the named commit. Arguments: `folder commit at`.
 */
import { systemClock } from '#electron/base/clock.ts';
import { createMarker } from '#electron/adapters/delivery/metadata.ts';
import { createMarkWriter } from '#electron/adapters/delivery/mark-writer.ts';
import { createImages } from '#electron/adapters/images/images.ts';
import { startNode } from '#electron/adapters/images/start-node.ts';
import { ledgerIn } from '../fixtures/new-ledger.ts';

const [folder = '', commit = '', at = ''] = process.argv.slice(2);
const { writtenMarks, photos } = ledgerIn(folder);
const repository = writtenMarks as unknown as Record<string, (...values: unknown[]) => unknown>;
const committed = repository[commit] ?? (() => undefined);
const images = createImages({ start: startNode, processes: 1, clock: systemClock });
const writer = createMarkWriter(
  {
    ledger: {
      photos,
      writtenMarks: {
        ...writtenMarks,
        [commit]: (...values: unknown[]) => {
          if (at === 'after') committed(...values);
          process.kill(process.pid, 'SIGKILL');
        },
      },
    },
    marker: createMarker({ startHelper: startNode, clock: systemClock }),
    check: images.check,
    clock: systemClock,
    random: Math.random,
    owner: 'a data folder',
    isWanted: () => true,
  },
  // reached only if the process was not killed
  (event) => process.stdout.write(JSON.stringify(event)),
);
await writer.writeAll(new AbortController().signal);
