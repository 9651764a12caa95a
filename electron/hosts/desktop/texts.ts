import { languageFor } from '#shared/language.ts';
import type { Preferences } from '#shared/views/settings.ts';

/** What the desktop says outside of the page: in menus, the tray, notifications and dialogs. */
export interface Texts {
  readonly menu: {
    readonly file: string;
    readonly edit: string;
    readonly view: string;
    readonly go: string;
    readonly window: string;
    readonly help: string;
    readonly settings: string;
    readonly dropFolders: string;
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
  /** The window was closed and work goes on. */
  readonly stillRunning: { readonly title: string; readonly body: string };
  /** A new version is ready, and photos are worked on, when Darkslide is to end. */
  readonly update: {
    readonly message: (version: string) => string;
    readonly detail: string;
    readonly later: string;
    readonly install: string;
  };
  /** What was asked for when Darkslide ran already. */
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
  /** Said instead of a start. */
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
    dropFolders: 'Drop folders',
    retouch: 'Retouch',
    queue: 'Queue',
    pause: 'Pause all',
    resume: 'Resume all',
    dataFolder: 'Show the data folder',
  },
  tray: {
    open: 'Open Darkslide',
    quit: 'Quit Darkslide',
    idle: 'Nothing to do',
    paused: 'Paused',
    busy: (running, waiting) =>
      `${count('en', running, 'photo', 'photos')} running, ${waiting.toLocaleString('en')} waiting`,
    needYou: (n) => count('en', n, 'photo needs you', 'photos need you'),
  },
  batch: {
    title: 'Darkslide',
    ended: (done, failed) =>
      failed === 0
        ? `${count('en', done, 'photo is', 'photos are')} done.`
        : `${count('en', done, 'photo is', 'photos are')} done, ${failed.toLocaleString('en')} failed.`,
    needsYou: 'Work waits for you.',
  },
  stillRunning: {
    title: 'Darkslide goes on working',
    body: 'Find it in the tray, or start it again to see the window. Settings can change that.',
  },
  update: {
    message: (version) => `Install Darkslide ${version} now?`,
    detail:
      'Photos are being worked on. What is paid for comes to a safe end first, and the rest goes on when Darkslide is started again.',
    later: 'Quit without installing',
    install: 'Install and quit',
  },
  notDone: (options) => ({
    message: 'Darkslide is running already, so this was not done:',
    detail: `${options}\n\nQuit Darkslide first, then start it with that.`,
  }),
  notOpened: (n) =>
    n === 1
      ? 'This is no photo or recipe that Darkslide can open:'
      : `${n.toLocaleString('en')} files are no photos or recipes that Darkslide can open:`,
  recipeTaken: {
    message: (name) => `There is another recipe "${name}" already.`,
    detail: 'Drop folders that run it run the new one for photos from now on, if it is replaced.',
    replace: 'Replace it',
    both: 'Keep both',
    neither: 'Cancel',
  },
  scrambled: {
    message: 'This system has no keychain for the API key.',
    detail:
      'On disk it would only be scrambled, and any program you run could read it. Otherwise it is forgotten when Darkslide ends.',
    forNow: 'Keep it until Darkslide ends',
    onDisk: 'Keep it on disk',
  },
  weakening: (found) =>
    `Darkslide does not start with ${found}, which would weaken what protects your photos and your key. Start it without; proxies and certificates are set in Settings, Network.`,
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
    dropFolders: 'Überwachte Ordner',
    retouch: 'Retusche',
    queue: 'Warteschlange',
    pause: 'Alle pausieren',
    resume: 'Alle fortsetzen',
    dataFolder: 'Datenordner zeigen',
  },
  tray: {
    open: 'Darkslide öffnen',
    quit: 'Darkslide beenden',
    idle: 'Nichts zu tun',
    paused: 'Pausiert',
    busy: (running, waiting) =>
      `${count('de', running, 'Foto', 'Fotos')} in Arbeit, ${waiting.toLocaleString('de')} wartend`,
    needYou: (n) => count('de', n, 'Foto wartet auf Antwort', 'Fotos warten auf Antwort'),
  },
  batch: {
    title: 'Darkslide',
    ended: (done, failed) =>
      failed === 0
        ? `${count('de', done, 'Foto ist', 'Fotos sind')} fertig.`
        : `${count('de', done, 'Foto ist', 'Fotos sind')} fertig, ${failed.toLocaleString('de')} fehlgeschlagen.`,
    needsYou: 'Arbeit wartet auf Antwort.',
  },
  stillRunning: {
    title: 'Darkslide arbeitet weiter',
    body: 'Es ist in der Leiste zu finden; ein neuer Start zeigt das Fenster. Die Einstellungen können das ändern.',
  },
  update: {
    message: (version) => `Darkslide ${version} jetzt installieren?`,
    detail:
      'Fotos sind in Arbeit. Was bezahlt ist, kommt erst sicher zu Ende; das Übrige geht weiter, wenn Darkslide wieder gestartet wird.',
    later: 'Ohne Installation beenden',
    install: 'Installieren und beenden',
  },
  notDone: (options) => ({
    message: 'Darkslide läuft schon, deshalb wurde dies nicht getan:',
    detail: `${options}\n\nDarkslide erst beenden, dann damit starten.`,
  }),
  notOpened: (n) =>
    n === 1
      ? 'Dies ist kein Foto oder Rezept, das Darkslide öffnen kann:'
      : `${n.toLocaleString('de')} Dateien sind keine Fotos oder Rezepte, die Darkslide öffnen kann:`,
  recipeTaken: {
    message: (name) => `Ein anderes Rezept „${name}“ gibt es schon.`,
    detail:
      'Wird es ersetzt, verwenden überwachte Ordner mit diesem Rezept für Fotos von jetzt an das neue.',
    replace: 'Ersetzen',
    both: 'Beide behalten',
    neither: 'Abbrechen',
  },
  scrambled: {
    message: 'Dieses System hat keinen Schlüsselbund für den API-Schlüssel.',
    detail:
      'Auf der Festplatte wäre er nur verschleiert, und jedes eigene Programm könnte ihn lesen. Sonst wird er vergessen, wenn Darkslide endet.',
    forNow: 'Behalten, bis Darkslide endet',
    onDisk: 'Auf der Festplatte behalten',
  },
  weakening: (found) =>
    `Mit ${found} startet Darkslide nicht: Das würde schwächen, was Ihre Fotos und Ihren Schlüssel schützt. Ohne starten; Proxys und Zertifikate stehen unter Einstellungen, Netzwerk.`,
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
    dropFolders: '投放文件夹',
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
    needYou: (n) => `${n} 张需要您处理`,
  },
  batch: {
    title: 'Darkslide',
    ended: (done, failed) =>
      failed === 0 ? `${done} 张照片已完成。` : `${done} 张照片已完成，${failed} 张失败。`,
    needsYou: '有工作在等您处理。',
  },
  stillRunning: {
    title: 'Darkslide 仍在工作',
    body: '可在托盘中找到它，或再次启动以显示窗口。可在设置中更改。',
  },
  update: {
    message: (version) => `现在安装 Darkslide ${version} 吗？`,
    detail: '有照片正在处理。已付费的会先安全完成，其余的在下次启动 Darkslide 后继续。',
    later: '退出但不安装',
    install: '安装并退出',
  },
  notDone: (options) => ({
    message: 'Darkslide 已在运行，因此未执行：',
    detail: `${options}\n\n请先退出 Darkslide，再以此方式启动。`,
  }),
  notOpened: (n) =>
    n === 1
      ? '这不是 Darkslide 能打开的照片或配方：'
      : `${n} 个文件不是 Darkslide 能打开的照片或配方：`,
  recipeTaken: {
    message: (name) => `已有另一个名为“${name}”的配方。`,
    detail: '若替换，使用它的投放文件夹今后将对新照片使用新的配方。',
    replace: '替换',
    both: '两个都保留',
    neither: '取消',
  },
  scrambled: {
    message: '此系统没有可存放 API 密钥的钥匙串。',
    detail: '存到磁盘上时只会被简单混淆，您运行的任何程序都能读取。否则 Darkslide 退出时会忘记它。',
    forNow: '保留到 Darkslide 退出',
    onDisk: '存到磁盘上',
  },
  weakening: (found) =>
    `Darkslide 不会带着 ${found} 启动：它会削弱对照片和密钥的保护。请去掉它再启动；代理和证书可在“设置”的“网络”中设置。`,
};

/** The texts in the language a person chose, or that of the system. */
export function textsIn(language: Preferences['language'], system: readonly string[]): Texts {
  return { en, de, 'zh-CN': zh }[languageFor(language, system[0] ?? 'en')];
}
