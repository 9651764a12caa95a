import { isWebAddress } from '#shared/agents/index.ts';
import type { Output } from '#shared/ipc.ts';
import { live } from '../../data/live.svelte.ts';
import type { Studio } from '../../data/studio.svelte.ts';
import { problemText } from '../../texts/problems.ts';

/** What a photo slot holds. */
interface Given {
  /** Path or address; '' while empty. */
  readonly value: string;
  readonly problem: string | null;
  /** A photo that is too long may be padded. */
  readonly mayPad: boolean;
}

/** What is known about the photo of a slot. */
export interface SlotPhoto {
  readonly isAddress: boolean;
  readonly name: string;
  /** Undefined while unknown. */
  readonly seen: Output<'retouch.further'> | undefined;
  /** Why the photo is rejected. */
  readonly trouble: string | null;
}

/** Looks up a slot's photo. Call it while a component is initialised. */
export function slotPhoto(studio: Studio, given: () => Given): SlotPhoto {
  const value = $derived(given().value);
  const problem = $derived(given().problem);
  const isAddress = $derived(isWebAddress(value));
  const isFile = $derived(value !== '' && !isAddress);
  const look = live(
    studio,
    'retouch.further',
    () => (isFile && problem === null ? { path: value, mayPad: given().mayPad } : null),
    () => false,
  );
  /** The answer for a previous value is not shown. */
  const seen = $derived(isFile && look.problem === null ? look.value : undefined);

  return {
    get isAddress() {
      return isAddress;
    },
    get name() {
      return isFile ? (seen?.name ?? value.split(/[/\\]/).at(-1) ?? value) : value;
    },
    get seen() {
      return seen;
    },
    get trouble() {
      if (problem !== null || !isFile) return problem;
      const told = look.problem ?? seen?.problem ?? null;
      return told === null ? null : problemText(told);
    },
  };
}
