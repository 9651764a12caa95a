import * as v from 'valibot';
import { allSchemaOf, schemaOf } from '../setting.ts';
import { exportSettings } from '../views/export.ts';
import {
  networkSettings,
  settings,
  type ConnectionTest,
  type LogEntry,
  type Settings,
  type SettingsImport,
  type SystemProxy,
} from '../views/settings.ts';
import { command, query } from './channel.ts';
import { between, none, PAGE, text } from './schemas.ts';

/** Maximum characters of a settings file. */
const LONGEST_FILE = 1_000_000;

export const exportOptions = schemaOf(exportSettings);
const network = schemaOf(networkSettings);
const preferences = v.partial(allSchemaOf(settings));

/** Channels of the Settings view, with the log and the diagnostics for support. */
export const settingsChannels = {
  'settings.get': query(none).returns<Settings>(),
  'settings.change': command(v.strictObject({ preferences })).returns<Settings>(),
  /** Tests the connection; if `key` is null, uses the saved key. */
  'settings.test': command(
    v.strictObject({ url: text, key: v.nullable(text) }),
  ).returns<ConnectionTest>(),
  /** Connects to this service; the demo service's jobs stay in the demo's own ledger. */
  'settings.connect': command(
    v.strictObject({ url: text, key: v.nullable(text) }),
  ).returns<Settings>(),
  /**
   * `password` is for the proxy that the user entered, or for the system proxy that was shown; null keeps the saved
   * password, an empty text deletes it.
   */
  'settings.network': command(
    v.strictObject({
      network,
      password: v.nullable(v.strictObject({ text, systemProxy: v.nullable(text) })),
    }),
  ).returns<Settings>(),
  /**
   * Returns the system proxy that last requested a user name and password, or otherwise the one used for the service.
   */
  'settings.system-proxy': query(none).returns<SystemProxy>(),
  'settings.disconnect': command(none).returns<Settings>(),
  /** Returns the chosen settings, the service URL and the saved recipes as the text of a file, without keys. */
  'settings.export': query(none).returns<string>(),
  'settings.import': command(
    v.strictObject({ text: v.pipe(v.string(), v.maxLength(LONGEST_FILE)) }),
  ).returns<SettingsImport>(),
  'log.page': query(
    v.strictObject({ least: v.picklist(['info', 'warn', 'error']), limit: between(1, PAGE) }),
  ).returns<readonly LogEntry[]>(),
  /** Returns text for support: versions, settings, counts and log, without keys and private paths. */
  'diagnostics.get': query(none).returns<string>(),
} as const;
