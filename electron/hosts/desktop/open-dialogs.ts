import { dialog } from 'electron';
import type { NameAnswer } from './recipe-file.ts';
import type { Texts } from './texts.ts';

const answers: readonly NameAnswer[] = ['replace', 'both', 'neither'];
/** Characters of each text from outside that is shown. */
const SHOWN = 200;

/** Asks what becomes of a recipe whose name is taken. */
export async function askForName({ recipeTaken }: Texts, name: string): Promise<NameAnswer> {
  const { message, detail, replace, both, neither } = recipeTaken;
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: message(name.slice(0, SHOWN)),
    detail,
    buttons: [replace, both, neither],
    defaultId: answers.indexOf('both'),
    cancelId: answers.indexOf('neither'),
    noLink: true,
  });
  return answers[response] ?? 'neither';
}

/** Names some of what was not opened; why, stands in the log. */
export function showNotOpened(texts: Texts, count: number, names: readonly string[]): void {
  const named = names.filter((name) => name !== '').map(plain);
  say(texts.notOpened(count), `${named.join('\n')}${count > named.length ? '\n…' : ''}`);
}

/** Says what a second start asked for in vain. */
export function showNotDone({ notDone }: Texts, options: readonly string[]): void {
  const { message, detail } = notDone(options.slice(0, 10).map(plain).join('\n'));
  say(message, detail);
}

function say(message: string, detail: string): void {
  void dialog.showMessageBox({ type: 'info', message, detail });
}

/** Whoever started Darkslide wrote it. */
function plain(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '·').slice(0, SHOWN);
}
