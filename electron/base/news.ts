/** Notifies all waiting callers that something has changed. */
export interface News {
  /** Resolves with the next notification. */
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
