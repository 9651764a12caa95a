import { customModelFacts, type CustomModelKind } from '#shared/custom-models.ts';
import type { AwaitedModelView, CommandEvent, CreationView } from '#shared/views/command-line.ts';
import type { Output } from '../output.ts';
import {
  errorOf,
  customModelLine,
  photoLine,
  photoText,
  unknownLine,
  withId,
  wordsOf,
} from './lines.ts';

const kinds = [
  'looking',
  'photo-looked',
  'creation-continues',
  'creation-progress',
  'model-created',
  'model-preparing',
  'model-ended',
  'models-preparing',
] as const satisfies readonly CommandEvent['kind'][];

type ModelEvent = Extract<CommandEvent, { kind: (typeof kinds)[number] }>;

export function isModelEvent(event: CommandEvent): event is ModelEvent {
  return (kinds as readonly string[]).includes(event.kind);
}

/** Prints an event of creating or waiting for custom models or scenes. */
export function printModelEvent(out: Output, event: ModelEvent): void {
  switch (event.kind) {
    case 'looking':
      return out.progress(`Checking ${event.path}`);
    case 'photo-looked':
      return out.result(photoLine(event.photo), photoText(event.photo));
    case 'creation-continues': {
      const named = event.name === null ? '' : `, "${event.name}"`;
      return out.say(
        `Continuing creation ${event.creationId}${named}, which was started with these photos. Use --again to create another.`,
      );
    }
    case 'creation-progress':
      return out.progress(progressText(event.state, event.sent));
    case 'model-created': {
      const { of, model, isAwaited } = event;
      const rest = isAwaited
        ? ''
        : ` Run darkslide ${wordsOf(of).command} wait ${model.id} to wait until it is ready.`;
      return out.result(
        withId(of, model.id, customModelLine(model)),
        `The ${of} ${model.id} is created; the service is preparing it.${rest}`,
      );
    }
    case 'model-preparing':
      return out.progress(`The service is preparing the ${event.of} ${event.id}`);
    case 'model-ended':
      return printAwaited(out, event.of, event);
    case 'models-preparing':
      return out.progress(`Preparing ${event.count}`);
  }
}

function progressText(state: CreationView['state'], sent: number): string {
  if (state === 'sending') return 'Sending the request';
  if (state === 'doubt') return 'Searching the account';
  return `Uploading, ${Math.floor(sent * 100)} %`;
}

/** Prints a model or scene after waiting for it. */
export function printAwaited(
  out: Output,
  kind: CustomModelKind,
  { id, told, problem }: AwaitedModelView,
): void {
  const line =
    told === null ? { ...unknownLine, error: errorOf(problem) } : customModelLine(told, problem);
  const text =
    problem === null
      ? `The ${kind} ${id} (${line.name}) is ready: --set ${customModelFacts[kind].parameter}=${id}`
      : `${id}, ${problem.code}: ${problem.message}`;
  out.result(withId(kind, id, line), text);
}
