import type { Page } from '@playwright/test';
import type { AnswerFrame, RequestFrame } from '#shared/contract/frames.ts';
import type { Outcome } from '#shared/problem.ts';
import type { UpdatesView } from '#shared/views/updates.ts';
import { expectAccessible, expectNoOverflow } from './drop-folders.ts';
import { expect, takePictures, test as base } from './window.ts';

const start: UpdatesView = {
  source: 'here',
  version: '0.1.0',
  step: { kind: 'up-to-date' },
  release: null,
  lookedAt: null,
};
const release = {
  version: '0.2.0',
  notes: `Masks are drawn <b>faster</b>.\n\n${'A long line that says what else is new. '.repeat(40)}`,
  at: Date.UTC(2026, 10, 20),
};

/** A host that fetches new versions, which only an installed app is: all else is the page's own studio. */
class UpdatingHost {
  view = start;
  isBusy = false;
  readonly asked: string[] = [];
  #tell: (frame: AnswerFrame) => void = () => {};

  async routeTo(page: Page): Promise<void> {
    await page.routeWebSocket(/./, (socket) => {
      const studio = socket.connectToServer();
      this.#tell = (frame) => socket.send(JSON.stringify(frame));
      socket.onMessage((message) => {
        const frame = JSON.parse(String(message)) as RequestFrame;
        if (frame.kind !== 'ask' || !frame.channel.startsWith('updates.')) {
          studio.send(message);
          return;
        }
        const outcome = this.#answer(frame.channel, frame.input);
        this.#tell({ kind: 'answer', id: frame.id, outcome });
      });
    });
  }
  turnTo(view: Partial<UpdatesView>): void {
    this.view = { ...this.view, ...view };
    this.#tell({ kind: 'event', name: 'changed', data: { parts: ['updates'], jobs: [] } });
  }
  #answer(channel: string, input: unknown): Outcome<unknown> {
    if (channel === 'updates.state') return { ok: true, value: this.view };
    this.asked.push(channel);
    const { evenWhileBusy } = input as { evenWhileBusy?: boolean };
    if (channel === 'updates.install' && this.isBusy && evenWhileBusy !== true) {
      return {
        ok: false,
        problem: { code: 'update-jobs-running', message: 'Photos are worked on.' },
      };
    }
    return { ok: true, value: channel === 'updates.install' ? null : this.view };
  }
}

const test = base.extend<{ updating: UpdatingHost }>({
  updating: async ({ page }, use) => {
    const updating = new UpdatingHost();
    await updating.routeTo(page);
    await use(updating);
  },
});

test('a new version is told in the strip and in the settings, and a restart asks while photos run', async ({
  updating,
  window,
}) => {
  await window.getByRole('link', { name: 'Settings' }).click();
  const room = window
    .getByRole('region', { name: 'Updates', exact: true })
    .filter({ has: window.getByRole('heading') });
  await expect(room).toContainText('Darkslide is up to date.');
  updating.turnTo({ step: { kind: 'available' }, release, lookedAt: Date.now() });
  await room.getByRole('button', { name: 'Fetch it' }).click();
  updating.turnTo({ step: { kind: 'downloading', share: 0.42 } });
  await expect(room).toContainText('Fetching version 0.2.0: 42%');
  await expect(room.getByRole('button', { name: 'Check now' })).toBeDisabled();

  updating.turnTo({ step: { kind: 'ready' } });
  await window.getByRole('link', { name: 'Version 0.2.0 is ready' }).click();
  await expect(room).toBeFocused();
  // what a release says of itself is text
  await expect(room).toContainText('Masks are drawn <b>faster</b>.');
  await expectAccessible(window);
  await expectNoOverflow(window);
  await takePictures(window, 'updates-ready');

  updating.isBusy = true;
  await room.getByRole('button', { name: 'Restart now' }).click();
  const question = window.getByRole('alertdialog');
  await expect(question).toContainText('What is paid for comes to a safe end first');
  await takePictures(window, 'updates-busy');
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(updating.asked).toEqual(['updates.download', 'updates.install']);
  await room.getByRole('button', { name: 'Restart now' }).click();
  await question.getByRole('button', { name: 'Restart all the same' }).click();
  await expect.poll(() => updating.asked.slice(2)).toEqual(['updates.install', 'updates.install']);

  updating.turnTo({
    step: { kind: 'failed', problem: { code: 'update-foreign', message: 'It is not signed.' } },
    release: null,
  });
  await expect(room).toContainText('It is not signed.');
  await room.getByRole('radio', { name: 'Never' }).click();
  await expect(room).toContainText('Darkslide does not look for new versions.');
  await expect(room.getByRole('button', { name: 'Check now' })).toBeDisabled();
  await takePictures(window, 'updates-off');
});
