/** The demo service in a separate process that tests kill. Sends its address to the parent process. */
import { startDemo } from '#electron/demo/demo.ts';

const demo = await startDemo({
  folder: process.argv[2] ?? '',
  speed: { executionMs: 3000, jitterMs: 0 },
});
process.send?.(demo.url);
