import { chromium } from '@playwright/test';
import { existsSync } from 'node:fs';

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

/**
 * The browser the tests run in: the one that DARKSLIDE_CHROMIUM names, Playwright's own, the system's,
 * or the one that a package carries.
 */
export async function findBrowser(): Promise<string> {
  const named = process.env['DARKSLIDE_CHROMIUM'];
  if (named !== undefined && named !== '') return named;
  const there = [chromium.executablePath(), ...usualPlaces].find((path) => existsSync(path));
  if (there !== undefined) return there;
  const { default: carried } = await import('@sparticuz/chromium');
  return carried.executablePath();
}
