import { chromium, type Browser } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNode } from '#electron/adapters/images/start-node.ts';
import { startDemo } from '#electron/demo/demo.ts';
import { startDemoProcess } from '#electron/demo/process.ts';
import type { Demo, DemoOptions } from '#electron/demo/types.ts';
import type { OpenLedger } from '#electron/adapters/ledger/open.ts';
import { startProgram } from '../browser/program.ts';
import { browserLaunch } from '../fixtures/browser.ts';
import { ledgerIn } from '../fixtures/new-ledger.ts';
import { valueOf } from '../fixtures/values.ts';

/** At the end of its block, closes everything that a benchmark has opened, in reverse order. */
type End = AsyncDisposableStack;

export async function newFolder(end: End, name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `darkslide-${name}-`));
  end.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Starts a separate browser, so that pages of other benchmarks do not affect the results. */
export async function launchBrowser(end: End): Promise<Browser> {
  const browser = await chromium.launch(await browserLaunch());
  end.defer(() => browser.close());
  return browser;
}

/** Opens the page host with a data folder. */
export async function openHost(
  end: End,
  data: string,
): Promise<{ readonly pid: number; readonly address: string }> {
  const program = startProgram(['--browser', '--data', data]);
  end.defer(async () => {
    await program.stop('SIGKILL');
  });
  return { pid: program.pid, address: await program.ready() };
}

/** Opens the demo service without image processing. */
export async function openDemo(end: End, options: Omit<DemoOptions, 'render'>): Promise<Demo> {
  const demo = await startDemo({ ...options, render: 'quick' });
  end.defer(() => demo.close());
  return demo;
}

/** The demo service in a separate process, as in the program, so that its work is not measured with Darkslide's. */
export interface DemoBeside {
  readonly url: string;
  readonly key: string;
  /** Ends the service, and returns how many executions it has booked. */
  booked(): Promise<number>;
}

/** Starts the demo service without image processing in a separate process. */
export async function openDemoBeside(
  end: End,
  given: Omit<DemoOptions, 'render'>,
): Promise<DemoBeside> {
  const options = { ...given, render: 'quick' } as const;
  const { url, key, close } = valueOf(await startDemoProcess(options, startNode));
  end.defer(close);
  const booked = async () => {
    await close();
    const reopened = await startDemo(options);
    const { length } = reopened.records().executions;
    await reopened.close();
    return length;
  };
  return { url, key, booked };
}

export function openLedger(end: End, folder: string): OpenLedger {
  const ledger = ledgerIn(folder);
  end.defer(() => ledger.close());
  return ledger;
}
