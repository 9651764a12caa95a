import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { codeOf, valueOf } from '../../../test/fixtures/values.ts';
import { openWindow, patience } from '../../../test/handlers/window.ts';
import { systemClock } from '../../base/clock.ts';
import { connectTo, type Connection } from './client.ts';
import { openWindowControl } from './window-control.ts';

const never = new AbortController().signal;

async function reached(folder: string): Promise<Connection> {
  const connection = valueOf(await connectTo(folder, systemClock, never));
  if (connection === null) throw new Error('No window answered.');
  onTestFinished(() => connection.close());
  return connection;
}

it('a command finds a window through its data folder, and uses the window’s current service', async () => {
  const window = await openWindow({ service: 'none' });
  const { session, service } = window;
  const close = await openWindowControl(session, 'browser', systemClock);
  onTestFinished(close);
  const { dataFolder } = session;
  const first = await reached(dataFolder);
  expect(first.holder).toMatchObject({ dataFolder: join(dataFolder, 'demo'), serviceUrl: null });
  const resumed = first.client.ask('resume', { untilIdle: null });
  expect(valueOf(await first.client.ask('status', {}))).toMatchObject({
    jobs: { done: 0 },
    spending: { spent: { day: { images: 0 } }, limits: { imagesPerDay: null } },
  });

  valueOf(await session.connect(service.url, service.key));
  // Changing the service closes the old studio and ends the request.
  expect([null, 'interrupted']).toContain(codeOf(await resumed));
  const second = await reached(dataFolder);
  expect(second.holder).toMatchObject({ dataFolder, serviceUrl: service.url });
  await window.ask('settings.change', { preferences: { imagesPerDay: 7 } });
  await expect
    .poll(
      async () => valueOf(await second.client.ask('status', {})).spending.limits.imagesPerDay,
      patience,
    )
    .toBe(7);
});

it('a page can’t use the commands’ channels', async () => {
  const { client } = await openWindow({ service: 'none' });
  for (const channel of ['run', 'watch', 'stop', 'change-jobs', 'psd']) {
    const asked = await client.ask(channel as 'status.get', {});
    expect(codeOf(asked)).toBe('request-unknown');
  }
});
