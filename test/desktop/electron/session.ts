import { EventEmitter } from 'node:events';
import { app, refusable, told } from './app.ts';

type Answer<T> = (answer: T) => void;

/** A session that allows everything by default, like Electron's. */
class Session extends EventEmitter {
  #request: ((...args: never[]) => void) | null = null;
  #check: ((...args: never[]) => boolean) | null = null;
  #device: ((details: object) => boolean) | null = null;
  #display: ((request: object, answer: Answer<object | null>) => void) | null = null;
  #before: ((details: { url: string }, answer: Answer<{ cancel?: boolean }>) => void) | null = null;

  setPermissionRequestHandler(handler: (...args: never[]) => void): void {
    this.#request = handler;
  }
  setPermissionCheckHandler(handler: (...args: never[]) => boolean): void {
    this.#check = handler;
  }
  setDevicePermissionHandler(handler: (details: object) => boolean): void {
    this.#device = handler;
  }
  setDisplayMediaRequestHandler(
    handler: (request: object, answer: Answer<object | null>) => void,
  ): void {
    this.#display = handler;
  }
  #usb: ((details: { protectedClasses: string[] }) => string[]) | null = null;
  #pairing: ((details: object, answer: Answer<{ confirmed: boolean }>) => void) | null = null;
  hasSpellChecker = true;
  setUSBProtectedClassesHandler(
    handler: (details: { protectedClasses: string[] }) => string[],
  ): void {
    this.#usb = handler;
  }
  setBluetoothPairingHandler(
    handler: (details: object, answer: Answer<{ confirmed: boolean }>) => void,
  ): void {
    this.#pairing = handler;
  }
  setSpellCheckerEnabled(on: boolean): void {
    this.hasSpellChecker = on;
  }
  readonly webRequest = {
    onBeforeRequest: (
      handler: (details: { url: string }, answer: Answer<{ cancel?: boolean }>) => void,
    ): void => {
      this.#before = handler;
    },
  };

  /** The proxy settings of the system, and the addresses for which they were requested. */
  proxies = 'DIRECT';
  readonly askedForProxies: string[] = [];
  resolveProxy(url: string): Promise<string> {
    if (!app.isReady()) throw new Error('Session can only be received when app is ready');
    this.askedForProxies.push(url);
    return Promise.resolve(this.proxies);
  }

  /** Requests a permission as a page does; returns whether it was granted. */
  asks(permission: string, requestingUrl: string): boolean {
    let isGranted = this.#request === null;
    const handler = this.#request as
      | ((contents: object, permission: string, answer: Answer<boolean>, details: object) => void)
      | null;
    handler?.({}, permission, (answer) => (isGranted = answer), { requestingUrl });
    return isGranted;
  }
  checks(permission: string, origin: string): boolean {
    const handler = this.#check as
      ((contents: object, permission: string, origin: string, details: object) => boolean) | null;
    return handler?.({}, permission, origin, {}) ?? true;
  }
  givesDevice(): boolean {
    return this.#device?.({ deviceType: 'usb' }) ?? true;
  }
  /** Checks whether a page may use a protected USB device. */
  givesUsb(kind: string): boolean {
    return !(this.#usb?.({ protectedClasses: [kind] }) ?? []).includes(kind);
  }
  pairs(): boolean {
    let isPaired = true;
    this.#pairing?.({ pairingKind: 'confirm' }, ({ confirmed }) => (isPaired = confirmed));
    return isPaired;
  }
  givesScreen(): boolean {
    let given: object | null = {};
    this.#display?.({}, (streams) => (given = streams));
    return given !== null;
  }
  downloads(url: string): boolean {
    const event = refusable({});
    this.emit('will-download', event, { getURL: () => url });
    return !event.defaultPrevented;
  }
  loads(url: string): boolean {
    let isCancelled = false;
    this.#before?.({ url }, ({ cancel }) => (isCancelled = cancel === true));
    return !isCancelled;
  }
}

export const session = { defaultSession: new Session() };

type Handler = (request: Request) => Response | Promise<Response>;
const handlers = new Map<string, Handler>();

interface CustomScheme {
  readonly scheme: string;
  readonly privileges: Readonly<Record<string, boolean>>;
}

export const protocol = {
  privileged: [] as readonly CustomScheme[],
  registerSchemesAsPrivileged(schemes: readonly CustomScheme[]): void {
    if (app.isReady())
      throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    told.push('schemes');
    protocol.privileged = schemes;
  },
  handle(scheme: string, handler: Handler): void {
    if (!app.isReady()) throw new Error('protocol cannot be used before app is ready');
    told.push(`handle ${scheme}`);
    handlers.set(scheme, handler);
  },
  /**
   * Returns the response that a page of `initiatorOrigin` gets from an address; null if the address has no
   * handler or was blocked.
   */
  async ask(url: string, initiatorOrigin?: string): Promise<Response | null> {
    const handler = handlers.get(url.split(':')[0] ?? '');
    if (handler === undefined || !session.defaultSession.loads(url)) return null;
    return handler(
      Object.assign(new Request(url), initiatorOrigin === undefined ? {} : { initiatorOrigin }),
    );
  },
};
