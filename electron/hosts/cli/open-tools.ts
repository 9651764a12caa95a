import { success, type Outcome } from '#shared/problem.ts';
import type { Tools } from '../../studio-tools.ts';
import { dataFolderOf, serviceOf, waysOutOf, type Context } from './context.ts';
import { sayService } from './open-studio.ts';
import type { Opened } from './operate.ts';

/**
 * Opens the parts that need no ledger, which only the demo service locks. Problems: those of the service's
 * address and key, and of `openTools`.
 */
export async function openToolsHere(context: Context): Promise<Outcome<Opened<Tools>>> {
  const service = serviceOf(context);
  if (!service.ok) return service;
  const { openTools } = await import('../../studio-tools.ts');
  const opened = await openTools({
    dataFolder: dataFolderOf(context),
    service: service.value,
    ...waysOutOf(context),
    access: context.start.access,
  });
  if (!opened.ok) return opened;
  sayService(context, opened.value);
  return success({ parts: opened.value, close: opened.value.close });
}
