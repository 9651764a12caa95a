import { failure } from '#shared/failure.ts';
import { causeText, success, type Outcome } from '#shared/problem.ts';
import type { Demo, DemoOptions } from '../../demo/types.ts';

/**
 * `demo-service`: runs only the demo service, in a folder, until aborted; `onStart` receives the
 * service's address and key. Problems: those of `holdFolder`, usage if the port is taken.
 */
export async function serveDemoAlone(
  options: DemoOptions,
  onStart: (demo: Pick<Demo, 'url' | 'key'>) => void,
  signal: AbortSignal,
): Promise<Outcome<null>> {
  const [{ holdFolder }, { startDemo }] = await Promise.all([
    import('../../adapters/ledger/open.ts'),
    import('../../demo/demo.ts'),
  ]);
  const lock = holdFolder(options.folder);
  if (!lock.ok) return lock;
  try {
    const demo = await startDemo(options);
    onStart(demo);
    await new Promise((resolve) => {
      if (signal.aborted) resolve(undefined);
      else signal.addEventListener('abort', resolve, { once: true });
    });
    await demo.close();
    return success(null);
  } catch (error) {
    if ((error as { code?: string }).code !== 'EADDRINUSE') throw error;
    const { port } = options;
    return failure('usage.port-taken', { port: port ?? 0 }, { detail: causeText(error) });
  } finally {
    lock.value.release();
  }
}
