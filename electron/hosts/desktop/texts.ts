import { languageFor, localeFor } from '#shared/language.ts';
import { moneyText, type Money } from '#shared/money.ts';
import type { Problem } from '#shared/problem.ts';
import german from '#shared/texts/de/desktop.json' with { type: 'json' };
import english from '#shared/texts/en/desktop.json' with { type: 'json' };
import type { DesktopTexts } from '#shared/texts/keys/desktop.ts';
import { problemTextFor } from '#shared/texts/problem-text.ts';
import { readerFor } from '#shared/texts/readers.ts';
import { textsOf, type TextOf } from '#shared/texts/texts.ts';
import chinese from '#shared/texts/zh-CN/desktop.json' with { type: 'json' };
import type { Preferences } from '#shared/views/settings.ts';

/** Texts of the desktop app outside the page: menus, tray, notifications and dialogs. */
export type Texts = TextOf<DesktopTexts>;

const messages = { en: english, de: german, 'zh-CN': chinese };

/** Returns the texts in the chosen language, or in the system's language. */
export function textsIn(chosen: Preferences['language'], system: readonly string[]): Texts {
  const language = languageFor(chosen, system[0] ?? 'en');
  return textsOf<DesktopTexts>(messages[language], localeFor(language, system));
}

/** Formats an amount of money in the chosen language, or in the system's language. */
export function moneyIn(
  amount: Money,
  chosen: Preferences['language'],
  system: readonly string[],
): string {
  const language = languageFor(chosen, system[0] ?? 'en');
  return moneyText(amount, localeFor(language, system));
}

/** Returns the text of a problem for a dialog or a notification, in the chosen language or in that of the system. */
export async function problemTextIn(
  problem: Problem,
  chosen: Preferences['language'],
  system: readonly string[],
): Promise<string> {
  const language = languageFor(chosen, system[0] ?? 'en');
  const reader = await readerFor(language, 'screen', localeFor(language, system));
  return problemTextFor(problem, reader);
}
