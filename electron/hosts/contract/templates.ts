import { namedTemplates, refreshTemplates, templatePage } from '../../app/templates/lists.ts';
import type { Session } from '../../app/session/session.ts';
import type { HandlersOf } from './handlers-of.ts';

/** Handlers for the lists of templates: entries for pickers, and names for the IDs in a recipe. */
export function templateHandlers(session: Pick<Session, 'studio'>): HandlersOf<'templates'> {
  return {
    'templates.page': (asked, signal) => templatePage(session.studio(), asked, signal),
    'templates.named': (asked, signal) => namedTemplates(session.studio(), asked, signal),
    'templates.refresh': (asked) => refreshTemplates(session.studio(), asked),
  };
}
