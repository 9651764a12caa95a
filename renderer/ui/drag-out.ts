import { fileType } from '#shared/pictures.ts';
import { useNotices } from '../data/notices.svelte.ts';
import type { Studio } from '../data/studio.svelte.ts';
import { t } from '../texts/texts.svelte.ts';

/** The result under the pointer, and the ids of all results in the drag, including this one. */
export interface DraggedResult {
  readonly id: number;
  /** File name of the result. */
  readonly name: string;
  readonly ids: readonly number[];
}

/**
 * Starts to drag delivered files to another program. On the desktop, the host does this. A page in the
 * browser offers the address of one file, and Chromium saves the file where the user drops it.
 */
export function dragOut(event: DragEvent, studio: Studio, { id, name, ids }: DraggedResult): void {
  const address = studio.file(id);
  if (address === null) {
    event.preventDefault();
    void hand(studio, ids);
    return;
  }
  const { dataTransfer } = event;
  if (dataTransfer === null) return;
  dataTransfer.effectAllowed = 'copy';
  // colons separate type, name and address, so the name must not contain colons
  dataTransfer.setData('DownloadURL', `${fileType(name)}:${name.replaceAll(':', '_')}:${address}`);
  dataTransfer.setData(
    'text/uri-list',
    ids.flatMap((each) => studio.file(each) ?? []).join('\r\n'),
  );
  showBelow(event, dataTransfer, ids.length);
  if (ids.length > 1) useNotices().say(t('drag.onlyOne', { name }));
}

async function hand(studio: Studio, ids: readonly number[]): Promise<void> {
  const { complain } = useNotices();
  const answer = await studio.ask('host.drag-out', { resultIds: [...ids] });
  if (!answer.ok) complain(answer.problem);
}

/** Length in px of the long side of the drag image, and diameter of its badge. */
const LONG_SIDE = 128;
const BADGE = 24;

/** Shows a small picture below the pointer, with the number of files if there are several. */
function showBelow({ target }: DragEvent, dataTransfer: DataTransfer, count: number): void {
  const image = target instanceof Element ? target.querySelector('img') : null;
  if (image === null || image.naturalWidth === 0) return;
  const scale = LONG_SIDE / Math.max(image.naturalWidth, image.naturalHeight);
  const [width, height] = [image.naturalWidth * scale, image.naturalHeight * scale];
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (context === null) return;
  canvas.className = 'dragged';
  canvas.width = width * devicePixelRatio;
  canvas.height = height * devicePixelRatio;
  canvas.style.width = `${width}px`;
  context.scale(devicePixelRatio, devicePixelRatio);
  context.drawImage(image, 0, 0, width, height);
  if (count > 1) drawBadge(context, width, String(count));
  // the drag image must be in the document while the browser copies it
  document.body.append(canvas);
  dataTransfer.setDragImage(canvas, 16, 16);
  requestAnimationFrame(() => canvas.remove());
}

function drawBadge(context: CanvasRenderingContext2D, right: number, text: string): void {
  const style = getComputedStyle(document.body);
  context.font = `600 ${BADGE / 2}px ${style.fontFamily}`;
  const wide = Math.max(BADGE, context.measureText(text).width + BADGE / 2);
  const left = right - wide - 4;
  context.fillStyle = style.getPropertyValue('--accent');
  context.beginPath();
  context.roundRect(left, 4, wide, BADGE, BADGE / 2);
  context.fill();
  context.fillStyle = style.getPropertyValue('--on-accent');
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(text, left + wide / 2, 4 + BADGE / 2);
}
