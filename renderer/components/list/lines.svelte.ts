import type { Span } from './pages.ts';

/** Lines that are drawn above and below what is seen, so that a frame may come late. */
const AROUND = 6;
/** The window moves by so many lines at once. */
const STRIDE = 4;
/** Lines in a moment past which nobody looks at pictures, and ms until the list stands again. */
const QUICK = 4;
const STANDS = 120;

/** The lines of a scrolled list that are drawn: those seen, and some around them. */
export interface Lines {
  /** Lines that are drawn at most; line `n` is drawn where line `n + most` was. */
  readonly most: number;
  readonly drawn: readonly number[];
  /** The list runs past faster than pictures can be looked at. */
  readonly isQuick: boolean;
  /** The element that scrolls. */
  readonly attach: (element: HTMLElement) => () => void;
  /** Takes in what is on screen now; for its scroll event. */
  look(): void;
  bringIntoView(line: number): void;
  /** The list begins at its top again. */
  toTop(): void;
  /** Whole lines on screen. */
  onScreen(): number;
  /** The first line on screen. */
  first(): number;
}

/** How a list is made of lines. */
interface LineOptions {
  /** px; 0 while it is not known. */
  readonly lineHeight: () => number;
  /** px of what stays above the lines. */
  readonly headHeight: number;
  readonly count: () => number;
  /** Fewer lines around for a list whose lines are dear. */
  readonly around?: number;
  readonly onsee: (span: Span) => void;
}

/** Call it while a component is initialised. */
export function linesOf({
  lineHeight,
  headHeight,
  count,
  around = AROUND,
  onsee,
}: LineOptions): Lines {
  const stride = Math.min(STRIDE, around);
  let element: HTMLElement | null = null;
  let height = $state(0);
  /** The first line that is drawn, a multiple of the stride. */
  let start = $state(0);
  let isQuick = $state(false);
  let looked = { at: 0, first: 0 };
  let settling: ReturnType<typeof setTimeout> | undefined;

  const most = $derived(
    lineHeight() === 0 ? 0 : Math.ceil(height / lineHeight()) + 2 * around + stride,
  );
  const drawn = $derived.by(() => {
    const first = Math.max(0, Math.min(start, count() - most));
    return Array.from({ length: Math.min(most, count()) }, (_, at) => first + at);
  });

  function pace(first: number): void {
    const at = performance.now();
    if (at - looked.at < STANDS) {
      if (Math.abs(first - looked.first) <= QUICK) return;
      isQuick = true;
      clearTimeout(settling);
      settling = setTimeout(() => (isQuick = false), STANDS);
    }
    looked = { at, first };
  }

  function look(): void {
    const line = lineHeight();
    if (element === null || line === 0) return;
    const first = Math.floor(element.scrollTop / line);
    pace(first);
    height = Math.max(0, element.clientHeight - headHeight);
    start = Math.max(0, Math.floor((first - around) / stride) * stride);
    onsee({ first, last: Math.ceil((element.scrollTop + height) / line) });
  }

  return {
    get most() {
      return most;
    },
    get drawn() {
      return drawn;
    },
    get isQuick() {
      return isQuick;
    },
    attach(scrolled) {
      element = scrolled;
      const watcher = new ResizeObserver(look);
      watcher.observe(scrolled);
      return () => {
        watcher.disconnect();
        clearTimeout(settling);
        element = null;
      };
    },
    look,
    bringIntoView(line) {
      if (element === null) return;
      const top = line * lineHeight();
      const below = top + lineHeight() - (element.clientHeight - headHeight);
      if (top < element.scrollTop) element.scrollTop = top;
      else if (below > element.scrollTop) element.scrollTop = below;
    },
    toTop() {
      if (element !== null) element.scrollTop = 0;
      look();
    },
    onScreen: () => Math.floor(height / Math.max(1, lineHeight())),
    first: () => Math.floor((element?.scrollTop ?? 0) / Math.max(1, lineHeight())),
  };
}
