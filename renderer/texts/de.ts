import pageProblems from '#shared/texts/de/page-problems.json' with { type: 'json' };
import problems from '#shared/texts/de/problems.json' with { type: 'json' };
import { catalogue, texts } from 'virtual:texts/de';
import type { Words } from './words.ts';

export const de: Words = { texts, catalogue, problems: { ...problems, ...pageProblems } };
