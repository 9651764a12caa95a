import type { Studio } from '../../studio.ts';

/** Looks through the account now; what comes of it is part of the page. */
export function refreshCustomModels({ own }: Pick<Studio, 'own'>): void {
  void own.refresh();
}

/** Takes the key for one of the account whose models and scenes are known, as a person says. */
export function confirmSameAccount({ own }: Pick<Studio, 'own'>): void {
  own.isSameAccount();
}
