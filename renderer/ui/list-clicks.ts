import type { ListEvents } from './list.ts';

/** Returns the handlers for clicks on the cells of a list. */
export function clicksOn(events: () => ListEvents) {
  return {
    onclick(event: MouseEvent): void {
      const index = indexOf(event);
      if (index === null) return;
      const isToggle = event.ctrlKey || event.metaKey;
      events().press(index, event.shiftKey ? 'up-to' : isToggle ? 'toggle' : 'alone', event);
    },
    ondblclick(event: MouseEvent): void {
      const index = indexOf(event);
      const isOwn = (event.target as HTMLElement).closest('[data-own]') !== null;
      if (index !== null && !isOwn && !event.shiftKey && !event.ctrlKey && !event.metaKey) {
        events().open(index);
      }
    },
  };
}

function indexOf({ target }: Event): number | null {
  const found = (target as HTMLElement).closest<HTMLElement>('[data-index]');
  return found === null ? null : Number(found.dataset['index']);
}
