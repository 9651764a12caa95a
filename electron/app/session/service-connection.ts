import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { Settings } from '#shared/views/settings.ts';
import { Semaphore } from '../../base/semaphore.ts';
import { demoFolder } from '../../adapters/settings/choices.ts';
import type { Environment } from '../../base/environment.ts';
import type { PermittedService, PreferenceStore } from '../../adapters/settings/preferences.ts';
import { environmentKey, type Secrets } from '../../adapters/settings/secrets.ts';
import { checkServiceKey, checkServiceUrl } from '../../adapters/settings/service-address.ts';
import type { Access } from '../access.ts';
import type { BackgroundWork } from './background-work.ts';
import { firstRecipes } from './first-recipes.ts';
import { startDemoWork } from './first-start.ts';
import type { EventLog } from './event-log.ts';
import type { CurrentStudio, LedgerPlace } from './current-studio.ts';

/** A checked address and its key. */
export interface NamedService {
  readonly url: string;
  readonly key: string;
}

interface ConnectionParts {
  readonly dataFolder: string;
  /** The service from the start options, which the user cannot change on screen; null if there is none. */
  readonly fixed: NamedService | null;
  readonly currentStudio: Pick<CurrentStudio, 'current' | 'turnTo' | 'reopen'>;
  readonly preferences: PreferenceStore;
  readonly access: Access;
  readonly secrets: Secrets;
  readonly env: Environment;
  readonly backgroundWork: BackgroundWork;
  readonly log: EventLog;
  /** Called when the studio has switched to another service, or could not be opened. */
  readonly onChange: () => void;
}

/** The studio's service, and the means to change it. */
export class ServiceConnection {
  readonly #parts: ConnectionParts;
  /** Allows only one change of the service at a time. */
  readonly #changes = new Semaphore(1);
  /** The only address for which the key from the environment may be used; null if there is none. */
  readonly #startedFor: string | null;
  /** The current address; null for the demo service. */
  #url: string | null;
  #keyIn: Settings['service']['key'] = 'none';
  #samples: Promise<unknown> = Promise.resolve();

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
    this.#url = parts.fixed?.url ?? addressIn(parts);
    this.#startedFor = this.#url;
  }

  /** Opens the studio with the last service used. Problems: those of `openStudio`. */
  open(): Promise<Outcome<void>> {
    return this.#turnTo(this.#url);
  }

  /** Resolves when a first start of the demo has added its photos and its hot folder, or was interrupted. */
  samplesAdded(): Promise<unknown> {
    return this.#samples;
  }

  state(): Settings['service'] {
    return { url: this.#url, key: this.#keyIn, isFixed: this.#parts.fixed !== null };
  }

  /** Returns the key for an address; see `keyFor` of the session. */
  async keyFor(url: string): Promise<string | null> {
    const { fixed, secrets, env, log } = this.#parts;
    const key =
      fixed?.url === url
        ? fixed.key
        : ((await secrets.read(url)) ?? (url === this.#startedFor ? environmentKey(env) : null));
    if (key !== null) log.hide(key);
    return key;
  }

  /** Switches to a service; see `connect` of the session. */
  async connect(url: string, key: string | null): Promise<Outcome<void>> {
    const { secrets } = this.#parts;
    const good = checkServiceUrl(url);
    if (!good.ok) return good;
    return this.#change(good.value, async () => {
      const usable = checkServiceKey(key ?? (await this.keyFor(good.value)) ?? '');
      if (!usable.ok) return usable;
      return key === null ? success() : secrets.keep(good.value, usable.value);
    });
  }

  /** Returns to the demo service. */
  disconnect(): Promise<Outcome<void>> {
    return this.#change(null, () => Promise.resolve(success()));
  }

  /** Runs `work` when no change of the service is in progress. */
  whenSettled<T>(work: () => Promise<T>): Promise<T> {
    return this.#changes.run(work);
  }

  /** Runs `work` on the ledger while the studio is closed; see `reopen` of the session. */
  reopen<T>(work: (place: LedgerPlace) => Promise<Outcome<T>>): Promise<Outcome<T>> {
    const { backgroundWork, currentStudio, onChange } = this.#parts;
    return this.#changes.run(async () => {
      await backgroundWork.end();
      const done = await currentStudio.reopen(work);
      onChange();
      await this.#prepareStudio();
      return done;
    });
  }

  async #change(
    url: string | null,
    prepare: () => Promise<Outcome<unknown>>,
  ): Promise<Outcome<void>> {
    const { access, fixed, preferences } = this.#parts;
    const allowed: Outcome<PermittedService> = access.service(url);
    if (!allowed.ok) return allowed;
    if (fixed !== null) return isFixed();
    return this.#changes.run(async () => {
      const prepared = await prepare();
      if (!prepared.ok) return prepared;
      const turned = await this.#turnTo(url);
      return turned.ok ? preferences.setServiceUrl(allowed.value) : turned;
    });
  }

  async #turnTo(url: string | null): Promise<Outcome<void>> {
    const { backgroundWork, currentStudio, log, onChange } = this.#parts;
    const key = url === null ? null : await this.keyFor(url);
    await backgroundWork.end();
    const turned = await currentStudio.turnTo(url === null ? null : { url, key });
    onChange();
    if (!turned.ok) return turned;
    this.#url = url;
    this.#keyIn = this.#whereKeyIs(key);
    await this.#prepareStudio();
    log.note('info', url === null ? 'Using the demo service.' : `Using ${url}.`);
    return turned;
  }

  async #prepareStudio(): Promise<void> {
    const { currentStudio, dataFolder, backgroundWork, log } = this.#parts;
    const now = currentStudio.current();
    if (!now.ok) return;
    if (this.#url !== null) {
      now.value.ledger.savedRecipes.addFirst(firstRecipes);
      return;
    }
    const started = await startDemoWork(now.value, demoFolder(dataFolder), backgroundWork);
    if (started.ok) this.#samples = started.value.added;
    else log.problem('warn', started.problem);
  }

  #whereKeyIs(key: string | null): Settings['service']['key'] {
    const { env, secrets } = this.#parts;
    if (key === null) return 'none';
    return key === environmentKey(env) ? 'environment' : secrets.keptIn;
  }
}

/** Returns the address in the settings if it is valid; the file may have been edited by hand. */
function addressIn({ preferences, log }: ConnectionParts): string | null {
  const written = preferences.serviceUrl();
  if (written === null) return null;
  const good = checkServiceUrl(written);
  if (good.ok) return good.value;
  log.problem('warn', good.problem);
  return null;
}

/**
 * Checks the address and key of a service. Problems: service-bad-url, service-key-missing,
 * service-key-invalid.
 */
export function checkService(service: NamedService): Outcome<NamedService> {
  const url = checkServiceUrl(service.url);
  if (!url.ok) return url;
  const key = checkServiceKey(service.key);
  return key.ok ? success({ url: url.value, key: key.value }) : key;
}

function isFixed(): Outcome<never> {
  return failure('service-fixed');
}
