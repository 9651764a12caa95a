import type { Size } from '#shared/pictures.ts';

/** Tells the size of an element, device px, now and when it changes. */
export function measured(tell: (size: Size) => void): (element: HTMLElement) => () => void {
  return (element) => {
    const observer = new ResizeObserver(([entry]) => {
      const [box] = entry?.devicePixelContentBoxSize ?? [];
      if (entry === undefined || box === undefined) return;
      const whole = (css: number, told: number) => {
        const meant = css * devicePixelRatio;
        // a screen that is only played, as by the tools of a browser, tells CSS px
        return Math.abs(told - meant) < 1 ? told : Math.round(meant);
      };
      const { width, height } = entry.contentRect;
      tell({ width: whole(width, box.inlineSize), height: whole(height, box.blockSize) });
    });
    observer.observe(element, { box: 'device-pixel-content-box' });
    return () => observer.disconnect();
  };
}

/** Zoom of a wheel's px, and of a pinch's, which come in smaller numbers. */
const PER_PX = 0.0022;
const PER_PINCHED_PX = 0.012;
/** px that one event counts at most: some wheels send leaps. */
const LEAP = 120;
/** Lines and pages that some wheels count in, px. */
const UNITS = [1, 16, 400];

/** By what a turn of the wheel zooms. */
export function zoomOfWheel({ deltaY, deltaMode, ctrlKey }: WheelEvent): number {
  const px = deltaY * (UNITS[deltaMode] ?? 1);
  return Math.exp(-Math.max(-LEAP, Math.min(LEAP, px)) * (ctrlKey ? PER_PINCHED_PX : PER_PX));
}
