import type { Page } from '@playwright/test';
import { expectAccessible } from './drop-folders.ts';
import { expect, takePictures, test } from './window.ts';

const network = (window: Page) =>
  window
    .getByRole('region', { name: 'Network', exact: true })
    .filter({ has: window.getByRole('heading') });

test.beforeEach(async ({ window }) => {
  await window.getByRole('link', { name: 'Settings' }).click();
  await expect(network(window).getByRole('textbox', { name: 'Name for the proxy' })).toBeVisible();
});

test('a proxy is chosen, what cannot be used is told beside its field, and no password comes back', async ({
  window,
}) => {
  const room = network(window);
  await room.getByRole('combobox', { name: /^Proxy/ }).click();
  await window.getByRole('option', { name: 'This one' }).click();
  const address = room.getByRole('textbox', { name: 'Address of the proxy' });
  await address.fill('socks5://old.example:1080');
  await room.getByRole('button', { name: 'Save' }).click();
  await expect(address).toHaveAttribute('aria-invalid', 'true');
  await expect(room).toContainText('SOCKS');
  await expectAccessible(window);
  await takePictures(window, 'network-refused');

  await address.fill('http://proxy.example:8080');
  await room.getByRole('textbox', { name: 'Name for the proxy' }).fill('anna');
  const password = room.getByRole('textbox', { name: 'Password for the proxy' });
  await password.fill('p4ss-0f-anna');
  await room.getByRole('button', { name: 'Save' }).click();
  await expect(window.getByText('The network settings are kept.')).toBeVisible();
  await expect(password).toHaveValue('');
  await expect(password).toHaveAttribute('placeholder', /There is one/);
  await expect(room.getByRole('button', { name: 'Save' })).toBeDisabled();
  await window.reload();
  await expect(network(window).getByRole('textbox', { name: 'Address of the proxy' })).toHaveValue(
    'http://proxy.example:8080',
  );
  expect(await window.content()).not.toContain('p4ss-0f-anna');
});
