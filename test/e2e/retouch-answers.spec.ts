import {
  chooseAgent,
  expect,
  film,
  generate,
  holdInDoubt,
  image,
  removeBackground,
  runs,
  test,
} from './retouching.ts';
import { takePictures } from './window.ts';

test('a run that needs attention shows its answers next to its photo, even after a crash', async ({
  window,
  studio,
  service,
  retouch,
  complaints,
}) => {
  const answers = window.getByRole('dialog', { name: 'Options' });
  await test.step('it is unknown whether the run was charged', async () => {
    const executed = () => service.records().executions.length;
    service.inject({ on: 'execute', kind: 'reset' });
    await removeBackground(window);
    await film(window, 'B.jpg').click();
    await generate(window).click();
    await expect(retouch.getByText('It may already be paid for')).toBeVisible();
    await studio.stop('SIGKILL');
    holdInDoubt(studio.dataFolder);
    service.clearFaults();
    await studio.start();
    await window.goto(`${studio.address()}#/retouch?photo=2`);
    await expect(film(window, 'B.jpg')).toHaveAccessibleName('B.jpg, 1 needs attention');
    await expect(image(window, 1)).toHaveText('Needs attention');
    await expect(retouch.getByText(/not known whether .* charged/).first()).toBeVisible();
    await expect(generate(window)).toHaveAttribute('aria-disabled', 'true');
    await retouch.getByRole('button', { name: 'Choose next step…' }).click();
    await expect(answers.getByRole('button')).toHaveText([
      'Check with the service again',
      'Link an existing run',
      'Send again…',
      'Cancel job',
    ]);
    await takePictures(window, 'retouch-held');
    await answers.getByRole('button', { name: 'Send again…' }).click();
    const question = window.getByRole('alertdialog');
    await expect(question).toContainText('charged twice');
    expect(executed()).toBe(0);
    await question.getByRole('button', { name: 'Send again' }).click();
    await expect(runs(window).first()).toContainText('1 of 1 ready');
    await expect(film(window, 'B.jpg')).toHaveAccessibleName('B.jpg, 1 result');
    expect(executed()).toBe(1);
    // the page logged the lost connection
    complaints.length = 0;
  });

  await test.step('B9 a run that the service rejected offers to change its settings, in Retouch and in the queue', async () => {
    await film(window, 'A.jpg').click();
    service.inject({ on: 'execute', kind: 'refused', text: 'The photo does not suit.', times: 1 });
    await removeBackground(window);
    await generate(window).click();
    await expect(film(window, 'A.jpg')).toHaveAccessibleName('A.jpg, 1 failed');
    await retouch.getByRole('button', { name: 'Fix or retry…' }).click();
    const help = answers.getByRole('region', { name: 'Suggested fixes' });
    await expect(help.getByRole('button')).toHaveText(['Change settings', 'Choose another agent']);
    await takePictures(window, 'retouch-fixes');

    // the dialog shows the values of the job, not the values that the user has chosen later
    await window.keyboard.press('Escape');
    await chooseAgent(window, 'Expand image');
    await retouch.getByRole('button', { name: 'Fix or retry…' }).click();
    await help.getByRole('button', { name: 'Change settings' }).click();
    const dialog = window.getByRole('dialog', { name: 'Change settings' });
    await expect(dialog).toContainText('Background colour');
    await takePictures(window, 'retouch-fix-settings');
    await dialog.getByRole('button', { name: 'Retry with these settings' }).click();
    await expect(dialog).toBeHidden();
    await expect(film(window, 'A.jpg')).toHaveAccessibleName('A.jpg, 1 result');
    await expect(film(window, 'A.jpg')).toHaveAttribute('aria-selected', 'true');
  });
});
