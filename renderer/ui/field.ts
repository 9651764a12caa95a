import type { Component, Snippet } from 'svelte';

/** What a field says around its control. Every control with a `Field` takes them and passes them on. */
export interface FieldProps {
  label: string;
  /** Shows the label to assistive technology only, if the control explains itself. */
  isLabelHidden?: boolean;
  /** One short line below the control. */
  help?: string | undefined;
  /** Why the value is rejected, as text; null while it is valid. */
  problem?: string | null;
  /** Path of the policy that manages the value, which makes it read-only here; null without one. */
  managed?: string | null;
  /** Shown next to the label, at the end of the line. */
  aside?: Snippet | undefined;
}

/** The attributes of a field's control. */
export interface ControlAttributes {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
  readonly disabled: boolean;
}

/** One of the choices of a list. */
export interface Choice<T extends string = string> {
  readonly value: T;
  readonly label: string;
  /** What it means, in one sentence. */
  readonly note?: string;
  readonly icon?: Icon;
}

/** An icon of the set. */
export type Icon = Component<{ size?: number; strokeWidth?: number; 'aria-hidden'?: 'true' }>;
