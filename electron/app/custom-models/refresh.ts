import type { Studio } from '../../studio.ts';

/** Synchronises the account now; the page shows the result. */
export function refreshCustomModels({ customModels }: Pick<Studio, 'customModels'>): void {
  void customModels.refresh();
}

/** Accepts the current key as belonging to the known account, as the user has confirmed. */
export function confirmSameAccount({ customModels }: Pick<Studio, 'customModels'>): void {
  customModels.isSameAccount();
}
