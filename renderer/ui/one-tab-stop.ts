import { byKeyboard } from './by-keyboard.ts';

/**
 * Makes the buttons and links of an element one Tab stop: the left and right arrow keys, Home and End move
 * between them. Controls that use these keys themselves, such as fields and radio groups, keep their own Tab
 * stops.
 */
export function oneTabStop(bar: HTMLElement): () => void {
  /** The button that receives the focus from the Tab key. */
  let stop: HTMLElement | undefined;

  function buttons(): HTMLElement[] {
    return [...bar.querySelectorAll<HTMLElement>('button:not(:disabled, [role=radio]), a[href]')];
  }

  function update(): void {
    const all = buttons();
    if (stop === undefined || !all.includes(stop)) stop = all[0];
    for (const button of all) {
      const tabIndex = button === stop ? 0 : -1;
      if (button.tabIndex !== tabIndex) button.tabIndex = tabIndex;
    }
  }

  function onfocusin({ target }: FocusEvent): void {
    const focused = buttons().find((button) => button === target);
    if (focused !== undefined) stop = focused;
    update();
  }

  function onkeydown(event: KeyboardEvent): void {
    const all = buttons();
    const from = all.findIndex((button) => button === event.target);
    const isFree = !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.altKey;
    // after a click on a button, the arrow keys still step through the photos
    if (from < 0 || !isFree || !byKeyboard()) return;
    const forward = getComputedStyle(bar).direction === 'rtl' ? -1 : 1;
    const to = {
      ArrowRight: from + forward,
      ArrowLeft: from - forward,
      Home: 0,
      End: all.length - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    all[(to + all.length) % all.length]?.focus();
  }

  bar.addEventListener('focusin', onfocusin);
  bar.addEventListener('keydown', onkeydown);
  const watcher = new MutationObserver(update);
  watcher.observe(bar, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  update();
  return () => {
    watcher.disconnect();
    bar.removeEventListener('focusin', onfocusin);
    bar.removeEventListener('keydown', onkeydown);
  };
}
