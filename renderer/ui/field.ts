import type { Component, Snippet } from 'svelte';

/**
 * What a field shows around its control. Every component that contains a `Field` accepts these properties and passes
 * them to the `Field`.
 */
export interface FieldProps {
  label: string;
  /** Shows the label to assistive technology only, for a control that needs no visible label. */
  isLabelHidden?: boolean;
  /** One short line below the control. */
  help?: string | undefined;
  /** Why the value is rejected, as text; null while it is valid. */
  problem?: string | null;
  /** Path of the policy that manages the value and makes it read-only; null if no policy does. */
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

/** One of the choices in a list. */
export interface Choice<T extends string = string> {
  readonly value: T;
  readonly label: string;
  /** The meaning of the choice, in one sentence. */
  readonly note?: string;
  readonly icon?: Icon;
}

/** An icon of the icon set. */
export type Icon = Component<{ size?: number; strokeWidth?: number; 'aria-hidden'?: 'true' }>;
