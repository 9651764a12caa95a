import { problemsWith } from './failure-maker.ts';
import messages from './texts/en/page-problems.json' with { type: 'json' };
import type { PageProblemsTexts } from './texts/keys/page-problems.ts';

/**
 * The key of a problem that the page itself can report, or for which a screen and the command line use different
 * wording.
 */
export type PageProblemKey = keyof PageProblemsTexts;

export const { problemOf, failure } = problemsWith<PageProblemsTexts>(messages);
