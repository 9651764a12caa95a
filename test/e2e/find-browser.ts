import { chromium } from '@playwright/test';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where systems keep a Chromium, the likeliest first. */
const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
  String.raw`C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe`,
];

/** ms in which a browser that runs at all says its version. */
const VERSION_WITHIN = 20_000;

/**
 * The browser that is measured: the one that DARKSLIDE_CHROMIUM names, Playwright's own, the system's,
 * or the one that a package carries.
 */
export async function findBrowser(): Promise<string> {
  const there = named() ?? usualPlaces.find((path) => existsSync(path));
  return there ?? (await carried());
}

/**
 * The browser that specs run in. Before the system's comes the one that a package carries, where it
 * runs: it is the same engine without the window of a browser, which a whole one draws around every
 * page though nobody sees it. That halves what a page costs.
 */
export async function findShell(): Promise<string> {
  const there = named();
  if (there !== null) return there;
  const shell = process.platform === 'linux' && process.arch === 'x64' ? await carried() : null;
  return shell !== null && (await doesRun(shell)) ? shell : findBrowser();
}

/** The one that the environment names, or Playwright's own. */
function named(): string | null {
  const path = process.env['DARKSLIDE_CHROMIUM'];
  if (path !== undefined && path !== '') return path;
  const own = chromium.executablePath();
  return existsSync(own) ? own : null;
}

async function carried(): Promise<string> {
  const { default: inPackage } = await import('@sparticuz/chromium');
  return inPackage.executablePath();
}

/** It needs a library of the system's, and one that was not unpacked to its end lies there as well. */
async function doesRun(path: string): Promise<boolean> {
  return run(path, ['--version'], { timeout: VERSION_WITHIN }).then(
    () => true,
    () => false,
  );
}
