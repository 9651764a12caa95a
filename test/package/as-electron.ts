import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';

/**
 * Loaded before a built main script, so that plain Node runs it as Electron would: `electron` is the tests' fake, and
 * the process exits with the app.
 */
const electron = new URL('../desktop/electron/electron.ts', import.meta.url);

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: electron.href, shortCircuit: true }
      : next(specifier, context),
});

const { app, BrowserWindow, protocol, Tray } = await import('../desktop/electron/electron.ts');
app.once('stand-in:exit', () => process.exit(app.exitStatus ?? 0));

app.once('web-contents-created', () => setImmediate(() => void tell()));

/** Prints what the window was opened with, and quits. */
async function tell(): Promise<void> {
  const page = await protocol.ask('darkslide://app/');
  const found = {
    page: page?.status,
    preload: existsSync(String(BrowserWindow.all[0]?.options.webPreferences['preload'])),
    tray: Tray.all[0]?.image.isEmpty() === false,
  };
  process.stdout.write(`${JSON.stringify(found)}\n`);
  app.quit();
}
