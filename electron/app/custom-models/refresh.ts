import type { Studio } from '../../studio.ts';

/** Reads the account's list again; the page shows the result. */
export function refreshCustomModels({ customModels }: Pick<Studio, 'customModels'>): void {
  void customModels.refresh();
}

/** Records the user's confirmation that the current key belongs to the same account as before. */
export function confirmSameAccount({ customModels }: Pick<Studio, 'customModels'>): void {
  customModels.isSameAccount();
}
