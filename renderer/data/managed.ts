import type { Settings } from '#shared/views/settings.ts';

/**
 * Returns the path of the policy that manages a field, for the `managed` property of its control; null if the user can
 * change it. `field` is named as in `Settings.managed.locked`: `inFlight`, or `network.proxy` in a group.
 */
export function managedBy({ managed }: Settings, field: string): string | null {
  return managed?.locked.includes(field) === true ? managed.file : null;
}
