/** Milliseconds without a change after which a value counts as settled. */
const QUIET = 150;

/**
 * Returns a copy of a value that changes often, while the user types or drags. The copy is updated shortly after the
 * last change. Must be called while a component is initialised.
 */
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
