import { flushSync } from 'svelte';
import { expect, it } from 'vitest';
import { useNotices } from '../data/notices.svelte.ts';
import { show } from '../testing/stage.ts';
import { speak, t } from '../texts/texts.svelte.ts';
import Notices from '../ui/Notices.svelte';

it('changing the language removes results and keeps problems', async () => {
  show(Notices, { answers: {} });
  const notices = useNotices();
  notices.say(t('retouch.added', { count: 3 }));
  notices.warn('IMG_1.jpg cannot be read.');
  flushSync();
  expect(document.body.textContent).toContain('3 photos added');

  await speak('zh-CN');
  flushSync();

  expect(document.body.textContent).not.toContain('photos added');
  expect(document.body.textContent).toContain('IMG_1.jpg cannot be read.');
});
