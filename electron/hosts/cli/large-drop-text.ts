import { plainText } from '#shared/plain-text.ts';
import type { CommandInput } from '#shared/contract/command-line-channels.ts';
import type { LargeDropConfirmation } from '#shared/views/command-line.ts';
import type { Answer } from './answers.ts';
import type { Ask } from './ask.ts';

type DropAnswer = CommandInput<'answer-drop'>['answer'];

/** The words that answer a large drop, and their effect. */
const answers = {
  run: { answer: 'take', means: 'processes these photos' },
  leave: { answer: 'skip', means: 'skips these photos; nothing is bought' },
  always: { answer: 'always', means: 'processes these photos and stops asking for this folder' },
} as const satisfies Record<string, { readonly answer: DropAnswer; readonly means: string }>;

export type LargeDropWord = keyof typeof answers;

export const largeDropWords = Object.keys(answers) as LargeDropWord[];

/** Returns the answer for a word. */
export function largeDropAnswer(word: LargeDropWord): DropAnswer {
  return answers[word].answer;
}

/** Returns the commands that answer a large drop. */
export function answersToLargeDrop(hotFolderId: number): readonly Answer[] {
  return largeDropWords.map((word) => ({
    command: `answer-drop ${hotFolderId} ${word}`,
    means: answers[word].means,
  }));
}

/** Returns the question with a line for each command that answers it. */
export function largeDropText(drop: LargeDropConfirmation): string {
  const { hotFolderId, path } = drop;
  const commands = answersToLargeDrop(hotFolderId).map(
    ({ command, means }) => `  darkslide ${command}: ${means}`,
  );
  return [`Hot folder ${hotFolderId}, ${plainText(path)}`, `  ${sentence(drop)}`, ...commands].join(
    '\n',
  );
}

/** Returns the question for a command without a terminal. */
export function unansweredText(drop: LargeDropConfirmation): string {
  return `${largeDropText(drop)}\n  Stop watching, answer, then watch again. With --large-drops run Darkslide does not ask.`;
}

/** Asks on the terminal until one of the words is typed; null when the input ends. */
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

/** Returns the size in words, such as "70 photos (140 images)". */
export function largeDropSize({ photos, images }: LargeDropSize): string {
  return `${photos} ${photos === 1 ? 'photo' : 'photos'} (${images} ${images === 1 ? 'image' : 'images'})`;
}

function sentence(drop: LargeDropSize): string {
  return `${largeDropSize(drop)} arrived at once. Nothing is bought until you answer.`;
}
