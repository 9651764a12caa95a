/** Runs without the rights of root, and prints what a hot folder reports about a photo that it may not read. */
import { chmod } from 'node:fs/promises';
import { hurried, jpeg, openHotFolderHarness } from './hot-folder-harness.ts';

// one second is eight minutes on this clock
const harness = await openHotFolderHarness(hurried(500, 300));
const photo = await harness.put('closed.jpg', await jpeg(1));
await chmod(photo, 0);
await harness.watch(harness.folder({ settleMs: 20_000 }));
const [failed] = await harness.until('failed', 'closed.jpg');
await chmod(photo, 0o600);
await harness.until('admitted', 'closed.jpg');
const code = failed !== undefined && 'problem' in failed ? failed.problem.code : null;
const ofFiles = harness.events.filter((event) => 'path' in event);
process.stdout.write(JSON.stringify({ code, kinds: ofFiles.map(({ kind }) => kind) }));
await harness.close();
