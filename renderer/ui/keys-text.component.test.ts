import { expect, it, onTestFinished } from 'vitest';
import { speak } from '../texts/texts.svelte.ts';
import { keysText } from './keys-text.ts';

it('keys have the names that keyboards of the language show', async () => {
  onTestFinished(() => speak('en'));
  const shown = () => ['Mod+Shift+Del', 'Shift+Mod+Z', 'Space ↔', '+ −', 'Mod+Enter'].map(keysText);
  expect(shown()).toEqual(['Ctrl Shift Del', 'Shift Ctrl Z', 'Space ↔', '+ −', 'Ctrl Enter']);
  await speak('de');
  expect(shown()).toEqual([
    'Strg Umschalt Entf',
    'Umschalt Strg Z',
    'Leertaste ↔',
    '+ −',
    'Strg Eingabe',
  ]);
  await speak('zh-CN');
  expect(shown()).toEqual(['Ctrl Shift Del', 'Shift Ctrl Z', '空格 ↔', '+ −', 'Ctrl Enter']);
});
