import * as v from 'valibot';
import { allSchemaOf, schemaOf } from '../setting.ts';
import { longestSettingsFile } from '../settings-file.ts';
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
  /** Connects to this service. Jobs of the demo service are not moved; they stay in the demo's ledger. */
  'settings.connect': command(
    v.strictObject({ url: text, key: v.nullable(text) }),
  ).returns<Settings>(),
  /**
   * Saves the network settings. `password` belongs to the proxy whose URL the user entered or, with `systemProxy`, to
   * that system proxy. If `password` is null, the saved password stays; an empty text deletes the saved password.
   */
  'settings.network': command(
    v.strictObject({
      network,
      password: v.nullable(v.strictObject({ text, systemProxy: v.nullable(text) })),
    }),
  ).returns<Settings>(),
  /**
   * Returns the system proxy that last requested a user name and password. If none has done so, returns the system
   * proxy for the service's URL.
   */
  'settings.system-proxy': query(none).returns<SystemProxy>(),
  'settings.disconnect': command(none).returns<Settings>(),
  /** Returns the chosen settings, the service URL and the saved recipes as the text of a file, without keys. */
  'settings.export': query(none).returns<string>(),
  'settings.import': command(
    v.strictObject({ text: v.pipe(v.string(), v.maxLength(longestSettingsFile)) }),
  ).returns<SettingsImport>(),
  'log.page': query(
    v.strictObject({ least: v.picklist(['info', 'warn', 'error']), limit: between(1, PAGE) }),
  ).returns<readonly LogEntry[]>(),
  /** Returns text for support: versions, settings, counts and log, without keys and private paths. */
  'diagnostics.get': query(none).returns<string>(),
} as const;
