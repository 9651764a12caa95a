import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import type { Texts } from './texts.ts';

/** The actions of Darkslide's own menu items. */
export interface MenuActions {
  go(hash: string): void;
  pause(): void;
  resume(): void;
  showDataFolder(): void;
}

/** Sets the application menu in the platform's usual layout. */
export function setMenu(
  texts: Texts,
  {
    isMac,
    isPackaged,
    isPaused,
  }: { readonly isMac: boolean; readonly isPackaged: boolean; readonly isPaused: boolean },
  actions: MenuActions,
): void {
  const settings: MenuItemConstructorOptions = {
    id: 'settings',
    label: texts('menu.settings'),
    accelerator: 'CmdOrCtrl+,',
    click: () => actions.go('#/settings'),
  };
  const work: MenuItemConstructorOptions = isPaused
    ? { id: 'resume', label: texts('menu.resume'), click: () => actions.resume() }
    : { id: 'pause', label: texts('menu.pause'), click: () => actions.pause() };

  const template: MenuItemConstructorOptions[] = [
    ...(isMac
      ? [
          {
            label: app.name,
            submenu: [
              { role: 'about' },
              { type: 'separator' },
              settings,
              { type: 'separator' },
              { role: 'services' },
              { type: 'separator' },
              { role: 'hide' },
              { role: 'hideOthers' },
              { role: 'unhide' },
              { type: 'separator' },
              { role: 'quit' },
            ],
          } satisfies MenuItemConstructorOptions,
        ]
      : []),
    {
      label: texts('menu.file'),
      submenu: [
        work,
        {
          id: 'data-folder',
          label: texts('menu.dataFolder'),
          click: () => actions.showDataFolder(),
        },
        { type: 'separator' },
        ...(isMac ? [] : [settings, { type: 'separator' } as const]),
        { role: 'close' },
        ...(isMac ? [] : [{ role: 'quit' } as const]),
      ],
    },
    { label: texts('menu.edit'), role: 'editMenu' },
    {
      label: texts('menu.view'),
      submenu: [
        ...(isPackaged
          ? []
          : [
              { role: 'reload' } as const,
              { role: 'toggleDevTools' } as const,
              { type: 'separator' } as const,
            ]),
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
      ],
    },
    {
      label: texts('menu.go'),
      submenu: [
        { id: 'folders', label: texts('menu.hotFolders'), click: () => actions.go('#/folders') },
        { id: 'retouch', label: texts('menu.retouch'), click: () => actions.go('#/retouch') },
        { id: 'queue', label: texts('menu.queue'), click: () => actions.go('#/queue') },
      ],
    },
    { label: texts('menu.window'), role: 'windowMenu' },
    {
      label: texts('menu.help'),
      role: 'help',
      submenu: isMac ? [] : [{ role: 'about' }],
    },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
