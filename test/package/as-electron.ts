import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';

/**
 * Lets plain Node run a built main script as Electron would: tests load this file before the script. It
 * replaces `electron` by the tests' fake, and ends the process when the app quits.
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
