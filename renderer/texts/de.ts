import { catalogue, texts } from 'virtual:texts/de';
import { problems } from './de/problems.ts';
import type { Words } from './words.ts';

export const de: Words = { texts, catalogue, problems };
