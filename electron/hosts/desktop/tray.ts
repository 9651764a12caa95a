import { Menu, nativeImage, Tray } from 'electron';
import { fileURLToPath } from 'node:url';
import type { Status } from '#shared/views/status.ts';
import type { Texts } from './texts.ts';

/** The tray icon: shows the state of the work and opens the window. */
export interface StatusTray {
  tell(status: Status, texts: Texts): void;
  close(): void;
}

const icon = (name: string) =>
  fileURLToPath(new URL(`../../../build-resources/icons/${name}.png`, import.meta.url));

export function createTray(
  isMac: boolean,
  actions: { readonly open: () => void; readonly quit: () => void },
): StatusTray {
  const image = nativeImage.createFromPath(icon(isMac ? 'trayTemplate' : 'tray'));
  const tray = new Tray(image);
  tray.on('click', () => actions.open());
  let told = '';

  return {
    tell(status, texts) {
      const lines = linesOf(status, texts);
      const text = lines.join('\n');
      // An update would close a menu that the user has opened.
      if (text === told) return;
      told = text;
      tray.setToolTip(`Darkslide\n${text}`);
      tray.setContextMenu(
        Menu.buildFromTemplate([
          ...lines.map((label) => ({ label, enabled: false })),
          { type: 'separator' },
          { label: texts('tray.open'), click: () => actions.open() },
          { label: texts('tray.quit'), click: () => actions.quit() },
        ]),
      );
    },
    close: () => tray.destroy(),
  };
}

function linesOf({ counts, needPerson, isPaused }: Status, texts: Texts): string[] {
  const { running, waiting } = counts;
  const work =
    running + waiting === 0 ? texts('tray.idle') : texts('tray.busy', { running, waiting });
  const attention = needPerson === 0 ? [] : [texts('tray.attention', { count: needPerson })];
  return [isPaused ? texts('tray.paused') : work, ...attention];
}
