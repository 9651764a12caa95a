import { plainText } from '#shared/plain-text.ts';
import { largeDropOf, type DropAnswer, type LargeDrop } from '../../engine/intake/large-drops.ts';
import { answerDrop } from '../../app/hot-folders/answer-drop.ts';
import type { HotFolder } from '../../adapters/ledger/hot-folders.ts';
import type { Studio, StudioEvent } from '../../studio.ts';
import type { Answer } from './answers.ts';
import type { Context } from './context.ts';

/** What a person types as the answer to a large drop, and what it does. */
const answers = {
  run: { answer: 'take', means: 'processes these photos' },
  leave: { answer: 'skip', means: 'leaves these photos alone; nothing is bought' },
  always: { answer: 'always', means: 'processes these photos and stops asking about this folder' },
} as const satisfies Record<string, { readonly answer: DropAnswer; readonly means: string }>;

export type DropWord = keyof typeof answers;

export const dropWords = Object.keys(answers) as DropWord[];

/** The answer that a word stands for. */
export function dropAnswer(word: DropWord): DropAnswer {
  return answers[word].answer;
}

/** The answers to the question about a large drop as commands, the first one first. */
export function answersToDrop(hotFolderId: number): readonly Answer[] {
  return dropWords.map((word) => ({
    command: `answer-drop ${hotFolderId} ${word}`,
    means: answers[word].means,
  }));
}

/** The question with a command for each answer, in lines. */
export function dropText(id: number, path: string, drop: LargeDrop): string {
  const commands = answersToDrop(id).map(
    ({ command, means }) => `  darkslide ${command}: ${means}`,
  );
  return [`Hot folder ${id}, ${plainText(path)}`, `  ${sentence(drop)}`, ...commands].join('\n');
}

/** "70 photos (140 images)". */
export function dropSize({ photos, images }: LargeDrop): string {
  return `${photos} ${photos === 1 ? 'photo' : 'photos'} (${images} ${images === 1 ? 'image' : 'images'})`;
}

function sentence(drop: LargeDrop): string {
  return `${dropSize(drop)} arrived at once. Nothing is bought until you answer.`;
}

/** Asks about the large drops of the hot folders that a command watches. */
export interface DropQuestions {
  /** Hears of a drop that waits. */
  readonly listen: (event: StudioEvent) => void;
  /** Asks about a folder if a question is open there, also one of an earlier start. */
  ask(hotFolderId: number): void;
  /** Whether a question is on the terminal now. */
  isAsking(): boolean;
  /** Resolves when no question is on the terminal; whether photos still wait for an answer. */
  end(): Promise<boolean>;
}

/**
 * Asks on the terminal and goes on with the answer. Where there is no terminal, or the input ends, it
 * prints the question once with the commands that answer it later.
 */
export function createDropQuestions(
  { out, ask: type }: Pick<Context, 'out' | 'ask'>,
  { ledger, hotFolders }: Pick<Studio, 'ledger' | 'hotFolders'>,
): DropQuestions {
  /** Folders whose question was put, until it is answered. */
  const asked = new Map<number, Promise<void>>();
  let onTerminal = 0;

  const open = (id: number) => {
    const folder = ledger.hotFolders.get(id);
    const drop = folder === undefined ? null : largeDropOf(ledger, folder);
    return folder === undefined || drop === null || drop.photos === 0 ? null : { folder, drop };
  };

  const put = async (id: number): Promise<void> => {
    for (let question = open(id); question !== null; question = open(id)) {
      const typed = type === null ? null : await type(prompt(question.folder, question.drop));
      if (typed === null) return out.warn(unanswered(question.folder, question.drop));
      const word = dropWords.find((one) => one === typed.trim().toLowerCase());
      // more photos may have come since, which the answer is not about
      if (word === undefined || open(id)?.drop.photos !== question.drop.photos) continue;
      answerDrop({ ledger, hotFolders }, id, dropAnswer(word));
    }
    asked.delete(id);
  };

  const ask = (id: number) => {
    if (asked.has(id) || open(id) === null) return;
    onTerminal += type === null ? 0 : 1;
    const over = put(id).finally(() => (onTerminal -= type === null ? 0 : 1));
    asked.set(id, over);
  };

  return {
    ask,
    listen(event) {
      if (event.kind === 'intake' && event.event.kind === 'asks') ask(event.hotFolderId);
    },
    isAsking: () => onTerminal > 0,
    async end() {
      await Promise.all(asked.values());
      return [...asked.keys()].some((id) => open(id) !== null);
    },
  };
}

function prompt({ path }: HotFolder, drop: LargeDrop): string {
  return `${plainText(path)}: ${sentence(drop)} ${dropWords.join(', ')}? `;
}

function unanswered({ id, path }: HotFolder, drop: LargeDrop): string {
  return `${dropText(id, path, drop)}\n  Stop watching, answer, and watch again; --large-drops run asks nothing.`;
}
