import type { Input } from '#shared/ipc.ts';
import type { TemplateCard, TemplatePage } from '#shared/views/templates.ts';
import { about } from '../../data/live.svelte.ts';
import { Rows } from '../../data/rows.svelte.ts';
import type { Studio } from '../../data/studio.svelte.ts';

/** The requested list and filter. */
type TemplateQuery = Omit<Input<'templates.page'>, 'offset' | 'limit'>;

export type TemplateRows = Rows<TemplateCard, TemplatePage, TemplateQuery>;

/** Checks whether a change can affect templates: the service's lists, or the local cards of custom templates. */
export const concernsTemplates = about('templates', 'custom-models');

/**
 * Returns a list of templates that loads the visible templates and the templates next to them. Must be called
 * while a component is initialised.
 *
 * @param onTurned Called when the first rows have loaded after the list or the filter has changed.
 * @param seed The first rows of the unfiltered list, if they have already loaded.
 */
export function templateRowsOf(
  studio: Studio,
  asked: () => TemplateQuery,
  onTurned: () => void,
  seed?: TemplatePage,
): TemplateRows {
  return new Rows(studio, {
    asked,
    page: (query, offset, limit, signal) =>
      studio.ask('templates.page', { ...query, offset, limit }, signal),
    concerns: concernsTemplates,
    onTurned,
    seed,
  });
}
