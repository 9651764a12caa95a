/** Tells all who wait for it that something is another now. */
export interface News {
  /** Resolves with the next news. */
  next(): Promise<void>;
  tell(): void;
}

export function createNews(): News {
  let coming = Promise.withResolvers<void>();
  return {
    next: () => coming.promise,
    tell() {
      coming.resolve();
      coming = Promise.withResolvers();
    },
  };
}
