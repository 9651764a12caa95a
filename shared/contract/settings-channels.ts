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

/** Characters of a file of settings. */
const LONGEST_FILE = 1_000_000;

export const exportOptions = schemaOf(exportSettings);
const network = schemaOf(networkSettings);
const preferences = v.partial(allSchemaOf(settings));

/** The room Settings, with the log and what is sent to support. */
export const settingsChannels = {
  'settings.get': query(none).returns<Settings>(),
  'settings.change': command(v.strictObject({ preferences })).returns<Settings>(),
  /** `key` null tests with the key that is kept. */
  'settings.test': command(
    v.strictObject({ url: text, key: v.nullable(text) }),
  ).returns<ConnectionTest>(),
  /** Works with this service from now on; jobs of the demo service stay in its own ledger. */
  'settings.connect': command(
    v.strictObject({ url: text, key: v.nullable(text) }),
  ).returns<Settings>(),
  /**
   * `password` for the proxy that is named by hand, or the one of the system's that was shown; null
   * leaves the one that is kept, '' forgets it.
   */
  'settings.network': command(
    v.strictObject({
      network,
      password: v.nullable(v.strictObject({ text, systemProxy: v.nullable(text) })),
    }),
  ).returns<Settings>(),
  /** The one that asked last for a name and password that it takes, else that on the way to the service. */
  'settings.system-proxy': query(none).returns<SystemProxy>(),
  'settings.disconnect': command(none).returns<Settings>(),
  /** What a person has chosen, the address of the service and the saved recipes, as a file's text; no key. */
  'settings.export': query(none).returns<string>(),
  'settings.import': command(
    v.strictObject({ text: v.pipe(v.string(), v.maxLength(LONGEST_FILE)) }),
  ).returns<SettingsImport>(),
  'log.page': query(
    v.strictObject({ least: v.picklist(['info', 'warn', 'error']), limit: between(1, PAGE) }),
  ).returns<readonly LogEntry[]>(),
  /** Text to send to support: versions, settings, counts and log, without keys and private paths. */
  'diagnostics.get': query(none).returns<string>(),
} as const;
