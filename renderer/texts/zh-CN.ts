import pageProblems from '#shared/texts/zh-CN/page-problems.json' with { type: 'json' };
import problems from '#shared/texts/zh-CN/problems.json' with { type: 'json' };
import { catalogue, texts } from 'virtual:texts/zh-CN';
import type { Words } from './words.ts';

export const zhCN: Words = { texts, catalogue, problems: { ...problems, ...pageProblems } };
