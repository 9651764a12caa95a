import type { Settings } from '#shared/views/settings.ts';

/**
 * Returns the path of the administrator policy that manages a field, for the `managed` property of the field's
 * control; null if the user can change the field. `field` is named as in `Settings.managed.locked`, for example
 * `inFlight` or, in a group, `network.proxy`.
 */
export function managedBy({ managed }: Settings, field: string): string | null {
  return managed?.locked.includes(field) === true ? managed.file : null;
}
