import type { Settings } from '#shared/views/settings.ts';

/**
 * Path of the policy that sets this field, for the `managed` of its control; null where a person does.
 * `field` is called as in `Settings.managed.locked`: `inFlight`, or `network.proxy` of a group.
 */
export function managedBy({ managed }: Settings, field: string): string | null {
  return managed?.locked.includes(field) === true ? managed.file : null;
}
