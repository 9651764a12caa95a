import { join } from 'node:path';
import { systemClock } from '#electron/base/clock.ts';
import type { Demo } from '#electron/demo/types.ts';
import { createService } from '#electron/adapters/service/client.ts';
import { expectAccessible, expectNoOverflow } from './hot-folders.ts';
import { holdBack } from './hold-back.ts';
import {
  addFolder,
  chooseAgent,
  copyAs,
  dropOn,
  enter,
  expect,
  film,
  films,
  generate,
  give,
  manyPhotos,
  set,
  test,
} from './retouching.ts';
import { goTo, messages } from './views.ts';
import { takePictures } from './window.ts';

/**
 * Returns the address of a photo at the service. Of all addresses on this computer, only those of the service
 * are allowed.
 */
async function addressOf(service: Demo, path: string, name: string): Promise<string> {
  const client = createService({
    baseUrl: service.url,
    key: service.key,
    requestsPerSecond: 100,
    clock: systemClock,
    random: () => 0,
  });
  const uploaded = await client.uploadImage({ path, name, type: 'image/jpeg' });
  await client.close();
  if (!uploaded.ok) throw new Error(uploaded.failure.message);
  return uploaded.value.image;
}

const nameIn = (address: string) => new URL(address).pathname.split('/').at(-1) ?? '';

test('photos are added by drop, folder, file dialog and address, and rejected or missing files are reported', async ({
  window,
  service,
  shoot,
}) => {
  const view = await enter(window);
  const notices = messages(window);
  const expectTotal = (total: number) =>
    expect(films(window).first()).toHaveAttribute('aria-setsize', String(total));
  const many = join(shoot, 'many');
  await manyPhotos(many, 12);
  const letThrough = await holdBack(window, 'retouch.add', 1);
  await window.reload();

  await test.step('photos are dropped anywhere in the view', async () => {
    await expect(view.getByText('No photos yet')).toBeVisible();
    await expectAccessible(window);
    await takePictures(window, 'retouch-empty');
    await dropOn(view, [join(many, 'p0000.jpg'), join(many, 'p0001.jpg')]);
    await expect(films(window)).toHaveCount(2);
    await expect(window).toHaveURL(/photo=1/);
    await expect(view.getByText('Drop to add')).toBeHidden();
  });

  await test.step('a large folder is added in the background and stopped, and rejected files are summarised', async () => {
    for (const at of [1, 2, 3, 4, 5]) await copyAs(import.meta.filename, many, `x${at}.jpg`);
    await chooseAgent(window, 'AI pose');
    await addFolder(window, many);
    await expect(view.getByText('5 of 17 files checked')).toBeVisible();
    await expectTotal(5);
    await set(window, 'textDescription', 'typed while photos come in');
    await takePictures(window, 'retouch-adding');
    await view.getByRole('button', { name: 'Stop adding' }).click();
    letThrough();
    // the page adds photos in batches, and Stop does not interrupt the batch that is being added
    await expect(notices).toContainText('Stopped. 10 photos were added, 7 files were skipped');
    await expectTotal(10);

    await addFolder(window, many);
    // photos are still added while another view is open
    await goTo(window, 'Queue');
    await expect(window.getByRole('heading', { name: 'Queue' })).toBeVisible();
    // rejected files are reported in the view where they were added
    await expect(notices).toBeEmpty();
    await enter(window);
    await expect(notices).toContainText("5 files couldn't be added.");
    await expect(notices).toContainText('"x1.jpg"');
    await expect(notices).toContainText('Also: x4.jpg, x5.jpg.');
    await expectTotal(12);
  });

  await test.step('files are chosen, and some are rejected', async () => {
    const odd = await copyAs(join(many, 'p0000.jpg'), shoot, `${'ü'.repeat(90)} صورة.jpg`);
    await give(window, [odd, join(import.meta.dirname, 'window.ts')]);
    // files with the same content are the same photo, with the newest name
    await expect(notices).toContainText("1 file couldn't be added.");
    await expect(films(window).first()).toHaveAccessibleName(/صورة/);
    await expectTotal(12);
    await expectNoOverflow(window);
  });

  await test.step('C5 addresses are typed, pasted and dropped', async () => {
    const [typed, pasted, dropped] = await Promise.all(
      ['A.jpg', 'B.jpg', 'C.jpg'].map((name) => addressOf(service, join(shoot, name), name)),
    );
    await view.getByRole('button', { name: 'Add from web address' }).click();
    const dialog = window.getByRole('dialog', { name: 'Add from web address' });
    const field = dialog.getByRole('textbox', { name: 'Image address' });
    const add = dialog.getByRole('button', { name: 'Add photo' });
    await expect(field).toBeFocused();
    await field.fill('ftp://example.com/a.jpg');
    await expect(dialog).toContainText('Enter an address that starts with http:// or https://.');
    await expect(add).toBeDisabled();
    await takePictures(window, 'retouch-address');
    await field.fill(`${typed}`);
    await field.press('Enter');
    await expect(film(window, nameIn(`${typed}`))).toBeVisible();
    await expect(dialog).toBeHidden();

    /** Copies a text, closes the dialog in which it was typed, and pastes it while no field has the focus. */
    const paste = async (text: string) => {
      await view.getByRole('button', { name: 'Add from web address' }).click();
      await field.fill(text);
      await field.press('ControlOrMeta+a');
      await field.press('ControlOrMeta+x');
      await window.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await window.keyboard.press('ControlOrMeta+v');
    };
    await paste(`${pasted}`);
    await expect(film(window, nameIn(`${pasted}`))).toBeVisible();
    const link = await window.evaluateHandle(`(() => {
      const data = new DataTransfer();
      data.setData('text/uri-list', ${JSON.stringify(dropped)});
      return data;
    })()`);
    await view.dispatchEvent('drop', { dataTransfer: link });
    await expect(film(window, nameIn(`${dropped}`))).toBeVisible();
    await expectTotal(15);
    await takePictures(window, 'retouch-addresses');

    // a paste that contains any other text is ignored
    await paste(`see ${pasted}`);
    // addresses of this computer are refused, except those of the service
    await paste('http://127.0.0.1:1/secret.jpg');
    await expect(notices).toContainText('The address of "secret.jpg" is on this network');
    await expectTotal(15);
    expect(service.records().executions).toHaveLength(0);
  });

  await test.step('a missing photo does not run', async () => {
    await window.getByRole('listbox', { name: 'Filmstrip' }).press('Home');
    await copyAs(join(shoot, 'A.jpg'), many, 'p0001.jpg');
    await film(window, 'p0001.jpg').click();
    await expect(view.getByText('has changed since it was added').first()).toBeVisible();
    await chooseAgent(window, 'Remove background');
    await set(window, 'batchCount', '1');
    await window.keyboard.press('Escape');
    await films(window)
      .first()
      .click({ modifiers: ['Shift'] });
    await generate(window).click();
    await expect(notices).toContainText("1 photo couldn't be started. Nothing was charged.");
    await expect.poll(() => service.records().executions.length).toBe(1);

    await film(window, 'p0001.jpg').click();
    await window.keyboard.press('Delete');
    await expectTotal(14);
  });
});
