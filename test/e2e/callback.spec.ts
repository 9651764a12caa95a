import type { Page } from '@playwright/test';
import { createServer, type AddressInfo } from 'node:net';
import { expectAccessible, expectNoOverflow } from './drop-folders.ts';
import { expect, takePictures, test } from './window.ts';

const section = (window: Page) =>
  window
    .getByRole('region', { name: 'Notifications from the service', exact: true })
    .filter({ has: window.getByRole('heading') });

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

test('notifications are switched on, what is missing is said, and the public address is tried', async ({
  window,
}) => {
  await window.getByRole('link', { name: 'Settings' }).click();
  const room = section(window);
  await room.getByRole('switch', { name: 'Listen for notifications' }).click();
  await expect(room).toContainText('The service is not given an address yet');
  const field = (name: string) => room.getByRole('textbox', { name });
  const save = room.getByRole('button', { name: 'Save' });
  const port = await freePort();
  await field('Port').fill(String(port));
  await field('Public address').fill(`http://127.0.0.1:${port}/told`);
  await field('Addresses that the service sends from').fill('192.0.2.7\nnobody');
  await save.click();
  await expect(field('Addresses that the service sends from')).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await expect(room).toContainText('"nobody" is neither an address nor a network');
  await expectAccessible(window);
  await takePictures(window, 'callback-refused');

  await field('Addresses that the service sends from').fill('192.0.2.7, 198.51.100.0/24');
  await save.click();
  await expect(room).toContainText(`Listening on 127.0.0.1:${port}.`);
  await expect(room).toContainText('No notification has come');
  await expect(save).toBeDisabled();
  await expect(field('Addresses that the service sends from')).toHaveValue(
    '192.0.2.7\n198.51.100.0/24',
  );
  await room.getByRole('button', { name: 'Try the public address' }).click();
  await expect(room).toContainText('The public address leads here');
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST' });
  expect(answer.status).toBe(403);
  await expect(room).toContainText('1 request refused: not from the service’s addresses.');
  await expect(room).toContainText('The last refused one came from 127.0.0.1');
  await expectAccessible(window);
  await expectNoOverflow(window);
  await room.scrollIntoViewIfNeeded();
  await takePictures(window, 'callback');
});
