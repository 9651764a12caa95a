import * as v from 'valibot';
import { setting, usualOf, wholeNumber, wholeNumberOrNone, type SettingGroup } from '../setting.ts';

/** Minimum and maximum width of the agent panel in px. */
export const panelWidths = [300, 640] as const;
/** Minimum and maximum height of the filmstrip in px. */
export const filmHeights = [64, 200] as const;
/** Minimum and maximum width of the results in px. */
export const resultsWidths = [84, 280] as const;

/** How the user has arranged the Retouch view. */
export const retouchLayout = {
  /** px; null if the user has not changed it. */
  panelWidth: wholeNumberOrNone('taken', 'Retouch: agent panel width', panelWidths),
  /** px */
  filmHeight: wholeNumber('taken', 'Retouch: filmstrip height', filmHeights, 76),
  /** px */
  resultsWidth: wholeNumber('taken', 'Retouch: results width', resultsWidths, 104),
  hasPanel: setting('taken', 'Retouch: show agent panel', v.boolean(), true),
  hasResults: setting('taken', 'Retouch: show results', v.boolean(), true),
  hasFilm: setting('taken', 'Retouch: show filmstrip', v.boolean(), true),
} satisfies SettingGroup;

export const usualRetouchLayout = usualOf(retouchLayout);
