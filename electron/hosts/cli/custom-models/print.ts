import { customModelFacts, type CustomModelKind } from '#shared/custom-models.ts';
import type { AwaitedModelView, CommandEvent, CreationView } from '#shared/views/command-line.ts';
import type { Output } from '../output.ts';
import type { Speech, Texts } from '../speech.ts';
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

/** Prints an event that occurs while custom models or scenes are created or waited for. */
export function printModelEvent(out: Output, speech: Speech, event: ModelEvent): void {
  const { t } = speech;
  switch (event.kind) {
    case 'looking':
      return out.progress(t('photo.checking', { path: event.path }));
    case 'photo-looked':
      return out.result(photoLine(event.photo), photoText(t, event.photo));
    case 'creation-continues': {
      const { creationId: id, name } = event;
      return out.say(t('creation.continues', { id, named: name !== null, name: name ?? '' }));
    }
    case 'creation-progress':
      return out.progress(progressText(t, event.state, event.sent));
    case 'model-created': {
      const { of: kind, model, isAwaited } = event;
      const { id } = model;
      return out.result(
        withId(kind, id, customModelLine(model)),
        isAwaited
          ? t('model.created', { kind, id })
          : t('model.createdWait', { kind, id, command: wordsOf(kind).command }),
      );
    }
    case 'model-preparing':
      return out.progress(t('model.preparing', { kind: event.of, id: event.id }));
    case 'model-ended':
      return printAwaited(out, speech, event.of, event);
    case 'models-preparing':
      return out.progress(t('model.preparingCount', { count: event.count }));
  }
}

function progressText(t: Texts, state: CreationView['state'], sent: number): string {
  if (state === 'sending') return t('creation.sendingNow');
  if (state === 'doubt') return t('creation.searching');
  return t('creation.uploading', { percent: Math.floor(sent * 100) });
}

/** Prints a model or scene when waiting for it has ended. */
export function printAwaited(
  out: Output,
  { t, told: say }: Speech,
  kind: CustomModelKind,
  { id, told, problem }: AwaitedModelView,
): void {
  const line =
    told === null ? { ...unknownLine, error: errorOf(problem) } : customModelLine(told, problem);
  const { parameter } = customModelFacts[kind];
  const text =
    problem === null
      ? t('model.ready', { kind, id, name: line.name, parameter })
      : t('models.problem', { id, code: problem.code, message: say(problem) });
  out.result(withId(kind, id, line), text);
}
