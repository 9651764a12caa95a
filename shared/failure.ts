import { problemsWith } from './failure-maker.ts';
import pageProblems from './texts/en/page-problems.json' with { type: 'json' };
import problems from './texts/en/problems.json' with { type: 'json' };
import type { PageProblemsTexts } from './texts/keys/page-problems.ts';
import type { ProblemsTexts } from './texts/keys/problems.ts';

type Texts = ProblemsTexts & PageProblemsTexts;

/** A key of any problem: its code, or `code.variant`. */
export type ProblemKey = keyof Texts;

/** All problems. What the page runs too takes only those of `page-failure.ts`, so that it loads no others. */
export const { problemOf, failure } = problemsWith<Texts>({ ...problems, ...pageProblems });
