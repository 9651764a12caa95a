import type { Input } from '#shared/ipc.ts';
import type { PanelState } from '#shared/views/retouch.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';

/** Maximum number of earlier texts that are offered. */
const TEXTS = 30;

/** Returns the saved states of the parameter panels, one per agent. */
export function listPanels({ panels }: Pick<Ledger, 'panels'>): readonly PanelState[] {
  return panels.all();
}

/** Saves the state of an agent's parameter panel. */
export function keepPanel(
  { panels }: Pick<Ledger, 'panels'>,
  panel: Input<'retouch.keep-panel'>,
): void {
  panels.keep(panel);
}

/** Returns earlier texts of a parameter, most recently used first. */
export function formerTexts(
  { panels }: Pick<Ledger, 'panels'>,
  parameter: string,
): readonly string[] {
  return panels.texts(parameter, TEXTS);
}
