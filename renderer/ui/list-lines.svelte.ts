import type { Span } from '../data/pages.ts';

/**
 * Length of the area before and after the visible lines in which more lines are drawn, so that fast scrolling shows
 * no gap: this many px, but at least this many lines.
 */
const AROUND = { px: 360, lines: 2 };
/** The range of drawn lines starts at a multiple of this number, so that it moves less often than the list scrolls. */
const STRIDE = 4;
/**
 * If the list scrolls faster than `QUICK` lines per animation frame, nobody can see the pictures. After `STILL`
 * milliseconds without scrolling, the list counts as stopped.
 */
const QUICK = 4;
const STILL = 120;

/** In a horizontal list, this share of the next cell stays visible, to show that the list continues. */
const NEIGHBOUR = 0.5;

/** The drawn lines of a scrolled list: the visible lines and some lines around them. */
export interface Lines {
  /**
   * Maximum number of drawn lines. Line `n` reuses the elements of line `n - most`, because that line has left the
   * screen.
   */
  readonly most: number;
  readonly drawn: readonly number[];
  /** Whether the list scrolls too fast for pictures to be seen. */
  readonly isQuick: boolean;
  /** Attaches the lines to the scrolling element. */
  readonly attach: (element: HTMLElement) => () => void;
  /** Measures which lines are visible. Must be called on scroll. */
  look(): void;
  bringIntoView(line: number): void;
  /** Scrolls to the first line. */
  toTop(): void;
  /** Returns the number of lines that are completely on screen. */
  onScreen(): number;
  /** Returns the index of the first line on screen. */
  first(): number;
}

/** How a list is divided into lines. */
interface LineOptions {
  /** Distance from one line to the next in px; 0 while unknown. */
  readonly step: () => number;
  /** Height of the fixed header above the lines in px. */
  readonly headHeight: () => number;
  readonly isHorizontal: () => boolean;
  readonly count: () => number;
  readonly onsee: (span: Span) => void;
}

/** Computes the drawn lines. Must be called while a component is initialised. */
export function linesOf({ step, headHeight, isHorizontal, count, onsee }: LineOptions): Lines {
  let element: HTMLElement | null = null;
  /** Visible length of the list in px. */
  let room = $state(0);
  /** The first drawn line, a multiple of `STRIDE`. */
  let start = $state(0);
  let isQuick = $state(false);
  let looked = { at: 0, first: 0 };
  let settling: ReturnType<typeof setTimeout> | undefined;

  const around = $derived(Math.max(AROUND.lines, Math.floor(AROUND.px / Math.max(1, step()))));
  const stride = $derived(Math.min(STRIDE, around));
  const most = $derived(step() === 0 ? 0 : Math.ceil(room / step()) + 2 * around + stride);
  const drawn = $derived.by(() => {
    const first = Math.max(0, Math.min(start, count() - most));
    return Array.from({ length: Math.min(most, count()) }, (_, at) => first + at);
  });

  function pace(first: number): void {
    const at = performance.now();
    if (at - looked.at < STILL) {
      if (Math.abs(first - looked.first) <= QUICK) return;
      isQuick = true;
      clearTimeout(settling);
      settling = setTimeout(() => (isQuick = false), STILL);
    }
    looked = { at, first };
  }

  function look(): void {
    const line = step();
    if (element === null || line === 0) return;
    const at = scrolled(element);
    const first = Math.floor(at / line);
    pace(first);
    room = roomIn(element);
    start = Math.max(0, Math.floor((first - around) / stride) * stride);
    onsee({ first, last: Math.ceil((at + room) / line) });
  }

  function roomIn({ clientWidth, clientHeight }: HTMLElement): number {
    // an element that is measured before its first layout has no size
    return isHorizontal()
      ? Math.min(clientWidth, innerWidth)
      : Math.max(0, Math.min(clientHeight, innerHeight) - headHeight());
  }

  // in right-to-left text, `scrollLeft` counts from 0 downwards
  const scrolled = (list: HTMLElement) =>
    isHorizontal() ? Math.abs(list.scrollLeft) : list.scrollTop;

  function scrollTo(list: HTMLElement, px: number): void {
    if (!isHorizontal()) list.scrollTop = px;
    else list.scrollLeft = getComputedStyle(list).direction === 'rtl' ? -px : px;
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
      const margin = isHorizontal() ? NEIGHBOUR * step() : 0;
      const before = Math.max(0, line * step() - margin);
      const after = (line + 1) * step() + margin - roomIn(element);
      const at = scrolled(element);
      if (before < at) scrollTo(element, before);
      else if (after > at) scrollTo(element, after);
    },
    toTop() {
      if (element !== null) scrollTo(element, 0);
      look();
    },
    onScreen: () => Math.floor(room / Math.max(1, step())),
    first: () => (element === null ? 0 : Math.floor(scrolled(element) / Math.max(1, step()))),
  };
}
