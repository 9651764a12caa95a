import { on } from 'svelte/events';

/** Makes a vertical mouse wheel scroll an element horizontally. */
export function alongWheel(element: HTMLElement): () => void {
  return on(
    element,
    'wheel',
    ({ deltaX, deltaY }) => {
      if (Math.abs(deltaY) > Math.abs(deltaX)) element.scrollLeft += deltaY;
    },
    { passive: true },
  );
}
