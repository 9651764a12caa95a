import { causeText } from '#shared/problem.ts';

/**
 * Closes what is open, the last first, whatever fails on the way. Then throws what failed: the error, or
 * one error that holds all of them in the order of closing.
 */
export async function closeAll(open: AsyncDisposableStack): Promise<void> {
  try {
    await open.disposeAsync();
  } catch (error) {
    throw asOne(errorsIn(error));
  }
}

/** Waits until all of these have ended, also when one of them fails; then throws as `closeAll` does. */
export async function endOfAll(ends: Iterable<Promise<unknown>>): Promise<void> {
  const settled = await Promise.allSettled(ends);
  const errors = settled.flatMap((end) =>
    end.status === 'rejected' ? [end.reason as unknown] : [],
  );
  if (errors.length > 0) throw asOne(errors);
}

function asOne(errors: readonly unknown[]): unknown {
  if (errors.length === 1) return errors[0];
  return new AggregateError(errors, errors.map(causeText).join('; '));
}

/** A disposal that failed more than once wraps each error in the one after it. */
function errorsIn(error: unknown): readonly unknown[] {
  if (!(error instanceof SuppressedError)) return [error];
  return [...errorsIn(error.suppressed), error.error];
}
