import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';

/** Creates an event that a listener can cancel, like the events of Electron. */
export function refusable<T extends object>(more: T) {
  let defaultPrevented = false;
  return {
    ...more,
    preventDefault() {
      defaultPrevented = true;
    },
    get defaultPrevented() {
      return defaultPrevented;
    },
  };
}

/** The calls to all modules of the Electron fake that tests check, in order. */
export const told: string[] = [];

declare global {
  // oxlint-disable-next-line no-var, vars-on-top -- global declarations require `var`
  var standInLocks: Map<string, (handed: unknown) => void> | undefined;
}

/**
 * Single-instance locks by user data folder, each with the listener for the next instance. They belong to the
 * computer, so they must survive when a test loads this module again as a second program.
 */
const locks = (globalThis.standInLocks ??= new Map());

class App extends EventEmitter {
  name = 'Electron';
  isPackaged = false;
  badge = 0;
  /** Command-line switches, as Chromium reads them. */
  readonly switches = new Set<string>();
  readonly commandLine = { hasSwitch: (name: string) => this.switches.has(name) };
  languages = ['en-GB'];
  exitStatus: number | null = null;
  isSandboxed = false;
  #isReady = false;
  #paths = new Map<string, string>();

  getVersion(): string {
    return '0.0.0';
  }
  setName(name: string): void {
    this.name = name;
  }
  setAppUserModelId(): void {
    // has no effect that tests check
  }
  setPath(name: string, path: string): void {
    if (!existsSync(path)) throw new Error(`Path does not exist: ${path}`);
    this.#paths.set(name, path);
  }
  getPath(name: string): string {
    return this.#paths.get(name) ?? '';
  }
  getLocale(): string {
    return this.languages[0] ?? '';
  }
  getPreferredSystemLanguages(): string[] {
    return this.languages;
  }
  requestSingleInstanceLock(handed?: object): boolean {
    told.push('lock');
    const key = this.getPath('userData');
    const holder = locks.get(key);
    if (holder !== undefined) {
      holder(structuredClone(handed));
      return false;
    }
    locks.set(key, (theirs: unknown) =>
      this.emit('second-instance', refusable({}), [], '', theirs),
    );
    return true;
  }
  disableHardwareAcceleration(): void {
    if (this.#isReady)
      throw new Error('app.disableHardwareAcceleration() can only be called before app is ready');
  }
  releaseSingleInstanceLock(): void {
    locks.delete(this.getPath('userData'));
  }
  /** The login item of the system; if `isStubborn` is set, the system silently ignores changes. */
  readonly loginItem = { isOn: false, isStubborn: false, args: [] as readonly string[] };
  setLoginItemSettings(settings: { openAtLogin: boolean; args?: readonly string[] }): void {
    if (this.loginItem.isStubborn) return;
    Object.assign(this.loginItem, { isOn: settings.openAtLogin, args: settings.args ?? [] });
  }
  getLoginItemSettings(asked: { args?: readonly string[] } = {}) {
    const isSame = (asked.args ?? []).join() === this.loginItem.args.join();
    return {
      openAtLogin: this.loginItem.isOn && isSame,
      executableWillLaunchAtLogin: this.loginItem.isOn,
      wasOpenedAtLogin: false,
    };
  }
  enableSandbox(): void {
    if (this.#isReady)
      throw new Error('app.enableSandbox() can only be called before app is ready');
    this.isSandboxed = true;
  }
  isReady(): boolean {
    return this.#isReady;
  }
  /**
   * Simulates a server that requests a client certificate. Returns the certificate that the app sends. Like
   * Electron, sends the first certificate if no listener chooses one.
   */
  showsCertificate(): object | undefined {
    let shown: object | undefined = { subjectName: 'the first one' };
    const event = refusable({});
    const certificates = [shown];
    this.emit(
      'select-client-certificate',
      event,
      null,
      'https://evil.example/',
      certificates,
      (chosen?: object) => {
        shown = chosen;
      },
    );
    return shown;
  }
  async whenReady(): Promise<void> {
    await setImmediate();
    if (!this.#isReady) told.push('ready');
    this.#isReady = true;
  }
  setBadgeCount(count: number): boolean {
    this.badge = count;
    return true;
  }
  quit(): void {
    const event = refusable({});
    this.emit('before-quit', event);
    if (!event.defaultPrevented) this.exit(0);
  }
  exit(status: number): void {
    if (this.exitStatus !== null) return;
    this.exitStatus = status;
    locks.delete(this.getPath('userData'));
    this.emit('stand-in:exit');
  }
}

export const app = new App();
