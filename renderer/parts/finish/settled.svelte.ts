/** Milliseconds without a change after which a value counts as settled. */
const QUIET = 150;

/** Follows a value that is typed or dragged, a moment after its last change. Call it while a component is initialised. */
export function settled<T>(value: () => T): { readonly value: T } {
  let now = $state.raw(value());
  $effect(() => {
    const next = value();
    const timer = setTimeout(() => (now = next), QUIET);
    return () => clearTimeout(timer);
  });
  return {
    get value() {
      return now;
    },
  };
}
