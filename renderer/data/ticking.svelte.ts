/** The wall-clock time, updated at an interval, for ages on the screen such as "3 min ago". */
export interface Ticking {
  /** Wall-clock time in ms. */
  readonly now: number;
  /** Updates the time now. */
  update(): void;
}

/**
 * Keeps the time current while its component exists. Must be called while a component is initialised.
 *
 * @param every Milliseconds between two updates.
 */
export function ticking(every: number): Ticking {
  let now = $state(Date.now());
  const update = () => {
    now = Date.now();
  };
  $effect(() => {
    const timer = setInterval(update, every);
    return () => clearInterval(timer);
  });
  return {
    get now() {
      return now;
    },
    update,
  };
}
