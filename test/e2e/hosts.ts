import { _electron, expect, test, type Page } from '@playwright/test';
import { fileURLToPath } from 'node:url';
import { findElectron } from '#electron/hosts/browser/desktop-app.ts';
import { startProgram } from '../browser/program.ts';
import { inherited } from '../fixtures/environment.ts';
import type { SharedHost, SharedProgram } from './shared-host.ts';

/** A running Darkslide with the test's own data folder. */
export interface Studio {
  readonly dataFolder: string;
  /** Returns an address that signs in the first page that opens it, and no other. */
  address(): string;
  /** Stops Darkslide with a signal; SIGKILL simulates a crash. The page stays open. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Starts Darkslide again in the same data folder. After that, the page must open the new address. */
  start(): Promise<void>;
}

/** Additional arguments and environment variables. */
export interface StartWith {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The host of the window: a browser page or the desktop app. */
export interface Carrier {
  readonly studio: Studio;
  /** Shows the window. If the host is a browser, uses its page. */
  show(page: Page): Promise<Page>;
  end(): Promise<void>;
}

/** Starts a page host in the process that all tests of a worker share. */
export async function carryTogether(
  dataFolder: string,
  { args, env }: StartWith,
  host: SharedHost,
): Promise<Carrier> {
  let program: SharedProgram | null = null;
  const start = async () => {
    program = host.start(['--browser', '--no-open', '--data', dataFolder, ...args], env, null);
    await program.ready();
  };
  const stop = async () => {
    if (program === null) return;
    const { status, stderr } = await program.stop();
    program = null;
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  };
  const address = () => program?.address() ?? '';
  await start();
  return {
    studio: {
      dataFolder,
      address,
      start,
      async stop(signal) {
        if (signal !== 'SIGKILL') return stop();
        program = null;
        await host.kill();
      },
    },
    show: (page) => showAt(page, address()),
    end: stop,
  };
}

/**
 * Starts a page host in its own process, as `npm start -- --browser` does. The page host starts its demo
 * service in another process.
 */
export async function carryAlone(dataFolder: string, { args, env }: StartWith): Promise<Carrier> {
  let program = startProgram(['--browser', '--data', dataFolder, ...args], env);
  await program.ready();
  return {
    studio: {
      dataFolder,
      address: () => program.address(),
      async start() {
        program = startProgram(['--browser', '--data', dataFolder, ...args], env);
        await program.ready();
      },
      async stop(signal) {
        await program.stop(signal);
      },
    },
    show: (page) => showAt(page, program.address()),
    async end() {
      await program.stop('SIGKILL');
    },
  };
}

async function showAt(page: Page, address: string): Promise<Page> {
  await page.goto(address);
  return page;
}

const main = fileURLToPath(new URL('../../electron/hosts/desktop/main.ts', import.meta.url));
const ONLY_IN_BROWSER = 'addresses and restarts are tried in the browser';

/** Starts the desktop app; skips the test if Electron's binary is missing. */
export async function carryInDesktop(
  dataFolder: string,
  { args, env }: StartWith,
): Promise<Carrier> {
  const binary = findElectron(process.env);
  test.skip(binary === null, "Electron's binary is not here");
  const app = await _electron.launch({
    executablePath: binary ?? '',
    args: [main, '--data', dataFolder, ...args],
    env: { ...inherited(), ...env },
  });
  const notHere = (): never => {
    test.skip(true, ONLY_IN_BROWSER);
    throw new Error(ONLY_IN_BROWSER);
  };
  return {
    studio: {
      dataFolder,
      address: notHere,
      stop: () => Promise.resolve().then(notHere),
      start: () => Promise.resolve().then(notHere),
    },
    show: async () => {
      const window = await app.firstWindow();
      await expect(window).toHaveTitle('Darkslide');
      return window;
    },
    async end() {
      await app.close();
    },
  };
}
