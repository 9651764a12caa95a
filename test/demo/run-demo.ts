/** The demo service in a separate process, to be killed: reports its address to its parent. */
import { startDemo } from '#electron/demo/demo.ts';

const demo = await startDemo({
  folder: process.argv[2] ?? '',
  speed: { executionMs: 3000, jitterMs: 0 },
});
process.send?.(demo.url);
