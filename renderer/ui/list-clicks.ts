import type { ListEvents } from './list.ts';

/** Returns the handlers for clicks on the cells of a list. */
export function clicksOn(events: () => ListEvents) {
  return {
    onclick(event: MouseEvent): void {
      const index = indexOf(event.target as HTMLElement);
      if (index === null) return;
      const isToggle = event.ctrlKey || event.metaKey;
      events().press(index, event.shiftKey ? 'up-to' : isToggle ? 'toggle' : 'alone', event);
    },
    ondblclick(event: MouseEvent): void {
      const index = indexOf(event.target as HTMLElement);
      const isOwn = (event.target as HTMLElement).closest('[data-own]') !== null;
      if (index !== null && !isOwn && !event.shiftKey && !event.ctrlKey && !event.metaKey) {
        events().open(index);
      }
    },
  };
}

/** Returns the index of the cell that an element belongs to; null for an element outside of the cells. */
export function indexOf(element: Element): number | null {
  const found = element.closest<HTMLElement>('[data-index]');
  return found === null ? null : Number(found.dataset['index']);
}
