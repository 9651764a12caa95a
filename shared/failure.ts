import { problemsWith } from './failure-maker.ts';
import pageProblems from './texts/en/page-problems.json' with { type: 'json' };
import problems from './texts/en/problems.json' with { type: 'json' };
import type { PageProblemsTexts } from './texts/keys/page-problems.ts';
import type { ProblemsTexts } from './texts/keys/problems.ts';

type Texts = ProblemsTexts & PageProblemsTexts;

/** The key of any problem: its code, or `code.variant`. */
export type ProblemKey = keyof Texts;

/**
 * Creates any problem. Code that also runs in the page uses only `page-failure.ts`, so that the page does not load the
 * other messages.
 */
export const { problemOf, failure } = problemsWith<Texts>({ ...problems, ...pageProblems });
