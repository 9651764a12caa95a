import { dialog } from 'electron';
import type { NameAnswer } from './recipe-file.ts';
import type { Texts } from './texts.ts';

const answers: readonly NameAnswer[] = ['replace', 'both', 'neither'];
/** Maximum characters that are shown of each text from outside. */
const SHOWN = 200;

/** Asks what to do with a recipe whose name is already in use. */
export async function askForName(texts: Texts, name: string): Promise<NameAnswer> {
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: texts('recipe.exists', { name: name.slice(0, SHOWN) }),
    detail: texts('recipe.text'),
    buttons: [texts('recipe.replace'), texts('recipe.both'), texts('recipe.cancel')],
    defaultId: answers.indexOf('both'),
    cancelId: answers.indexOf('neither'),
    noLink: true,
  });
  return answers[response] ?? 'neither';
}

/** Lists some of the files that were not opened; the log contains the reasons. */
export function showNotOpened(texts: Texts, count: number, names: readonly string[]): void {
  const named = names.filter((name) => name !== '').map(plain);
  say(
    texts('files.unreadable', { count }),
    `${named.join('\n')}${count > named.length ? '\n…' : ''}`,
  );
}

/** Lists the options that were ignored because Darkslide was already running. */
export function showNotDone(texts: Texts, options: readonly string[]): void {
  const named = options.slice(0, 10).map(plain).join('\n');
  say(texts('options.ignored'), `${named}\n\n${texts('options.restart')}`);
}

function say(message: string, detail: string): void {
  void dialog.showMessageBox({ type: 'info', message, detail });
}

/** Returns a text from outside without control characters, shortened. */
function plain(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '·').slice(0, SHOWN);
}
