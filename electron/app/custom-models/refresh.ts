import type { Studio } from '../../studio.ts';

/** Syncs the account now; the result is part of the page. */
export function refreshCustomModels({ customModels }: Pick<Studio, 'customModels'>): void {
  void customModels.refresh();
}

/** Accepts the key as one of the known account, as the user confirmed. */
export function confirmSameAccount({ customModels }: Pick<Studio, 'customModels'>): void {
  customModels.isSameAccount();
}
