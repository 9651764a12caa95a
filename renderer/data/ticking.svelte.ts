/** The wall-clock time, read again at an interval, for ages on the screen. */
export interface Ticking {
  /** Milliseconds. */
  readonly now: number;
  /** Reads the time now. */
  update(): void;
}

/**
 * Keeps the time current as long as its component lives. Call it while a component is initialised.
 *
 * @param every milliseconds between two updates
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
