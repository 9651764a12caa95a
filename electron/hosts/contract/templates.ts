import { namedTemplates, refreshTemplates, templatePage } from '../../app/templates/lists.ts';
import type { Session } from '../../app/session/session.ts';
import type { HandlersOf } from './handlers-of.ts';

/** The lists of templates: what a picker shows, and what the ids of a recipe stand for. */
export function templateHandlers(session: Pick<Session, 'studio'>): HandlersOf<'templates'> {
  return {
    'templates.page': (asked, signal) => templatePage(session.studio(), asked, signal),
    'templates.named': (asked, signal) => namedTemplates(session.studio(), asked, signal),
    'templates.refresh': (asked) => refreshTemplates(session.studio(), asked),
  };
}
