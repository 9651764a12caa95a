import { expect, it } from 'vitest';
import { findAgent } from '../agents/index.ts';
import { checkParams } from '../agents/check.ts';
import { problemOf } from '../failure.ts';
import type { Problem } from '../problem.ts';
import { problemTextFor } from './problem-text.ts';
import { readerFor } from './readers.ts';

const readers = await Promise.all(
  (['en', 'de', 'zh-CN'] as const).map(async (language) => ({
    line: await readerFor(language, 'line', language),
    screen: await readerFor(language, 'screen', language),
  })),
);

function tell(problem: Problem) {
  return readers.map(({ line, screen }) => ({
    line: problemTextFor(problem, line),
    screen: problemTextFor(problem, screen),
  }));
}

function refusalOf(params: Readonly<Record<string, unknown>>): Problem {
  const agent = findAgent('aimodel', 'v1.0');
  const [problem] = agent.ok ? checkParams(agent.value, params) : [];
  if (problem === undefined) throw new Error('Nothing is refused.');
  return problem;
}

it('names a parameter by its label on a screen, and as files do on a line', () => {
  const params = { generatedContent: 'freeCreation', maskType: 'autoApparelSegment' };
  const problem = refusalOf({ ...params, textDescription: 'A beach', batchCount: 40 });
  expect(tell(problem)).toEqual([
    {
      line: 'Number of images (batchCount) must be a whole number from 1 to 16, not 40. The service would create 4 images instead.',
      screen:
        '"Number of images" must be a whole number from 1 to 16, not 40. The service would create 4 images instead.',
    },
    {
      line: 'Anzahl der Bilder (batchCount) muss eine ganze Zahl von 1 bis 16 sein, nicht 40. Der Dienst würde stattdessen 4 Bilder erzeugen.',
      screen:
        '„Anzahl der Bilder“ muss eine ganze Zahl von 1 bis 16 sein, nicht 40. Der Dienst würde stattdessen 4 Bilder erzeugen.',
    },
    {
      line: '图像数量（batchCount）须为 1 到 16 的整数，不能是 40。否则服务会生成 4 张图像。',
      screen: '“图像数量”须为 1 到 16 的整数，不能是 40。否则服务会生成 4 张图像。',
    },
  ]);
});

it('names what is wrong in a file by its name there, also on a screen', () => {
  const first = refusalOf({ generatedContent: 'free' });
  const several = problemOf('ticket-invalid.several', { first, others: first });
  const problem = problemOf('ticket-invalid', { ticket: 'a.json', inFile: several });
  const [told] = tell(problem);
  expect(told?.screen.split('Style (generatedContent) must be')).toHaveLength(3);
});

it('joins choices with "or", and other lists as usual in the language', () => {
  const chosen = refusalOf({ generatedContent: 'free' });
  expect(tell(chosen).map(({ line }) => line)).toEqual([
    'Style (generatedContent) must be freeCreation or referToOrigin, not "free".',
    'Stil (generatedContent) muss freeCreation oder referToOrigin sein, nicht "free".',
    '风格（generatedContent）须为 freeCreation或referToOrigin，不能是 "free"。',
  ]);
  const named = problemOf('agent-unknown', { name: 'bg', names: ['aimodel', 'removeBG'] });
  expect(tell(named).map(({ line }) => line)).toEqual([
    'No agent is named "bg". Available: aimodel, removeBG.',
    'Es gibt keinen Agenten „bg“. Verfügbar: aimodel, removeBG.',
    '没有名为“bg”的智能体。可用：aimodel、removeBG。',
  ]);
});

it('writes how many times longer a side is with the decimal sign of the language', () => {
  const about = (ratio: number) =>
    problemOf('photo-too-long', { name: 'a.jpg', size: '3500 × 1000 px', most: 2, ratio });
  const long = about(3.5);
  // earlier versions have stored the number as text
  const stored = { ...long, values: { ...long.values, ratio: '3.50' } };
  for (const problem of [long, stored]) {
    const [english, german] = tell(problem);
    expect(english?.screen).toContain('is 3.50 times the short side and must be less than 2 times');
    expect(german?.screen).toContain(
      'ist das 3,50-Fache der kurzen und muss kürzer als das 2-Fache',
    );
  }
  const [, german] = tell(about(1234.5678));
  expect(german?.screen).toContain('ist das 1.234,57-Fache der kurzen');
});

it('shows the English message if the key is unknown or its values are from an earlier version', async () => {
  const message = 'The mask is damaged.';
  const reader = await readerFor('de', 'screen', 'de');
  expect(problemTextFor({ message }, reader)).toBe(message);
  expect(problemTextFor({ key: 'of-no-version', message }, reader)).toBe(message);
  expect(problemTextFor({ key: 'mask-file-foreign', values: {}, message }, reader)).toBe(message);
});
