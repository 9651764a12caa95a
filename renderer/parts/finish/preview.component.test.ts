import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { shippedPresets } from '#shared/finish/shipped.ts';
import { success } from '#shared/problem.ts';
import type { FinishPreview } from '#shared/views/finish.ts';
import { recordDownloads } from '../../testing/downloads.ts';
import { button, messages } from '../../testing/hot-folders-view.ts';
import { press, tabTo } from '../../testing/keys.ts';
import { expectAccessible, expectNothingCut, expectText } from '../../testing/looks.ts';
import { filmstripOf } from '../../testing/plain-pickers.ts';
import { plainStudio } from '../../testing/plain-studio.ts';
import { shippedList } from '../../testing/plain-presets.ts';
import type { Answers, Stage } from '../../testing/stage.ts';
import { showWindow } from '../../testing/window.ts';

const [amazon] = shippedPresets;
const own = { ...amazon!.preset, name: 'my-shop' };
const section = page.getByRole('region', { name: 'Shop files' });
const dialog = page.getByRole('dialog', { name: 'Edit "my-shop"' });
const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
const size = { width: 1000, height: 800 };
const subject = { left: 300, top: 100, width: 400, height: 600 };
const measured = { ...size, bytes: 200_000, quality: 90, notes: [] };

/** Opens the editor of the preset "my-shop" in the settings. */
async function openEditor(answers: Answers): Promise<Stage> {
  const stage = showWindow('#/settings?section=finish', () => ({
    'finish.presets': () =>
      success({
        ...shippedList,
        presets: [...shippedList.presets, { preset: own, shipped: null }],
      }),
    'finish.measure': () => success(measured),
    ...filmstripOf(['shoe.jpg', 'bottle.jpg']),
    ...answers,
  }));
  await button('More for "my-shop"', section).click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  return stage;
}

/** Returns the lines and boxes of a kind over the preview, as their positions. */
const guides = (kind: string) =>
  [...dialog.element().querySelectorAll(`svg .${kind}`)].map((one) =>
    ['x', 'x1', 'y', 'y1', 'x2', 'y2', 'width', 'height'].flatMap((name) =>
      one.hasAttribute(name) ? [`${name}=${one.getAttribute(name)}`] : [],
    ),
  );

it('a preview follows each change of the preset, and draws its margin, its ground line and the box of the subject', async () => {
  let picture = 0;
  const preview = (): FinishPreview => ({ ...size, subject, picture: (picture += 1) });
  const stage = await openEditor({ 'finish.preview': () => success(preview()) });
  await expect.element(dialog.getByRole('img', { name: 'Preview of my-shop' })).toBeVisible();
  expect(guides('subject-line')).toEqual([['x=300', 'y=100', 'width=400', 'height=600']]);
  expect(guides('centre-line')).toEqual([
    ['x1=500', 'y1=0', 'x2=500', 'y2=800'],
    ['x1=0', 'y1=400', 'x2=1000', 'y2=400'],
  ]);
  expect(dialog.element().querySelector('svg text')).toHaveTextContent('40% × 75%');
  expect([guides('margin-line'), guides('ground-line')]).toEqual([[], []]);

  await field('Minimum margin').fill('10');
  // 10 % of the shorter side
  await expect
    .poll(() => guides('margin-line'))
    .toEqual([['x=80', 'y=80', 'width=840', 'height=640']]);
  await dialog.getByRole('radio', { name: 'On a ground line' }).click();
  await field('Height of the ground line').fill('25');
  await expect.poll(() => guides('ground-line')).toEqual([['x1=0', 'y1=600', 'x2=1000', 'y2=600']]);
  await expect
    .poll(() => stage.asked('finish.preview').at(-1)?.preset)
    .toMatchObject({ subject: { margin: 0.1, align: 'ground', ground: 0.25 } });
  await expect
    .poll(() =>
      dialog
        .getByRole('img', { name: /^Preview/ })
        .element()
        .getAttribute('src'),
    )
    .toContain(String(picture));
  expect(picture).toBeGreaterThan(1);
  await expect
    .poll(() => stage.asked('finish.measure').at(-1)?.preset)
    .toEqual(stage.asked('finish.preview').at(-1)?.preset);
  await expectAccessible();
  await expectNothingCut();
  // an invalid value leaves the last valid preview
  await field('Minimum margin').fill('many');
  await expect.element(dialog.getByRole('img', { name: /^Preview/ })).toBeVisible();
});

it('a preview can show any photo of the user, who chooses it with the keyboard alone', async () => {
  const { 'host.info': info } = plainStudio();
  const stage = await openEditor({
    'finish.preview': () => success({ ...size, subject: null, picture: 1 }),
    'host.info': async (...asked) => {
      const host = await info!(...asked);
      return host.ok ? success({ ...host.value, hasDialogs: true }) : host;
    },
    'host.choose-photos': () => success(['/shelf/vase.jpg']),
  });
  const photo = dialog.getByRole('group', { name: 'Photo for the preview' });
  const previewed = () => stage.asked('finish.preview').at(-1)?.path;
  await expectText(photo, 'shoe.jpg');
  await expect.poll(previewed).toBe('/shoot/shoe.jpg');
  await tabTo(button('Choose…', photo));
  await press('{Enter}');
  await expectText(photo, 'vase.jpg');
  await expect.poll(previewed).toBe('/shelf/vase.jpg');
  await tabTo(button('Choose from the filmstrip', photo));
  await press('{Enter}');
  const strip = page.getByRole('dialog', { name: 'Choose from the filmstrip' });
  await tabTo(button(/bottle\.jpg/, strip));
  await press('{Enter}');
  // the choice gives the focus back
  await expect.element(button('Choose from the filmstrip', photo)).toHaveFocus();
  await expect.poll(previewed).toBe('/shoot/bottle.jpg');
  expect(guides('subject-line')).toEqual([]);
});

it('a preset can be exported as a file, and imported from it', async () => {
  const saved = recordDownloads();
  const stage = showWindow('#/settings?section=finish', () => ({
    'finish.presets': () => success(shippedList),
    'finish.import': () => success('amazon-main'),
  }));
  await button('More for "Amazon, main image"', section).click();
  await page.getByRole('menuitem', { name: 'Export as file' }).click();
  const [[fileName, content] = ['', new Blob()]] = saved;
  const text = await content.text();
  expect(fileName).toBe('amazon-main.json');
  expect(JSON.parse(text)).toMatchObject(amazon!.preset);
  const input = page.elementLocator(
    document.querySelector<HTMLElement>('#settings-finish input[type=file]')!,
  );
  await input.upload(new File([text], 'from-a-friend.json'));
  await expectText(messages, 'Preset "amazon-main" added');
  expect(stage.asked('finish.import')).toEqual([{ text, fileName: 'from-a-friend.json' }]);
});
