import { registerHooks } from 'node:module';

/**
 * Loaded before a built main script, so that plain Node runs it as Electron would: `electron` is the
 * stand-in of the tests, and the process ends with the app.
 */
const electron = new URL('../desktop/electron/electron.ts', import.meta.url);

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: electron.href, shortCircuit: true }
      : next(specifier, context),
});

const { app } = await import('../desktop/electron/electron.ts');
app.once('stand-in:exit', () => process.exit(app.exitStatus ?? 0));
