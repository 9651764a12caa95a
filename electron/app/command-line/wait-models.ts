import type { CommandInput, CommandResult } from '#shared/contract/command-line-channels.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { Service } from '../../adapters/service/types.ts';
import { waitForCustomModels } from '../custom-models/wait.ts';
import type { CommandPlace } from './place.ts';
import type { Talk } from './talk.ts';

/**
 * `models wait` and `scenes wait`: waits until each model or scene is complete or failed. Problem:
 * service-unauthorised.
 */
export function waitModelsCommand(
  place: CommandPlace,
  request: CommandInput<'wait-models'>,
  talk: Talk,
  signal: AbortSignal,
): Promise<Outcome<CommandResult<'wait-models'>>> {
  return place.withTools(({ service }) => waitAt(service, request, talk, signal));
}

async function waitAt(
  service: Service,
  request: CommandInput<'wait-models'>,
  { tell }: Talk,
  signal: AbortSignal,
): Promise<Outcome<CommandResult<'wait-models'>>> {
  let areAllReady = true;
  const of = request.kind;
  const left = await waitForCustomModels(
    service,
    request,
    {
      ended({ id, told, problem }) {
        if (problem !== null) areAllReady = false;
        tell({ kind: 'model-ended', of, id, told, problem });
      },
      away: (problem) => tell({ kind: 'waiting', problem }),
      waiting: (count) => tell({ kind: 'models-preparing', count }),
    },
    signal,
  );
  if (!left.ok) return left;
  const views = left.value.map(({ id, told, problem }) => ({ id, told, problem }));
  return success({ left: views, areAllReady: areAllReady && views.length === 0 });
}
