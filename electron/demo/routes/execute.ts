/** The operation execute (interface: "Task operations (all agents)"). */
import { checkWire, imagesPerExecution, isWebAddress } from '#shared/agents/index.ts';
import type { AgentVersion } from '#shared/agents/index.ts';
import { join } from 'node:path';
import type { DemoContext } from '../context.ts';
import type { TaskRow } from '../store.ts';
import { hexId } from '../chance.ts';
import { grant, refuse, refuseAll } from '../envelope.ts';
import type { Reply } from '../envelope.ts';
import { agentOf, findTask } from '../executions.ts';
import { checkIds, checkMask } from '../check-params.ts';
import type { StoredPicture } from '../pictures.ts';
import { planExecution } from '../schedule.ts';
import { listedOnly, objectOf, post, textOf } from './route.ts';
import type { Body, Route } from './route.ts';
import { writeDemoFile } from '../whole-file.ts';

/** An execution that has passed all checks but has not been added to the database yet. */
interface NewExecution {
  readonly task: TaskRow;
  readonly agent: AgentVersion;
  readonly given: Body;
  /** The photo; undefined if the service does not store it. */
  readonly photo: StoredPicture | undefined;
  readonly callbackUrl: string | undefined;
}

async function execute(demo: DemoContext, body: Body): Promise<Reply> {
  const task = findTask(demo, textOf(body, 'taskId') ?? '');
  if (task === undefined) return refuse('There is no task with this taskId.', 4046);
  const given = objectOf(body, 'params');
  if (given === undefined) return refuse('params is required.');
  const callbackUrl = body['callbackUrl'];
  if (
    callbackUrl !== undefined &&
    !(typeof callbackUrl === 'string' && isWebAddress(callbackUrl))
  ) {
    return refuse('callbackUrl must be a complete address starting with http:// or https://.');
  }
  const agent = agentOf(task);
  const photo = await photoOf(demo, task);
  const judged = await judge(demo, agent, given, photo);
  if (!judged.ok) return judged;
  const mask = await keepMask(demo, given);
  return grant({ executionId: insert(demo, { task, agent, given, photo, callbackUrl }, mask) });
}

/** Returns the photo of a task; undefined if the service does not store it. */
async function photoOf(
  { pictures }: DemoContext,
  task: TaskRow,
): Promise<StoredPicture | undefined> {
  const init = JSON.parse(task.initParams) as { originalImage: string };
  const found = await pictures.find(init.originalImage);
  return found.kind === 'held' ? found.picture : undefined;
}

async function judge(
  demo: DemoContext,
  agent: AgentVersion,
  given: Body,
  photo: StoredPicture | undefined,
): Promise<Reply<void>> {
  const problems = checkWire(agent, given, {
    photoWidth: photo?.width,
    photoHeight: photo?.height,
  });
  if (problems.length > 0) return refuseAll(problems);
  const ids = checkIds(demo, agent, given);
  if (!ids.ok) return ids;
  const mask = textOf(given, 'customMask');
  if (mask !== undefined) return checkMask(Buffer.from(mask, 'base64'), photo);
  const address = textOf(given, 'customMaskUrl');
  const found = address === undefined ? undefined : await demo.pictures.find(address);
  if (found?.kind === 'missing') return refuse('There is no mask at customMaskUrl.', 4041);
  return found?.kind === 'held' ? checkMask(found.picture.file, photo) : grant(undefined);
}

/** Stores the mask of a request and returns its file name; null if the request has no mask. */
async function keepMask({ pictures }: DemoContext, given: Body): Promise<string | null> {
  const mask = textOf(given, 'customMask');
  if (mask === undefined) return null;
  const file = `${hexId('mask', mask)}.png`;
  await writeDemoFile(join(pictures.folders.masks, file), Buffer.from(mask, 'base64'));
  return file;
}

function insert(
  demo: DemoContext,
  { task, agent, given, photo, callbackUrl }: NewExecution,
  mask: string | null,
): string {
  const { store, settings, renders, callbacks } = demo;
  // Answers do not include the mask: 20 executions with masks of 10 MB each would make an answer
  // too large.
  const { customMask: _, ...params } = listedOnly(agent.params, given);
  const images = imagesPerExecution(agent, given);
  const ordinal = store.nextOrdinal('executions');
  const executionId = store.newId('executions');
  const acceptedAt = demo.now();
  const plan = planExecution({ ordinal, acceptedAt, images, segments: agent.segments }, settings);
  store.insert('executions', {
    executionId,
    taskId: task.taskId,
    params: JSON.stringify({ ...params, batchCount: images }),
    mask,
    plan: JSON.stringify(plan),
    photoSha256: photo?.sha256 ?? null,
    callbackUrl: callbackUrl ?? null,
    arrivedAt: acceptedAt,
  });
  renders.begin(executionId);
  callbacks.begin(executionId);
  return executionId;
}

export function executeRoutes(demo: DemoContext): Route[] {
  return [post('execute', '/agent/task/execute', ({ body }) => execute(demo, body))];
}
