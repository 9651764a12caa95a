import { causeText } from '#shared/problem.ts';

/**
 * Closes all resources in `open`, the last opened first, even if closing one of them fails. Then
 * throws the error, or one error that contains all errors in the order of closing.
 */
export async function closeAll(open: AsyncDisposableStack): Promise<void> {
  try {
    await open.disposeAsync();
  } catch (error) {
    throw asOne(errorsIn(error));
  }
}

/** Waits until all promises have settled, even if one rejects; then throws as `closeAll` does. */
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

/**
 * Returns all errors in the order of closing. A SuppressedError wraps the errors of earlier
 * disposals.
 */
function errorsIn(error: unknown): readonly unknown[] {
  if (!(error instanceof SuppressedError)) return [error];
  return [...errorsIn(error.suppressed), error.error];
}
