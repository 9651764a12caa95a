import { join } from 'node:path';
import { readFile, writeFile } from 'node:fs/promises';
import { systemClock } from '#electron/base/clock.ts';
import { localDay } from '#shared/day.ts';
import { expectAccessible, expectNoOverflow } from './hot-folders.ts';
import { expectNoEnglish } from './english.ts';
import { beside, cell, enter, expect, test } from './custom-models.ts';
import * as retouching from './retouching.ts';
import { goTo, messages, pick } from './views.ts';
import { takePictures } from './window.ts';

/** Returns the local date a number of days from now, as YYYY-MM-DD. */
function dayIn(days: number): string {
  const day = new Date(systemClock.wall());
  day.setDate(day.getDate() + days);
  return localDay(day.getTime());
}

test.use({ customModels: { models: 2, scenes: 1 } });

test('a card keeps its release, expiry date and name, can be exported and imported, and is used in Retouch', async ({
  window,
  view,
  shoot,
  service,
}) => {
  test.slow();
  const detail = beside(view, 'Custom model');
  await cell(view, 'Studio model 2').click();
  await detail.getByRole('button', { name: 'Rename' }).click();
  await window.keyboard.type('Bea');
  await window.keyboard.press('Enter');
  await expect(cell(view, 'Bea')).toBeVisible();
  const notices = messages(window);
  await notices.getByRole('button', { name: 'Undo' }).click();
  await expect(cell(view, 'Studio model 2')).toBeVisible();
  await detail.getByRole('button', { name: 'Rename' }).click();
  await window.keyboard.type('Bea');
  await window.keyboard.press('Enter');

  const release = join(shoot, 'release.pdf');
  await writeFile(release, '%PDF-1.4 signed');
  const chooser = window.waitForEvent('filechooser');
  await detail.getByRole('group', { name: 'Release file' }).getByRole('button').click();
  await (await chooser).setFiles([release]);
  await expect(detail.getByText('release.pdf')).toBeVisible();
  const last = detail.getByLabel('Release expires');
  await last.fill(dayIn(10));
  await expect(cell(view, 'Bea')).toContainText('Expires in 10 days');
  await expect(detail.getByText(/^Expires in 10 days/)).toBeVisible();
  await detail.getByRole('textbox', { name: 'Notes' }).fill('Only in autumn.');
  await expect(detail.getByText('Saved', { exact: true })).toBeVisible();
  await takePictures(window, 'models-ends');
  await detail.getByRole('button', { name: 'Use in Retouch' }).click();
  const field = retouching.parameter(window, 'fashionModelId');
  await expect(field.getByText(/^The release expires on /)).toBeVisible();
  await field.getByRole('link', { name: /^Details/ }).click();

  await last.fill(dayIn(-1));
  await expect(cell(view, 'Bea')).toContainText('Release expired');
  await expect(detail.getByRole('button', { name: 'Use in Retouch' })).toBeDisabled();
  await expect(detail.getByText('Saved', { exact: true })).toBeVisible();
  await takePictures(window, 'models-over');
  await expectAccessible(window);
  await window.reload();
  await expect(detail.getByRole('textbox', { name: 'Notes' })).toHaveValue('Only in autumn.');
  await expect(last).toHaveValue(dayIn(-1));
  await expect(detail.getByText('release.pdf')).toBeVisible();

  await retouching.enter(window);
  await retouching.give(window, [join(shoot, 'wall.jpg')]);
  await expect(field.getByText(/^The release expired on /)).toBeVisible();
  await expect(retouching.panel(window)).toContainText('Model: release expired.');
  await expect(retouching.generate(window)).toBeDisabled();
  await takePictures(window, 'models-over-retouch');
  await retouching
    .panel(window)
    .getByRole('button', { name: /^Model: .*search$/ })
    .click();
  const option = window.getByRole('dialog').getByRole('option', { name: /^Bea Yours/ });
  await expect(option).toContainText('Release expired');
  await expect(option).toHaveAttribute('aria-disabled', 'true');
  await takePictures(window, 'models-over-picker');
  await window.keyboard.press('Escape');

  await enter(window);
  const cards = view.getByRole('button', { name: 'Studio details' });
  await cards.click();
  const saved = window.waitForEvent('download');
  await window.getByRole('menuitem', { name: 'Export studio details…' }).click();
  const file = join(shoot, 'cards.json');
  await (await saved).saveAs(file);
  const exported = await readFile(file, 'utf8');
  await writeFile(file, exported.replace('"Bea"', '"Bea Lind"'));
  await cards.click();
  const picked = window.waitForEvent('filechooser');
  await window.getByRole('menuitem', { name: 'Import studio details…' }).click();
  await (await picked).setFiles([file]);
  await expect(cell(view, 'Bea Lind')).toBeVisible();
  await expect(notices).toContainText('1 updated');
  await notices.getByRole('button', { name: 'Undo' }).click();
  await expect(cell(view, 'Bea')).toBeVisible();

  await test.step('a model is put into the panel with one click, takes effect, and is used in a run', async () => {
    const { parameter, set } = retouching;
    await retouching.enter(window);
    await set(window, 'textDescription', 'at dusk');
    await set(window, 'batchCount', '1');
    await set(window, 'maskType', 'Subject');
    await expect(field).toBeHidden();
    await retouching.chooseAgent(window, 'AI pose');
    const use = async (shelf: string, name: string) => {
      await enter(window);
      await view.getByRole('radio', { name: shelf }).click();
      await cell(view, name).click();
      await view.getByRole('button', { name: 'Use in Retouch' }).click();
      await expect(retouching.generate(window)).toBeVisible();
    };

    await use('Custom models', 'Studio model 1');
    const agent = { name: 'Agent: AI model' };
    await expect(retouching.panel(window).getByRole('combobox', agent)).toBeVisible();
    await expect(field).toBeInViewport();
    await expect(field.locator(':focus')).toHaveCount(1);
    const chosen = field.getByRole('radio', { checked: true });
    await expect(chosen).toHaveAccessibleName('Studio model 1, Yours');
    await expect(
      window.getByText(/"Studio model 1" selected\. "Keep" was changed to/),
    ).toBeVisible();
    await window.getByRole('button', { name: 'Undo' }).click();
    await expect(field).toBeHidden();
    await expect(parameter(window, 'maskType')).toContainText('Only the background is replaced');

    await use('Custom scenes', 'Studio scene 1');
    await expect(window.getByText('"Studio scene 1" selected')).toBeVisible();
    await use('Custom models', 'Studio model 1');
    await expect(chosen).toHaveCount(1);
    await takePictures(window, 'own-use-panel');
    await retouching.generate(window).click();
    await expect(retouching.runs(window).first()).toContainText('ready');
    const params = service.records().executions[0]?.params ?? {};
    expect(params).toMatchObject({ textDescription: 'at dusk', maskType: 'autoApparelSegment' });
    expect(Object.keys(params)).toEqual(expect.arrayContaining(['fashionModelId', 'locationId']));
    await window.getByRole('button', { name: 'Settings for this run' }).click();
    const told = window.getByRole('dialog', { name: 'Settings for this run' });
    await expect(told).toContainText(`Studio model 1 (${String(params['fashionModelId'])})`);
    await expect(told).toContainText(`Studio scene 1 (${String(params['locationId'])})`);
    await takePictures(window, 'own-use-run');
    await window.keyboard.press('Escape');
    await enter(window);
  });

  await test.step('the form and the card work with text at 200 %, and in Chinese', async () => {
    await view.getByRole('button', { name: 'New model' }).click();
    for (const size of [
      { width: 2560, height: 1440 },
      { width: 640, height: 400 },
      { width: 1280, height: 800 },
    ]) {
      await window.setViewportSize(size);
      await expectNoOverflow(window);
    }
    await goTo(window, 'Settings');
    await pick(window, /^Language:/, '简体中文');
    await expect(window.locator('html')).toHaveAttribute('lang', 'zh-CN');
    await window.goBack();
    const data = ['Studio model 1', 'Bea', 'Studio scene 1', 'Only in autumn.'];
    await expect(window.getByRole('listbox').getByRole('option').first()).toBeVisible();
    await expectNoEnglish(window, data);
    await takePictures(window, 'models-chinese');
    await window.getByRole('option').first().click();
    await expect(window.getByRole('heading', { name: 'Bea' })).toBeVisible();
    await expectNoEnglish(window, data);
    await takePictures(window, 'models-chinese-card');
    await window.setViewportSize({ width: 640, height: 400 });
    await expectNoOverflow(window);
  });
});
