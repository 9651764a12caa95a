import { parseArgs } from 'node:util';
import { benchCallback } from './callback.ts';
import { benchEditor } from './editor.ts';
import { benchFinish } from './finish.ts';
import { benchGrid } from './grid.ts';
import { benchImages } from './images.ts';
import { benchLibrary } from './library.ts';
import { benchMask } from './mask.ts';
import { benchSubject } from './subject.ts';
import { benchMemory } from './memory.ts';
import { benchPackage } from './package.ts';
import { benchPages } from './pages.ts';
import { benchPolling } from './polling.ts';
import { benchQueue, benchShopFiles } from './queue.ts';
import { benchRestart } from './restart.ts';
import { benchRetouch } from './retouch.ts';
import type { Row } from './row.ts';
import { benchStations } from './stations.ts';
import { benchViewer } from './viewer.ts';
import { benchTemplates } from './templates.ts';
import { benchWindow } from './window.ts';
import { benchWake } from './wake.ts';

/**
 * Measures each figure of Darkslide and, in the same run, its floor (see row.ts): `npm run bench [-- --only
 * polling|images|finish|queue|shop-files|memory|restart|window|retouch|viewer|wake|templates|library|grid|mask|subject|editor|callback|package|stations]
 * [--photos N]`. Only the ratios can be compared between machines. A slow result is not a failure.
 */
const { values } = parseArgs({
  options: { only: { type: 'string' }, photos: { type: 'string', default: '200' } },
});

const benches: Record<string, () => Row[] | Promise<Row[]>> = {
  polling: benchPolling,
  images: benchImages,
  finish: benchFinish,
  queue: () => benchQueue(Number(values.photos)),
  'shop-files': () => benchShopFiles(Number(values.photos)),
  memory: () => benchMemory(500),
  restart: benchRestart,
  window: benchWindow,
  retouch: benchRetouch,
  viewer: benchViewer,
  wake: benchWake,
  callback: benchCallback,
  pages: benchPages,
  library: benchLibrary,
  mask: benchMask,
  subject: benchSubject,
  editor: benchEditor,
  grid: benchGrid,
  templates: benchTemplates,
  package: benchPackage,
  stations: benchStations,
};

for (const [name, bench] of Object.entries(benches)) {
  if (values.only !== undefined && values.only !== name) continue;
  for (const row of await bench()) console.log(line(row));
}

function line({ what, product, floor, ratio, goal, unit }: Row): string {
  const figure = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ${unit}`.padStart(10);
  const goalText = goal === '' ? '' : `  goal ${goal}`;
  return `${what.padEnd(56)} ${figure(product)} ${figure(floor)}  ratio ${ratio.toFixed(3)}${goalText}`;
}
