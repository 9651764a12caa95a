import type { Studio } from '../../studio.ts';

/** Returns how the receiver of the service's notifications stands. */
export function callbackStatus({ callback }: Pick<Studio, 'callback'>) {
  return callback.status();
}

/** Sends a notification to the public address and returns what came of it. */
export function testCallback({ callback }: Pick<Studio, 'callback'>, signal: AbortSignal) {
  return callback.test(signal);
}
