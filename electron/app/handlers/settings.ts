import { isAbsolute } from 'node:path';
import { failure, success, type Outcome } from '#shared/problem.ts';
import type { Recipe } from '#shared/recipe.ts';
import type { LeftOut, Settings } from '#shared/views/settings.ts';
import { systemClock } from '../../base/clock.ts';
import { whyNotOffered } from '../../adapters/settings/callback.ts';
import { checkServiceUrl } from '../../adapters/settings/service-address.ts';
import type { PreferenceChanges } from '../../adapters/settings/preferences.ts';
import { testConnection } from './connection-test.ts';
import { limitsOf, type Desk } from './desk.ts';
import type { HandlersOf } from './handlers-of.ts';
import { imagePaths, type CheckReach } from './reach.ts';
import { exportSettings, planImport, type ImportPlan } from './settings-file.ts';

/** The room Settings. A key comes in and never goes out. */
export function settingsHandlers(desk: Desk, reach: CheckReach): HandlersOf<'settings'> {
  const settings = (): Settings => ({
    preferences: desk.preferences.read(),
    revision: desk.preferences.revision(),
    service: desk.service(),
    hasProxyPassword: desk.way.hasPassword(),
    dataFolder: desk.dataFolder,
    managed: desk.preferences.managed(),
  });
  const after = (done: Outcome<void>): Outcome<Settings> => (done.ok ? success(settings()) : done);

  /** The way to the service is open, or another one now: what waited for it tries at once. */
  const tryService = async (): Promise<void> => {
    const ready = await desk.ready();
    if (ready.ok) await ready.value.tryAgain('service');
  };

  const isInUse = async (url: string, key: string | null): Promise<boolean> =>
    url === desk.service().url && key === (await desk.keyFor(url));

  const change = async (preferences: PreferenceChanges): Promise<Outcome<void>> => {
    const allowed = await desk.access.settings(preferences, desk.preferences.read());
    if (!allowed.ok) return allowed;
    const refused = desk.preferences.whyNot(preferences);
    if (refused !== null) return { ok: false, problem: refused };
    const { network, callback } = preferences;
    const { url } = desk.service();
    const isForService = callback !== undefined && url !== null;
    const misfit = isForService ? whyNotOffered(callback.publicUrl, url) : null;
    if (misfit !== null) return { ok: false, problem: misfit };
    if (network !== undefined) {
      const changed = await desk.way.change(network, null);
      if (!changed.ok) return changed;
      await tryService();
    }
    const changed = desk.preferences.change(allowed.value);
    if (!changed.ok) return changed;
    await desk.studio().limit(limitsOf(desk.preferences));
    desk.studio().writeMarks();
    if (callback !== undefined) await desk.studio().callback.set(callback);
    return changed;
  };

  return {
    'settings.get': () => success(settings()),
    'settings.change': async ({ preferences }) => {
      const { outFolder } = preferences;
      if (typeof outFolder === 'string' && !isAbsolute(outFolder)) return notWhole();
      return after(await change(preferences));
    },
    'settings.export': async () => {
      const studio = await desk.ready();
      if (!studio.ok) return studio;
      const recipes = studio.value.ledger.savedRecipes.all().map(({ recipe }) => recipe);
      return success(exportSettings(desk.preferences.chosen(), desk.service().url, recipes));
    },
    'settings.import': async ({ text }) => {
      const studio = await desk.ready();
      if (!studio.ok) return studio;
      const { savedRecipes } = studio.value.ledger;
      const { preferences, access } = desk;
      const serviceUrl = desk.service().url;
      const plan = await planImport(text, {
        preferences,
        access,
        reach,
        serviceUrl,
        recipes: savedRecipes,
      });
      if (!plan.ok) return plan;
      const { taken } = plan.value;
      const { recipes, left } = await reachable(plan.value, reach);
      const changed = await change(plan.value.preferences);
      if (!changed.ok) return changed;
      studio.value.ledger.transaction(() => recipes.forEach((recipe) => savedRecipes.add(recipe)));
      return success({
        settings: settings(),
        preferences: taken.length,
        recipes: recipes.length,
        taken,
        added: recipes.map(({ name }) => name),
        left,
      });
    },
    'settings.network': async ({ network, password }) => {
      const changed = await desk.way.change(network, password);
      if (changed.ok) await tryService();
      return after(changed);
    },
    'settings.system-proxy': async () => success(await desk.way.systemProxy(desk.service().url)),
    'settings.test': async ({ url, key }, signal) => {
      // a person has seen to the network: a password may be tried again
      desk.way.network.renew();
      if (key !== null) desk.log.hide(key);
      const address = checkServiceUrl(url);
      const kept = address.ok && key === null ? await desk.keyFor(address.value) : key;
      const { network } = desk.way;
      const parts = { clock: systemClock, random: Math.random, network };
      const tested = await testConnection({ url, key: kept ?? '' }, parts, signal);
      if (tested.isGood && address.ok && (await isInUse(address.value, kept))) await tryService();
      return success(tested);
    },
    'settings.connect': async ({ url, key }) => {
      if (key !== null) desk.log.hide(key);
      return after(await desk.connect(url, key));
    },
    'settings.disconnect': async () => after(await desk.disconnect()),
  };
}

/** Leaves out the recipes that name a file which a page must not name. */
async function reachable(
  { recipes, left }: Pick<ImportPlan, 'recipes' | 'left'>,
  reach: CheckReach,
): Promise<Pick<ImportPlan, 'recipes' | 'left'>> {
  const taken: Recipe[] = [];
  const more: LeftOut[] = [];
  for (const recipe of recipes) {
    const reached = await reach(imagePaths(recipe));
    if (reached.ok) taken.push(recipe);
    else
      more.push({
        kind: 'recipe',
        name: recipe.name,
        label: recipe.name,
        problem: reached.problem,
      });
  }
  return { recipes: taken, left: [...left, ...more] };
}

function notWhole(): Outcome<never> {
  return failure(
    'path-relative',
    'The output folder needs its whole path, from the disk or drive on. Nothing was changed.',
    { parameter: 'outFolder' },
  );
}
