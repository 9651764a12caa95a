import type { Browser, Page } from '@playwright/test';
import { startProgram } from '../browser/program.ts';
import {
  paged,
  scenes,
  startTemplateService,
  type TemplateService,
} from '../fixtures/template-service.ts';
import { onPage, signIn, type SignedIn } from './bare-page.ts';
import { launchBrowser, newFolder } from './opening.ts';
import { rowOf, type Row } from './row.ts';
import { median } from './times.ts';

const ROUNDS = 7;
/** Lengths of lists: the length of the service's real lists, and the longest length that is likely. */
const LISTS = [312, 5000];
const OPENER = '.template-open';
const FIRST = '[role=listbox] [data-index="0"] bdi';

/**
 * Measures the first page of a template list from the cache, with a service that does not respond: the time
 * from the click to the first name, and to all pictures on screen. The floor is a page that creates the same
 * number of elements without a service.
 */
export async function benchTemplates(): Promise<Row[]> {
  await using end = new AsyncDisposableStack();
  const browser = await launchBrowser(end);
  const rows: Row[] = [];
  for (const count of LISTS) rows.push(...(await benchList(browser, count)));
  return rows;
}

async function benchList(browser: Browser, count: number): Promise<Row[]> {
  await using end = new AsyncDisposableStack();
  const data = await newFolder(end, 'templates');
  const all = scenes(count);
  const honest = paged(
    () => service.origin,
    () => all,
  );
  const service: TemplateService = await startTemplateService((asked) =>
    asked.resourceType === 'fashionModels'
      ? { agentVersion: 'v1.0', fashionModels: [] }
      : honest(asked),
  );
  end.defer(() => service.close());
  await run(browser, service, data, ({ address, signedIn }) =>
    onPage(signedIn, async (page) => {
      await newRecipe(page, address, count);
      await page.click(OPENER);
      await page.waitForFunction(drawn, '[role=listbox] img');
    }),
  );
  // from here on, the service does not respond
  service.tell(() => new Promise<null>(() => {}));
  return await run(browser, service, data, async ({ address, signedIn }) => {
    const [names, pictures, floor]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      await onPage(signedIn, async (page) => {
        await newRecipe(page, address, count);
        const taken = await open(page);
        names.push(taken.names);
        pictures.push(taken.pictures);
      });
      floor.push(await onPage(browser, drawPlain));
    }
    const what = `templates: from cache to screen, ${count} scenes`;
    return [
      rowOf(`${what}, names`, median(names), median(floor), '< 150'),
      rowOf(`${what}, pictures`, median(pictures), median(floor)),
    ];
  });
}

async function run<T>(
  browser: Browser,
  service: TemplateService,
  data: string,
  work: (host: SignedIn) => Promise<T>,
): Promise<T> {
  const args = ['--browser', '--data', data, '--service', service.url];
  const program = startProgram(args, { DARKSLIDE_API_KEY: 'a-key' });
  try {
    return await work(await signIn(browser, await program.ready()));
  } finally {
    await program.stop('SIGTERM');
  }
}

async function newRecipe(page: Page, address: string, count: number): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: 'Recipes' }).click();
  const panel = page.getByRole('complementary', { name: 'Recipes' });
  await panel.getByRole('button', { name: 'New recipe' }).click();
  await page
    .locator(OPENER, { hasText: count.toLocaleString('en') })
    .first()
    .waitFor();
}

/** The types of the page's objects, for the functions below that run in the page. */
interface InPage {
  readonly document: {
    querySelector(selector: string): { click(): void } | null;
    querySelectorAll(selector: string): Iterable<{ complete: boolean; naturalWidth: number }>;
  };
  requestAnimationFrame(call: () => void): void;
}

function drawn(selector: string): boolean {
  const { document } = globalThis as unknown as InPage;
  const images = [...document.querySelectorAll(selector)];
  return images.length > 0 && images.every((image) => image.complete && image.naturalWidth > 0);
}

/**
 * Returns the milliseconds from the click until the first name is painted, and until the last visible picture
 * is painted.
 */
function open(page: Page): Promise<{ readonly names: number; readonly pictures: number }> {
  return page.evaluate(
    async ({ opener, first }) => {
      const { document, requestAnimationFrame } = globalThis as unknown as InPage;
      const painted = async (isThere: () => boolean) => {
        while (!isThere()) await new Promise<void>((next) => requestAnimationFrame(next));
        await new Promise((next) => setTimeout(next));
        return performance.now() - begun;
      };
      const begun = performance.now();
      document.querySelector(opener)?.click();
      const names = await painted(() => document.querySelector(first) !== null);
      const pictures = await painted(() => {
        const images = [...document.querySelectorAll('[role=listbox] img')];
        return images.length > 0 && images.every((one) => one.complete && one.naturalWidth > 0);
      });
      return { names, pictures };
    },
    { opener: OPENER, first: FIRST },
  );
}

/** Returns the milliseconds in which an otherwise empty page adds a box with twenty names and paints it. */
async function drawPlain(page: Page): Promise<number> {
  await page.setContent('<button>Open</button><div id="list"></div>');
  return page.evaluate(async () => {
    const { document, requestAnimationFrame } = globalThis as unknown as InPage & {
      readonly document: { getElementById(id: string): { innerHTML: string } };
    };
    const begun = performance.now();
    document.getElementById('list').innerHTML = '<p>Scene</p>'.repeat(20);
    await new Promise<void>((next) => requestAnimationFrame(next));
    await new Promise((next) => setTimeout(next));
    return performance.now() - begun;
  });
}
