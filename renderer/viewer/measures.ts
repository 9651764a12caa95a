import type { Size } from '#shared/pictures.ts';

/** Reports the size of an element in device px, at first and after each change. */
export function measured(tell: (size: Size) => void): (element: HTMLElement) => () => void {
  return (element) => {
    const observer = new ResizeObserver(([entry]) => {
      const [box] = entry?.devicePixelContentBoxSize ?? [];
      if (entry === undefined || box === undefined) return;
      const whole = (css: number, told: number) => {
        const meant = css * devicePixelRatio;
        // when developer tools emulate a screen, the browser reports CSS px here instead of device px
        return Math.abs(told - meant) < 1 ? told : Math.round(meant);
      };
      const { width, height } = entry.contentRect;
      tell({ width: whole(width, box.inlineSize), height: whole(height, box.blockSize) });
    });
    observer.observe(element, { box: 'device-pixel-content-box' });
    return () => observer.disconnect();
  };
}

/** Exponent of the zoom per px of a wheel, and per px of a trackpad pinch, which reports smaller numbers. */
const PER_PX = 0.0022;
const PER_PINCHED_PX = 0.012;
/** Maximum number of px that count per event, because some wheels report large jumps. */
const LEAP = 120;
/** Number of px per unit, for wheels that report px, lines or pages. */
const UNITS = [1, 16, 400];

/** Returns the zoom factor of a wheel event. */
export function zoomOfWheel({ deltaY, deltaMode, ctrlKey }: WheelEvent): number {
  const px = deltaY * (UNITS[deltaMode] ?? 1);
  return Math.exp(-Math.max(-LEAP, Math.min(LEAP, px)) * (ctrlKey ? PER_PINCHED_PX : PER_PX));
}
