import type { Tools } from '../../studio-tools.ts';
import { dataFolderOf, serviceOf, waysOutOf, type Context } from './context.ts';
import type { ExitStatus } from './exit.ts';
import { refuse } from './refuse.ts';
import { sayService } from './session.ts';

/** Opens the parts that need no ledger, runs `work` with them and closes them whatever comes of it. */
export async function withTools(
  context: Context,
  work: (tools: Tools) => Promise<ExitStatus>,
): Promise<ExitStatus> {
  const service = serviceOf(context);
  if (!service.ok) return refuse(context, service.problem);
  const { openTools } = await import('../../studio-tools.ts');
  const opened = await openTools({
    dataFolder: dataFolderOf(context),
    service: service.value,
    ...waysOutOf(context),
    access: context.start.access,
  });
  if (!opened.ok) return refuse(context, opened.problem);
  try {
    sayService(context, opened.value);
    return await work(opened.value);
  } finally {
    await opened.value.close();
  }
}
