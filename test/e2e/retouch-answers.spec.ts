import { expectAccessible } from './drop-folders.ts';
import { chooseAgent, expect, film, generate, holdInDoubt, runs, set, test } from './retouching.ts';
import { takePictures } from './window.ts';

test.describe('while the service makes no image', () => {
  test.use({ failures: { execution: 1 } });

  test('a run that fails says so beside the photo, and is answered there', async ({
    window,
    service,
    retouch,
  }) => {
    const executed = () => service.books().executions.length;
    await chooseAgent(window, 'Remove background');
    await set(window, 'batchCount', '1');
    await generate(window).click();
    await expect(film(window, 'A.jpg')).toHaveAccessibleName('A.jpg, 1 failed');
    await expect(runs(window).first()).toContainText('failed');
    await expect(retouch.getByText('The image could not be generated.').first()).toBeVisible();
    await expect(window.getByRole('contentinfo')).toContainText('1 needs you');

    await retouch.getByRole('button', { name: 'What to do…' }).click();
    const answers = window.getByRole('dialog', { name: 'What can be done' });
    await expect(answers).toContainText('It is ordered and charged once more.');
    await takePictures(window, 'retouch-failed');
    await expectAccessible(window);
    expect(executed()).toBe(1);
    await answers.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(executed).toBe(2);
    await expect(runs(window)).toHaveCount(2);
    await expect(runs(window).first()).toContainText('failed');

    await retouch.getByRole('button', { name: 'What to do…' }).click();
    await answers.getByRole('button', { name: 'Dismiss' }).click();
    await expect(film(window, 'A.jpg')).toHaveAccessibleName('A.jpg');
    await expect(runs(window).first()).toContainText('cancelled');
    expect(service.books().tasks).toHaveLength(1);
  });
});

test('a run whose charge is unknown waits beside the photo for an answer, over a kill', async ({
  window,
  studio,
  service,
  retouch,
  complaints,
}) => {
  const executed = () => service.books().executions.length;
  service.inject({ on: 'execute', kind: 'reset' });
  await chooseAgent(window, 'Remove background');
  await set(window, 'batchCount', '1');
  await film(window, 'B.jpg').click();
  await generate(window).click();
  await expect(retouch.getByText('It may be paid for')).toBeVisible();
  await studio.stop('SIGKILL');
  holdInDoubt(studio.dataFolder);
  service.clearFaults();
  await studio.start();
  await window.goto(`${studio.address()}#/retouch?photo=2`);
  await expect(film(window, 'B.jpg')).toHaveAccessibleName('B.jpg, 1 needs you');
  await expect(retouch.getByText(/not known whether .* charged/).first()).toBeVisible();
  await expect(generate(window)).toHaveAttribute('aria-disabled', 'true');
  await retouch.getByRole('button', { name: 'What to do…' }).click();
  const answers = window.getByRole('dialog', { name: 'What can be done' });
  await expect(answers.getByRole('button')).toHaveText([
    'Ask the service again',
    'Take up an execution',
    'Send again…',
    'Cancel job',
  ]);
  await takePictures(window, 'retouch-held');
  await answers.getByRole('button', { name: 'Send again…' }).click();
  const question = window.getByRole('alertdialog');
  await expect(question).toContainText('bought twice');
  expect(executed()).toBe(0);
  await question.getByRole('button', { name: 'Send again' }).click();
  await expect(runs(window).first()).toContainText('1 of 1 ready');
  await expect(film(window, 'B.jpg')).toHaveAccessibleName('B.jpg, 1 result');
  expect(executed()).toBe(1);
  // the page complained of the way that was cut
  complaints.length = 0;
});
