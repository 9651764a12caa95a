import type { Locator, Page } from '@playwright/test';
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { boxOf } from './looking.ts';

/** The data that the page adds to a drag out of the window. */
export interface DragData {
  /** The data by type. */
  readonly data: Readonly<Record<string, string>>;
  /** The drag image, as a data URL. */
  readonly below: string;
  readonly allowed: string;
}

/**
 * Makes the page record its drag data. The script is a string, because the types of the DOM are not available in tests.
 */
const LISTEN = `
  globalThis.given = null;
  const show = DataTransfer.prototype.setDragImage;
  let below = '';
  DataTransfer.prototype.setDragImage = function (element, x, y) {
    below = element.toDataURL();
    show.call(this, element, x, y);
  };
  addEventListener('dragstart', ({ dataTransfer }) => {
    const data = dataTransfer.types.map((type) => [type, dataTransfer.getData(type)]);
    globalThis.given = { data: Object.fromEntries(data), below, allowed: dataTransfer.effectAllowed };
    DataTransfer.prototype.setDragImage = show;
  }, { once: true });
`;

/** Drags with the mouse and releases where nothing can be dropped. */
export async function dragFrom(window: Page, what: Locator): Promise<DragData> {
  await window.evaluate(LISTEN);
  const { x, y, width, height } = await boxOf(what);
  const [from, top] = [x + width / 2, y + height / 3];
  await window.mouse.move(from, top);
  await window.mouse.down();
  await window.mouse.move(from + 20, top + 20, { steps: 4 });
  const given = await window.evaluate<DragData | null>('globalThis.given');
  await window.mouse.up();
  if (given === null) throw new Error('Nothing was dragged.');
  return given;
}

const artefacts = fileURLToPath(new URL('artefacts', import.meta.url));

/** Saves a picture that a page has drawn, so that people can review it. */
export async function keepPicture(name: string, address: string): Promise<void> {
  await mkdir(artefacts, { recursive: true });
  const content = Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
  await writeFile(`${artefacts}/${name}.png`, content);
}
