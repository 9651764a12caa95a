import { join } from 'node:path';
import { systemClock } from '#electron/base/clock.ts';
import type { Demo } from '#electron/demo/types.ts';
import { createService } from '#electron/service/client.ts';
import { enter, expect, film, films, test } from './retouching.ts';
import { takePictures } from './window.ts';

/** The address of a photo at the service, which alone may lie on this computer. */
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

test('C5 photos are added by their addresses: typed, pasted and dropped', async ({
  window,
  service,
  shoot,
}) => {
  const [typed, pasted, dropped] = await Promise.all(
    ['A.jpg', 'B.jpg', 'C.jpg'].map((name) => addressOf(service, join(shoot, name), name)),
  );
  const room = await enter(window);
  const notices = window.getByRole('region', { name: 'Messages' });

  await room.getByRole('button', { name: 'Add from address' }).click();
  const dialog = window.getByRole('dialog', { name: 'Add from address' });
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

  /** Copies a text, closes the dialog that it was typed in, and pastes it where no field has the focus. */
  const paste = async (text: string) => {
    await room.getByRole('button', { name: 'Add from address' }).click();
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
  await room.dispatchEvent('drop', { dataTransfer: link });
  await expect(film(window, nameIn(`${dropped}`))).toBeVisible();
  await expect(films(window)).toHaveCount(3);
  await takePictures(window, 'retouch-addresses');

  // any other text is no address
  await paste(`see ${pasted}`);
  // this computer is inside the network, but for the service
  await paste('http://127.0.0.1:1/secret.jpg');
  await expect(notices).toContainText('The address of "secret.jpg" is inside this network');
  await expect(films(window)).toHaveCount(3);
  expect(service.books().executions).toHaveLength(0);
});
