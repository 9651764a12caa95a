import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { app } from './app.ts';

interface Item {
  readonly id?: string;
  readonly label?: string;
  readonly role?: string;
  readonly type?: string;
  readonly click?: () => void;
  readonly submenu?: Item[] | string;
}

export class Menu {
  static current: Menu | null = null;
  readonly items: readonly Item[];
  constructor(items: readonly Item[]) {
    this.items = items;
  }
  static buildFromTemplate(template: readonly Item[]): Menu {
    for (const item of template) {
      if (item.label === undefined && item.role === undefined && item.type !== 'separator') {
        throw new Error(
          'Invalid template for MenuItem: must have at least one of label, role or type',
        );
      }
      if (Array.isArray(item.submenu)) Menu.buildFromTemplate(item.submenu);
    }
    return new Menu(template);
  }
  static setApplicationMenu(menu: Menu | null): void {
    Menu.current = menu;
  }
  /** Returns the menu item with an id, at any level. */
  find(id: string): Item | undefined {
    const all = (items: readonly Item[]): Item[] =>
      items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? all(item.submenu) : [])]);
    return all(this.items).find((item) => item.id === id);
  }
}

/** Size of the grey picture that stands for the thumbnail of every file. */
const SIZE = { width: 120, height: 160 };
export const nativeImage = {
  createFromPath: (path: string) => ({
    path,
    isEmpty: () => !existsSync(path),
    getSize: () => SIZE,
    toBitmap: () => Buffer.alloc(SIZE.width * SIZE.height * 4, 100),
  }),
  createFromBitmap(bitmap: Buffer, { width, height }: { width: number; height: number }) {
    if (bitmap.length !== width * height * 4) throw new Error('invalid buffer size');
    return { path: null, bitmap, isEmpty: () => bitmap.length === 0 };
  },
};

export class Tray extends EventEmitter {
  static readonly all: Tray[] = [];
  readonly image: { isEmpty(): boolean };
  toolTip = '';
  menu: Menu | null = null;
  isDestroyed = false;
  constructor(image: { isEmpty(): boolean }) {
    super();
    if (!app.isReady()) throw new Error('Cannot create Tray before app is ready');
    this.image = image;
    Tray.all.push(this);
  }
  setToolTip(text: string): void {
    this.toolTip = text;
  }
  setContextMenu(menu: Menu): void {
    this.menu = menu;
  }
  destroy(): void {
    this.isDestroyed = true;
  }
}

interface NotificationOptions {
  readonly title: string;
  readonly body: string;
  readonly actions: readonly { readonly type: string; readonly text: string }[];
}

export class Notification extends EventEmitter {
  static readonly shown: Notification[] = [];
  static isSupported(): boolean {
    return true;
  }
  readonly options: NotificationOptions;
  constructor(options: NotificationOptions) {
    super();
    this.options = options;
  }
  show(): void {
    Notification.shown.push(this);
  }
}

const blockers = new Map<number, string>();
let lastBlocker = 0;
export const powerSaveBlocker = {
  start(type: string): number {
    lastBlocker += 1;
    blockers.set(lastBlocker, type);
    return lastBlocker;
  },
  stop: (id: number) => blockers.delete(id),
  isStarted: (id: number) => blockers.has(id),
  /** Returns the blockers that currently keep the computer awake. */
  running: () => [...blockers.values()],
};

export const screen = {
  displays: [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
  getAllDisplays: () => screen.displays,
};

/** The user's answers to dialogs, and the dialogs that were shown. */
export const person = {
  answer: 0,
  folder: null as string | null,
  asked: [] as {
    readonly message: string;
    readonly detail?: string;
    readonly buttons?: readonly string[];
  }[],
  errors: [] as string[],
  revealed: [] as string[],
};

export const dialog = {
  showErrorBox: (_title: string, content: string) => void person.errors.push(content),
  showMessageBox(options: { message: string; detail?: string; buttons?: readonly string[] }) {
    person.asked.push(options);
    return Promise.resolve({ response: person.answer, checkboxChecked: false });
  },
  showOpenDialog: () =>
    Promise.resolve(
      person.folder === null
        ? { canceled: true, filePaths: [] }
        : { canceled: false, filePaths: [person.folder] },
    ),
};

export const shell = {
  showItemInFolder: (path: string) => void person.revealed.push(path),
  openPath: (path: string) => {
    person.revealed.push(path);
    return Promise.resolve('');
  },
};

/** The system's keychain; `basic_text` is the fallback on Linux. */
export const keychain = {
  backend: 'gnome_libsecret',
  isThere: true,
  allowsPlain: false,
  /** Secret of the keychain. A keychain with another secret cannot decrypt what this one has encrypted. */
  secret: 'a',
};

export const safeStorage = {
  getSelectedStorageBackend: () => (app.isReady() ? keychain.backend : 'unknown'),
  setUsePlainTextEncryption(use: boolean): void {
    keychain.allowsPlain = use;
  },
  isAsyncEncryptionAvailable: () =>
    Promise.resolve(
      keychain.isThere && (keychain.backend !== 'basic_text' || keychain.allowsPlain),
    ),
  async encryptStringAsync(text: string): Promise<Buffer> {
    if (!(await safeStorage.isAsyncEncryptionAvailable()))
      throw new Error('Encryption is not available.');
    return Buffer.from(`${keychain.secret}${Buffer.from(text).toString('hex')}`);
  },
  async decryptStringAsync(sealed: Buffer) {
    if (!(await safeStorage.isAsyncEncryptionAvailable()))
      throw new Error('Decryption is not available.');
    const text = sealed.toString();
    if (!text.startsWith(keychain.secret))
      throw new Error('Error while decrypting the ciphertext.');
    return { shouldReEncrypt: false, result: Buffer.from(text.slice(1), 'hex').toString() };
  },
};
