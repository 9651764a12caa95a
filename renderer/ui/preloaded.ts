/**
 * Returns a function that loads a module. The page loads the module in advance when it is idle, so that what the module
 * shows appears at once, even while Darkslide is unreachable. A loaded module is returned without a promise, so that
 * an `{#await}` block shows it in the same frame.
 */
export function preloaded<Module>(load: () => Promise<Module>): () => Module | Promise<Module> {
  let loaded: Module | undefined;
  const fetch = async () => (loaded ??= await load());
  requestIdleCallback(() => void fetch());
  return () => loaded ?? fetch();
}
