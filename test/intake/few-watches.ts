/** Run where the system allows three watches: what a hot folder with more folders tells. */
import { jpeg, openHotDesk } from './hot-desk.ts';

const desk = await openHotDesk();
for (let i = 0; i < 8; i += 1) await desk.put(`${i}/notes.txt`, 'x');
const watcher = await desk.watch(desk.folder({ rescanMs: 100 }));
await desk.until('polling');
await desk.put('7/late.jpg', await jpeg(1));
await desk.until('admitted', '7/late.jpg');
const kinds = desk.events.map(({ kind }) => kind);
process.stdout.write(JSON.stringify({ kinds, polling: watcher.state().polling }));
await desk.close();
