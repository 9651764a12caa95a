import type { Studio } from '../../studio.ts';

/** Looks through the account now; what comes of it is part of the page. */
export function refreshCustomModels({ customModels }: Pick<Studio, 'customModels'>): void {
  void customModels.refresh();
}

/** Takes the key for one of the account whose models and scenes are known, as a person says. */
export function confirmSameAccount({ customModels }: Pick<Studio, 'customModels'>): void {
  customModels.isSameAccount();
}
