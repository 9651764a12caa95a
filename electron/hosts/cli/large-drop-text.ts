import { plainText } from '#shared/plain-text.ts';
import type { CommandInput } from '#shared/contract/command-line-channels.ts';
import type { LargeDropConfirmation } from '#shared/views/command-line.ts';
import { answerLines, type Answer } from './answers.ts';
import type { Ask } from './ask.ts';
import type { Speech, Texts } from './speech.ts';

type DropAnswer = CommandInput<'answer-drop'>['answer'];

/** The words with which a user answers the question about a large drop. */
const answers = { run: 'take', leave: 'skip', always: 'always' } as const satisfies Record<
  string,
  DropAnswer
>;

export type LargeDropWord = keyof typeof answers;

export const largeDropWords = Object.keys(answers) as LargeDropWord[];

/** Returns the answer for a word. */
export function largeDropAnswer(word: LargeDropWord): DropAnswer {
  return answers[word];
}

/** Returns the commands that answer the question about a large drop. */
export function answersToLargeDrop(t: Texts, hotFolderId: number): readonly Answer[] {
  return largeDropWords.map((word) => ({
    command: `answer-drop ${hotFolderId} ${word}`,
    means: t(`drop.${word}`),
  }));
}

/** Returns the question with a line for each command that answers it. */
export function largeDropText({ t, money }: Speech, drop: LargeDropConfirmation): string {
  const { hotFolderId, path, photos, images } = drop;
  const cost = costText(drop.cost, money);
  return [
    t('drop.folder', { id: hotFolderId, path: plainText(path) }),
    `  ${t('drop.arrived', { photos, images, cost })}`,
    ...answerLines(t, answersToLargeDrop(t, hotFolderId)),
  ].join('\n');
}

/** Returns the question for a command without a terminal. */
export function unansweredText(speech: Speech, drop: LargeDropConfirmation): string {
  return [largeDropText(speech, drop), `  ${speech.t('drop.unanswered')}`].join('\n');
}

/**
 * Returns the cost of the images as text, or `none` if they have no price; the message has a variant without a cost for
 * `none`.
 */
function costText(cost: LargeDropConfirmation['cost'], money: Speech['money']): string {
  return cost === null ? 'none' : money(cost);
}

/** Asks on the terminal until the user types one of the words; null at the end of the input. */
export async function askAboutLargeDrop(
  { t, money }: Speech,
  ask: Ask,
  { path, photos, images, cost }: LargeDropConfirmation,
): Promise<DropAnswer | null> {
  const words = largeDropWords.join(', ');
  const question = t('drop.ask', {
    path: plainText(path),
    photos,
    images,
    cost: costText(cost, money),
    words,
  });
  for (;;) {
    const typed = await ask(`${question} `);
    if (typed === null) return null;
    const word = largeDropWords.find((one) => one === typed.trim().toLowerCase());
    if (word !== undefined) return largeDropAnswer(word);
  }
}
