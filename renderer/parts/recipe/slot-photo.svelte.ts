import { isWebAddress } from '#shared/agents/index.ts';
import type { Output } from '#shared/ipc.ts';
import { live } from '../../data/live.svelte.ts';
import type { Studio } from '../../data/studio.svelte.ts';
import { problemText } from '../../texts/problems.ts';

/** The content of a photo slot. */
interface Given {
  /** Path or address; '' if the slot is empty. */
  readonly value: string;
  readonly problem: string | null;
  /** Whether the upload settings allow padding of a photo whose aspect ratio is too extreme. */
  readonly mayPad: boolean;
}

/** Information about the photo in a slot. */
export interface SlotPhoto {
  readonly isAddress: boolean;
  readonly name: string;
  /** Undefined until loaded. */
  readonly seen: Output<'retouch.further'> | undefined;
  /** Why the photo is rejected; null if the photo is accepted. */
  readonly trouble: string | null;
}

/** Looks up the photo in a slot. Must be called while a component is initialised. */
export function slotPhoto(studio: Studio, given: () => Given): SlotPhoto {
  const value = $derived(given().value);
  const problem = $derived(given().problem);
  const isAddress = $derived(isWebAddress(value));
  const isFile = $derived(value !== '' && !isAddress);
  const look = live(studio, 'retouch.further', () =>
    isFile && problem === null ? { path: value, mayPad: given().mayPad } : null,
  );
  /** The answer about the current value; undefined while `look` still holds the answer about a previous value. */
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
