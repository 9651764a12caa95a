/** Runs on a system that allows only three watches, and prints what a hot folder with more subfolders reports. */
import { jpeg, openHotFolderHarness } from './hot-folder-harness.ts';

const harness = await openHotFolderHarness();
for (let i = 0; i < 8; i += 1) await harness.put(`${i}/notes.txt`, 'x');
const watcher = await harness.watch(harness.folder({ rescanMs: 100 }));
await harness.until('polling');
await harness.put('7/late.jpg', await jpeg(1));
await harness.until('admitted', '7/late.jpg');
const kinds = harness.events.map(({ kind }) => kind);
process.stdout.write(JSON.stringify({ kinds, polling: watcher.state().polling }));
await harness.close();
