import type { Input } from '#shared/ipc.ts';
import type { PanelState } from '#shared/views/retouch.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';

/** Former texts that are offered. */
const TEXTS = 30;

/** Returns how a person left the panels of the agents. */
export function listPanels({ panels }: Pick<Ledger, 'panels'>): readonly PanelState[] {
  return panels.all();
}

/** Keeps how a person leaves the panel of an agent. */
export function keepPanel(
  { panels }: Pick<Ledger, 'panels'>,
  panel: Input<'retouch.keep-panel'>,
): void {
  panels.keep(panel);
}

/** Returns what was written into a parameter before, the last first. */
export function formerTexts(
  { panels }: Pick<Ledger, 'panels'>,
  parameter: string,
): readonly string[] {
  return panels.texts(parameter, TEXTS);
}
