import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import type { Texts } from './texts.ts';

/** The actions of our own menu items. */
export interface MenuActions {
  go(hash: string): void;
  pause(): void;
  resume(): void;
  showDataFolder(): void;
}

/** Sets the application menu in the platform's usual layout. */
export function setMenu(
  { menu }: Texts,
  {
    isMac,
    isPackaged,
    isPaused,
  }: { readonly isMac: boolean; readonly isPackaged: boolean; readonly isPaused: boolean },
  actions: MenuActions,
): void {
  const settings: MenuItemConstructorOptions = {
    id: 'settings',
    label: menu.settings,
    accelerator: 'CmdOrCtrl+,',
    click: () => actions.go('#/settings'),
  };
  const work: MenuItemConstructorOptions = isPaused
    ? { id: 'resume', label: menu.resume, click: () => actions.resume() }
    : { id: 'pause', label: menu.pause, click: () => actions.pause() };

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
      label: menu.file,
      submenu: [
        work,
        { id: 'data-folder', label: menu.dataFolder, click: () => actions.showDataFolder() },
        { type: 'separator' },
        ...(isMac ? [] : [settings, { type: 'separator' } as const]),
        { role: 'close' },
        ...(isMac ? [] : [{ role: 'quit' } as const]),
      ],
    },
    { label: menu.edit, role: 'editMenu' },
    {
      label: menu.view,
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
      label: menu.go,
      submenu: [
        { id: 'folders', label: menu.hotFolders, click: () => actions.go('#/folders') },
        { id: 'retouch', label: menu.retouch, click: () => actions.go('#/retouch') },
        { id: 'queue', label: menu.queue, click: () => actions.go('#/queue') },
      ],
    },
    { label: menu.window, role: 'windowMenu' },
    {
      label: menu.help,
      role: 'help',
      submenu: isMac ? [] : [{ role: 'about' }],
    },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
