import { on } from 'svelte/events';

/** Translates a vertical mouse wheel to horizontal scrolling of an element. */
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
