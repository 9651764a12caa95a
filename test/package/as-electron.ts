import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';

/**
 * Loaded before a built main script, so that plain Node runs the script as Electron would: `electron` is the
 * fake of the tests, and the process exits together with the app.
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

/** Prints the properties of the open window, and quits. */
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
