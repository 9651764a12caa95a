import type { Studio } from '../../studio.ts';

/** Returns the state of the receiver of the service's notifications. */
export function callbackStatus({ callback }: Pick<Studio, 'callback'>) {
  return callback.status();
}

/** Sends a notification to the public address and returns the result. */
export function testCallback({ callback }: Pick<Studio, 'callback'>, signal: AbortSignal) {
  return callback.test(signal);
}
