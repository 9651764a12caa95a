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

/** Prints what happens while custom models or scenes are made or waited for. */
export function printModelEvent(out: Output, event: ModelEvent): void {
  switch (event.kind) {
    case 'looking':
      return out.progress(`Looking at ${event.path}`);
    case 'photo-looked':
      return out.result(photoLine(event.photo), photoText(event.photo));
    case 'creation-continues': {
      const named = event.name === null ? '' : `, "${event.name}"`;
      return out.say(
        `Going on with creation ${event.creationId}${named}, which was begun with these photos before. None is made twice; --again makes another one.`,
      );
    }
    case 'creation-progress':
      return out.progress(progressText(event.state, event.sent));
    case 'model-created': {
      const { of, model, isAwaited } = event;
      const rest = isAwaited
        ? ''
        : ` darkslide ${wordsOf(of).command} wait ${model.id} waits until it can be used.`;
      return out.result(
        withId(of, model.id, customModelLine(model)),
        `The ${of} ${model.id} is created and is being made ready.${rest}`,
      );
    }
    case 'model-preparing':
      return out.progress(`The ${event.of} ${event.id} is being made ready`);
    case 'model-ended':
      return printAwaited(out, event.of, event);
    case 'models-preparing':
      return out.progress(`${event.count} being made ready`);
  }
}

function progressText(state: CreationView['state'], sent: number): string {
  if (state === 'sending') return 'The service is asked to make it';
  if (state === 'doubt') return 'The account is looked through';
  return `Uploading, ${Math.floor(sent * 100)} %`;
}

/** Prints one that was waited for. */
export function printAwaited(
  out: Output,
  kind: CustomModelKind,
  { id, told, problem }: AwaitedModelView,
): void {
  const line =
    told === null ? { ...unknownLine, error: errorOf(problem) } : customModelLine(told, problem);
  const text =
    problem === null
      ? `The ${kind} ${id} (${line.name}) is complete: --set ${customModelFacts[kind].parameter}=${id}`
      : `${id}, ${problem.code}: ${problem.message}`;
  out.result(withId(kind, id, line), text);
}
