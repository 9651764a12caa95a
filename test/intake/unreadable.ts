/** Run without the rights of root: what a hot folder tells of a photo that it may not read. */
import { chmod } from 'node:fs/promises';
import { hurried, jpeg, openHotDesk } from './hot-desk.ts';

// eight minutes a second
const desk = await openHotDesk(hurried(500, 300));
const photo = await desk.put('closed.jpg', await jpeg(1));
await chmod(photo, 0);
await desk.watch(desk.folder({ settleMs: 20_000 }));
const [failed] = await desk.until('failed', 'closed.jpg');
await chmod(photo, 0o600);
await desk.until('admitted', 'closed.jpg');
const code = failed !== undefined && 'problem' in failed ? failed.problem.code : null;
const ofFiles = desk.events.filter((event) => 'path' in event);
process.stdout.write(JSON.stringify({ code, kinds: ofFiles.map(({ kind }) => kind) }));
await desk.close();
