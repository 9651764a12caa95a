import { languageFor } from '#shared/language.ts';
import type { Preferences } from '#shared/views/settings.ts';

/** Texts of the desktop app outside the page: menus, tray, notifications and dialogs. */
export interface Texts {
  readonly menu: {
    readonly file: string;
    readonly edit: string;
    readonly view: string;
    readonly go: string;
    readonly window: string;
    readonly help: string;
    readonly settings: string;
    readonly hotFolders: string;
    readonly retouch: string;
    readonly queue: string;
    readonly pause: string;
    readonly resume: string;
    readonly dataFolder: string;
  };
  readonly tray: {
    readonly open: string;
    readonly quit: string;
    readonly idle: string;
    readonly paused: string;
    readonly busy: (running: number, waiting: number) => string;
    readonly needYou: (count: number) => string;
  };
  readonly batch: {
    readonly title: string;
    readonly ended: (done: number, failed: number) => string;
    readonly needsYou: string;
  };
  /** Shown when the window is closed while Darkslide keeps running. */
  readonly stillRunning: { readonly title: string; readonly body: string };
  /** Asked on quit when a new version is ready and photos are being processed. */
  readonly update: {
    readonly message: (version: string) => string;
    readonly detail: string;
    readonly later: string;
    readonly install: string;
  };
  /** Shown when a second start has options that only the first start can apply. */
  readonly notDone: (options: string) => { readonly message: string; readonly detail: string };
  readonly notOpened: (count: number) => string;
  readonly recipeTaken: {
    readonly message: (name: string) => string;
    readonly detail: string;
    readonly replace: string;
    readonly both: string;
    readonly neither: string;
  };
  readonly scrambled: {
    readonly message: string;
    readonly detail: string;
    readonly forNow: string;
    readonly onDisk: string;
  };
  /** Shown instead of starting, for an option that weakens security. */
  readonly weakening: (found: string) => string;
}

const count = (language: string, n: number, one: string, many: string) =>
  `${n.toLocaleString(language)} ${n === 1 ? one : many}`;

const en: Texts = {
  menu: {
    file: 'File',
    edit: 'Edit',
    view: 'View',
    go: 'Go',
    window: 'Window',
    help: 'Help',
    settings: 'Settings…',
    hotFolders: 'Hot folders',
    retouch: 'Retouch',
    queue: 'Queue',
    pause: 'Pause all',
    resume: 'Resume all',
    dataFolder: 'Show data folder',
  },
  tray: {
    open: 'Open Darkslide',
    quit: 'Quit Darkslide',
    idle: 'Nothing to do',
    paused: 'Paused',
    busy: (running, waiting) =>
      `${count('en', running, 'photo', 'photos')} running, ${waiting.toLocaleString('en')} waiting`,
    needYou: (n) => count('en', n, 'photo needs attention', 'photos need attention'),
  },
  batch: {
    title: 'Darkslide',
    ended: (done, failed) =>
      failed === 0
        ? `${count('en', done, 'photo', 'photos')} done.`
        : `${count('en', done, 'photo', 'photos')} done, ${failed.toLocaleString('en')} failed.`,
    needsYou: 'Some photos need attention.',
  },
  stillRunning: {
    title: 'Darkslide is still running',
    body: 'Open it from the tray. You can turn this off in Settings.',
  },
  update: {
    message: (version) => `Install Darkslide ${version} now?`,
    detail:
      'Photos are being processed. Runs already paid for finish safely first; the rest continues when you start Darkslide again.',
    later: 'Quit without installing',
    install: 'Install and quit',
  },
  notDone: (options) => ({
    message: 'Darkslide is already running, so these options were ignored:',
    detail: `${options}\n\nTo use them, quit Darkslide and start it again.`,
  }),
  notOpened: (n) =>
    n === 1
      ? "Darkslide can't open this file:"
      : `Darkslide can't open ${n.toLocaleString('en')} files:`,
  recipeTaken: {
    message: (name) => `A recipe named "${name}" already exists.`,
    detail: 'If you replace it, hot folders that use it process new photos with the new recipe.',
    replace: 'Replace',
    both: 'Keep both',
    neither: 'Cancel',
  },
  scrambled: {
    message: 'This system has no keychain for the API key.',
    detail: 'Saved on disk, the key is only scrambled, and any program you run could read it.',
    forNow: 'Keep until Darkslide quits',
    onDisk: 'Save on disk',
  },
  weakening: (found) =>
    `Darkslide does not start with ${found}, because it weakens the protection of your photos and API key. Set proxies and certificates in Settings, Network.`,
};

const de: Texts = {
  menu: {
    file: 'Datei',
    edit: 'Bearbeiten',
    view: 'Darstellung',
    go: 'Gehe zu',
    window: 'Fenster',
    help: 'Hilfe',
    settings: 'Einstellungen…',
    hotFolders: 'Überwachte Ordner',
    retouch: 'Retusche',
    queue: 'Warteschlange',
    pause: 'Alle pausieren',
    resume: 'Alle fortsetzen',
    dataFolder: 'Datenordner anzeigen',
  },
  tray: {
    open: 'Darkslide öffnen',
    quit: 'Darkslide beenden',
    idle: 'Nichts zu tun',
    paused: 'Pausiert',
    busy: (running, waiting) =>
      `${count('de', running, 'Foto', 'Fotos')} in Arbeit, ${waiting.toLocaleString('de')} wartend`,
    needYou: (n) => count('de', n, 'Foto zu prüfen', 'Fotos zu prüfen'),
  },
  batch: {
    title: 'Darkslide',
    ended: (done, failed) =>
      failed === 0
        ? `${count('de', done, 'Foto', 'Fotos')} fertig.`
        : `${count('de', done, 'Foto', 'Fotos')} fertig, ${failed.toLocaleString('de')} fehlgeschlagen.`,
    needsYou: 'Einige Fotos sind zu prüfen.',
  },
  stillRunning: {
    title: 'Darkslide läuft weiter',
    body: 'Öffnen Sie es über den Infobereich. In den Einstellungen lässt sich das abschalten.',
  },
  update: {
    message: (version) => `Darkslide ${version} jetzt installieren?`,
    detail:
      'Fotos werden bearbeitet. Bezahlte Ausführungen werden erst sicher beendet; der Rest läuft beim nächsten Start weiter.',
    later: 'Ohne Installation beenden',
    install: 'Installieren und beenden',
  },
  notDone: (options) => ({
    message: 'Darkslide läuft bereits, daher wurden diese Optionen ignoriert:',
    detail: `${options}\n\nBeenden Sie Darkslide und starten Sie es damit neu.`,
  }),
  notOpened: (n) =>
    n === 1
      ? 'Darkslide kann diese Datei nicht öffnen:'
      : `Darkslide kann ${n.toLocaleString('de')} Dateien nicht öffnen:`,
  recipeTaken: {
    message: (name) => `Ein Rezept namens „${name}“ gibt es bereits.`,
    detail:
      'Beim Ersetzen bearbeiten überwachte Ordner, die es verwenden, neue Fotos mit dem neuen Rezept.',
    replace: 'Ersetzen',
    both: 'Beide behalten',
    neither: 'Abbrechen',
  },
  scrambled: {
    message: 'Dieses System hat keinen Schlüsselbund für den API-Schlüssel.',
    detail:
      'Auf der Festplatte wird er nur verschleiert, und jedes Ihrer Programme könnte ihn lesen.',
    forNow: 'Behalten bis zum Beenden',
    onDisk: 'Auf Festplatte sichern',
  },
  weakening: (found) =>
    `Mit ${found} startet Darkslide nicht, weil das den Schutz Ihrer Fotos und Ihres API-Schlüssels schwächt. Proxys und Zertifikate stellen Sie unter Einstellungen, Netzwerk ein.`,
};

const zh: Texts = {
  menu: {
    file: '文件',
    edit: '编辑',
    view: '显示',
    go: '前往',
    window: '窗口',
    help: '帮助',
    settings: '设置…',
    hotFolders: '监视文件夹',
    retouch: '修图',
    queue: '队列',
    pause: '全部暂停',
    resume: '全部继续',
    dataFolder: '显示数据文件夹',
  },
  tray: {
    open: '打开 Darkslide',
    quit: '退出 Darkslide',
    idle: '没有任务',
    paused: '已暂停',
    busy: (running, waiting) => `${running} 张正在处理，${waiting} 张等待中`,
    needYou: (n) => `${n} 张需要处理`,
  },
  batch: {
    title: 'Darkslide',
    ended: (done, failed) =>
      failed === 0 ? `${done} 张照片已完成。` : `${done} 张照片已完成，${failed} 张失败。`,
    needsYou: '有照片需要处理。',
  },
  stillRunning: {
    title: 'Darkslide 仍在运行',
    body: '可从托盘打开。可在设置中关闭此功能。',
  },
  update: {
    message: (version) => `现在安装 Darkslide ${version} 吗？`,
    detail: '有照片正在处理。已付费的运行会先安全完成，其余的在下次启动后继续。',
    later: '退出但不安装',
    install: '安装并退出',
  },
  notDone: (options) => ({
    message: 'Darkslide 已在运行，因此忽略了这些选项：',
    detail: `${options}\n\n要使用它们，请退出 Darkslide 后重新启动。`,
  }),
  notOpened: (n) => (n === 1 ? 'Darkslide 无法打开此文件：' : `Darkslide 无法打开 ${n} 个文件：`),
  recipeTaken: {
    message: (name) => `名为“${name}”的配方已存在。`,
    detail: '若替换，使用它的监视文件夹会用新配方处理新照片。',
    replace: '替换',
    both: '两个都保留',
    neither: '取消',
  },
  scrambled: {
    message: '此系统没有可存放 API 密钥的钥匙串。',
    detail: '保存到磁盘时只会简单混淆，您运行的任何程序都能读取。',
    forNow: '保留到 Darkslide 退出',
    onDisk: '保存到磁盘',
  },
  weakening: (found) =>
    `Darkslide 不能用 ${found} 启动，因为它会削弱对照片和 API 密钥的保护。请在“设置”的“网络”中设置代理和证书。`,
};

/** Returns the texts in the chosen language, or in that of the system. */
export function textsIn(language: Preferences['language'], system: readonly string[]): Texts {
  return { en, de, 'zh-CN': zh }[languageFor(language, system[0] ?? 'en')];
}
