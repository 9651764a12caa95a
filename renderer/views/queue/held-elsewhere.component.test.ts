import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { failure } from '#shared/page-failure.ts';
import { success } from '#shared/problem.ts';
import type { HeldElsewhere } from '#shared/views/stations.ts';
import { expectAccessible, expectNoOverflow, expectText } from '../../testing/looks.ts';
import { studioOfJobs } from '../../testing/plain-jobs.ts';
import { studioOfLibrary } from '../../testing/plain-library.ts';
import { showWindow } from '../../testing/window.ts';

const list = page.getByRole('list', { name: 'Needs attention at other stations' });
const messages = page.getByRole('region', { name: 'Messages' });
const button = (name: string) => page.getByRole('button', { name });

const photo: HeldElsewhere = {
  id: 4,
  station: 'Retouch-1',
  name: 'A1001.jpg',
  answers: [
    { action: 'retry', means: 'asks-again' },
    { action: 'send-again', means: 'sends-again' },
    { action: 'cancel', means: 'gives-up' },
  ],
  what: {
    kind: 'job',
    recipe: 'White',
    problem: { code: 'execution-unknown', message: 'The answer was lost.' },
  },
  given: null,
  isHere: false,
};
const drop: HeldElsewhere = {
  id: 5,
  station: 'Worker-2',
  name: 'drop',
  answers: [
    { action: 'take', means: 'takes-photos' },
    { action: 'skip', means: 'skips-photos' },
  ],
  what: { kind: 'drop', photos: 40, images: 80 },
  given: null,
  isHere: false,
};

it('lists what needs attention at other stations, and answers it', async () => {
  let held = [photo, drop];
  const stage = showWindow('#/queue', (told) => ({
    ...studioOfJobs({ rows: [] }, told),
    'stations.held': () => success(held),
    'stations.answer-held': ({ id }) => {
      if (id === 4) return failure({ code: 'held-answered', message: 'Another was first.' });
      held = [photo, { ...drop, given: { by: null, action: 'take' } }];
      return success({ name: 'drop', station: 'Worker-2' });
    },
  }));
  await expectText(list, 'Retouch-1');
  await expectText(list, '40 photos (80 images) arrived together at Worker-2');
  expectNoOverflow();
  await expectAccessible();

  await button('Process photos').click();
  await expectText(messages, 'Your answer for drop was sent to Worker-2');
  await expectText(list, 'Your answer will be sent to Worker-2.');

  // an answer that may cost money twice is confirmed first
  await button('Send again…').click();
  expect(stage.asked('stations.answer-held')).toHaveLength(1);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send again' }).click();
  await expectText(messages, 'Another was first.');
  expect(stage.asked('stations.answer-held')).toEqual([
    { id: 5, action: 'take' },
    { id: 4, action: 'send-again' },
  ]);
});

it('lists photos of other stations in the library, too, unless they are listed there already', async () => {
  const other = { ...photo, id: 6, name: 'A1002.jpg', isHere: true };
  showWindow('#/library?held=yes', (told) => ({
    ...studioOfLibrary([], told),
    ...studioOfJobs({ rows: [] }, told),
    'stations.held': () => success([photo, drop, other]),
  }));
  await expectText(list, 'A1001.jpg');
  await expectText(page.getByRole('main'), '1 photo needs attention');
  await expect.poll(() => list.getByRole('listitem').elements()).toHaveLength(1);
  await expect.element(page.getByText('No photos need attention')).not.toBeInTheDocument();
  expectNoOverflow();
  await expectAccessible();
});
