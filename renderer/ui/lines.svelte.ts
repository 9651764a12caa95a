import type { Span } from '../data/pages.ts';

/** Lines drawn above and below the visible ones, so that a late frame shows no gap. */
const AROUND = 6;
/** The drawn range moves by this many lines at a time. */
const STRIDE = 4;
/**
 * Lines per frame above which pictures are too fast to see, and milliseconds after which the list counts as still
 * again.
 */
const QUICK = 4;
const STANDS = 120;

/** The lines of a scrolled list that are drawn: the visible ones and some around them. */
export interface Lines {
  /** Maximum number of drawn lines; line `n` reuses the place of line `n - most`. */
  readonly most: number;
  readonly drawn: readonly number[];
  /** The list scrolls too fast to look at pictures. */
  readonly isQuick: boolean;
  /** Attaches to the scrolling element. */
  readonly attach: (element: HTMLElement) => () => void;
  /** Measures what is visible now; call it on scroll. */
  look(): void;
  bringIntoView(line: number): void;
  /** Scrolls to the top. */
  toTop(): void;
  /** Returns the number of whole lines on screen. */
  onScreen(): number;
  /** Returns the first line on screen. */
  first(): number;
}

/** How a list is divided into lines. */
interface LineOptions {
  /** px; 0 while unknown. */
  readonly lineHeight: () => number;
  /** Height of the fixed header above the lines, px. */
  readonly headHeight: number;
  readonly count: () => number;
  /** Fewer extra lines for lists whose lines are expensive to draw. */
  readonly around?: number;
  readonly onsee: (span: Span) => void;
}

/** Computes the drawn lines. Call it while a component is initialised. */
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
  /** The first drawn line, a multiple of the stride. */
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
