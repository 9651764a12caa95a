import { plainText } from '#shared/plain-text.ts';
import type { CommandInput } from '#shared/contract/command-line-channels.ts';
import type { LargeDropConfirmation } from '#shared/views/command-line.ts';
import type { Answer } from './answers.ts';
import type { Ask } from './ask.ts';

type DropAnswer = CommandInput<'answer-drop'>['answer'];

/** What a person types as the answer to a large drop, and what it does. */
const answers = {
  run: { answer: 'take', means: 'processes these photos' },
  leave: { answer: 'skip', means: 'leaves these photos alone; nothing is bought' },
  always: { answer: 'always', means: 'processes these photos and stops asking about this folder' },
} as const satisfies Record<string, { readonly answer: DropAnswer; readonly means: string }>;

export type LargeDropWord = keyof typeof answers;

export const largeDropWords = Object.keys(answers) as LargeDropWord[];

/** The answer that a word stands for. */
export function largeDropAnswer(word: LargeDropWord): DropAnswer {
  return answers[word].answer;
}

/** The answers to the question about a large drop as commands, the first one first. */
export function answersToLargeDrop(hotFolderId: number): readonly Answer[] {
  return largeDropWords.map((word) => ({
    command: `answer-drop ${hotFolderId} ${word}`,
    means: answers[word].means,
  }));
}

/** The question with a command for each answer, in lines. */
export function largeDropText(drop: LargeDropConfirmation): string {
  const { hotFolderId, path } = drop;
  const commands = answersToLargeDrop(hotFolderId).map(
    ({ command, means }) => `  darkslide ${command}: ${means}`,
  );
  return [`Hot folder ${hotFolderId}, ${plainText(path)}`, `  ${sentence(drop)}`, ...commands].join(
    '\n',
  );
}

/** The same where nobody is at a terminal. */
export function unansweredText(drop: LargeDropConfirmation): string {
  return `${largeDropText(drop)}\n  Stop watching, answer, and watch again; --large-drops run asks nothing.`;
}

/** Asks on the terminal until a word is typed that answers; null when the input ends. */
export async function askAboutLargeDrop(
  ask: Ask,
  drop: LargeDropConfirmation,
): Promise<DropAnswer | null> {
  const question = `${plainText(drop.path)}: ${sentence(drop)} ${largeDropWords.join(', ')}? `;
  for (;;) {
    const typed = await ask(question);
    if (typed === null) return null;
    const word = largeDropWords.find((one) => one === typed.trim().toLowerCase());
    if (word !== undefined) return largeDropAnswer(word);
  }
}

type LargeDropSize = Pick<LargeDropConfirmation, 'photos' | 'images'>;

/** "70 photos (140 images)". */
export function largeDropSize({ photos, images }: LargeDropSize): string {
  return `${photos} ${photos === 1 ? 'photo' : 'photos'} (${images} ${images === 1 ? 'image' : 'images'})`;
}

function sentence(drop: LargeDropSize): string {
  return `${largeDropSize(drop)} arrived at once. Nothing is bought until you answer.`;
}
