import { catalogue, texts } from 'virtual:texts/zh-CN';
import { problems } from './zh-CN/problems.ts';
import type { Words } from './words.ts';

export const zhCN: Words = { texts, catalogue, problems };
