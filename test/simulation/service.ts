import type { Chance } from './chance.ts';
import { fine, photoOf, refused, type Arrival, type Reply } from './replies.ts';
import type { Roster } from './roster.ts';
import type { World } from './world.ts';

/** The service's record of one execution. It is the truth with which the ledger is compared. */
export interface ExecutionRecord {
  readonly id: string;
  readonly task: string;
  readonly photo: string;
  /**
   * Virtual times at which the request left the client, at which it was processed, and from which it is
   * listed, ms.
   */
  readonly sentAt: number;
  readonly bookedAt: number;
  readonly listedAt: number;
  readonly endsAt: number;
  /** Whether each of the images succeeds. */
  readonly images: readonly boolean[];
  /** Whether it exists only because the network duplicated the request, which the client could not know. */
  readonly isEcho: boolean;
}

export interface ModelService {
  /** Handles a request that has reached the service. */
  handle(request: Arrival): Reply;
  /** Returns the content at the address of a result; null if there is no response at the moment. */
  download(url: string): string | null;
  readonly records: readonly ExecutionRecord[];
  /** Content of the photo in every upload. */
  readonly uploads: ReadonlyMap<string, string>;
}

interface Psd {
  askedAt: number;
  isFailed: boolean;
}

/** The periods in which an account or a key does not work, chosen once per run. */
export interface Episodes {
  /** Virtual time from which only the new key is accepted, ms. */
  readonly keyRevokedAt: number;
  readonly emptyFrom: number;
  readonly emptyTo: number;
}

export const firstKey = 'key-one';
export const secondKey = 'key-two';

/** Creates the service. `post` sends a notification to an address and returns whether it was confirmed. */
export function createModelService(
  world: World,
  episodes: Episodes,
  roster: Roster,
  post: (url: string) => boolean,
): ModelService {
  const { time, chance } = world;
  const tasks = new Map<string, { readonly image: string; deleted: boolean }>();
  const records: ExecutionRecord[] = [];
  const ofTask = new Map<string, ExecutionRecord[]>();
  const uploads = new Map<string, string>();
  const psds = new Map<string, Psd>();

  const upload = (content: string | null): Reply => {
    if (content === null) return refused('there is no file');
    const photo = photoOf(content);
    const url = `https://files.example/${photo}.u${uploads.size + 1}`;
    uploads.set(url, content);
    return {
      status: 200,
      envelope: { success: true, code: '1001', msg: '', data: { image: url } },
    };
  };

  const create = (body: Arrival['body']): Reply => {
    const { originalImage } = body['initParams'] as { originalImage: string };
    const taskId = `${photoOf(originalImage)}.t${tasks.size + 1}`;
    tasks.set(taskId, { image: originalImage, deleted: false });
    return fine({ taskId });
  };

  const execute = ({ body, sentAt, isEcho }: Arrival): Reply => {
    const task = String(body['taskId']);
    const photo = photoOf(task);
    const known = tasks.get(task);
    if (known === undefined || known.deleted) return refused('there is no such task', 404);
    const now = time.now();
    if (now >= episodes.emptyFrom && now < episodes.emptyTo) {
      return refused('insufficient balance');
    }
    if (chance.strikes('photo refused', photo)) return refused('the picture cannot be used');
    const earlier = ofTask.get(task) ?? [];
    const { batchCount = 1 } = body['params'] as { batchCount?: number };
    const lag = chance.strikes('listed late', photo) ? chance.between(photo, 1000, 60_000) : 0;
    const booked: ExecutionRecord = {
      id: `${task}.e${earlier.length + 1}`,
      task,
      photo,
      sentAt,
      bookedAt: now,
      listedAt: now + lag,
      endsAt: chance.strikes('never ends', photo)
        ? Infinity
        : now + chance.between(photo, 500, 8000),
      images: Array.from({ length: batchCount }, () => !chance.strikes('image failed', photo)),
      isEcho,
    };
    ofTask.set(task, [...earlier, booked]);
    records.push(booked);
    if (typeof body['callbackUrl'] === 'string') notify(booked, body['callbackUrl']);
    world.tell(photo, `service: books ${booked.id}${isEcho ? ' (duplicated by the network)' : ''}`);
    return fine({ executionId: booked.id });
  };

  /** Sends notifications when an execution is running and when it has ended, each up to three times. */
  const notify = ({ bookedAt, endsAt, photo }: ExecutionRecord, url: string): void => {
    for (const at of [bookedAt + 2000, endsAt].filter((moment) => moment < Infinity)) {
      if (chance.strikes('notification lost', photo)) continue;
      const isLate = chance.strikes('notification late', photo);
      const travels = chance.between(`notification of ${photo}`, 5, isLate ? 1_800_000 : 300);
      const times = chance.strikes('notification doubled', photo) ? 2 : 1;
      for (let n = 0; n < times; n += 1) tellAt(at - bookedAt + travels, url, 3);
    }
  };

  const tellAt = (ms: number, url: string, tries: number): void => {
    if (tries > 0) time.after(ms, null, () => post(url) || tellAt(10_000, url, tries - 1));
  };

  const query = (body: Arrival['body']): Reply => {
    const now = time.now();
    const { executionId, taskId } = body as { executionId?: string; taskId?: string };
    const task = taskId ?? executionId?.replace(/\.e\d+$/, '') ?? '';
    const known = tasks.get(task);
    if (known === undefined || known.deleted) return refused('there is no such task', 404);
    const listed = (ofTask.get(task) ?? []).filter(
      (e) => e.listedAt <= now && (executionId === undefined || e.id === executionId),
    );
    return fine({
      agentName: 'removeBG',
      agentVersion: 'v1.0',
      initParams: { originalImage: known.image },
      executions: listed.slice(-20).map((e) => written(e, now, chance)),
    });
  };

  const psd = (path: string, body: Arrival['body']): Reply => {
    const id = String(body['executionId']);
    const now = time.now();
    const asked = psds.get(id);
    if (path.endsWith('create')) {
      psds.set(id, { askedAt: now, isFailed: chance.strikes('psd failed', photoOf(id)) });
      return fine(true);
    }
    if (asked === undefined) return fine({ executionId: id, status: 'NotStart' });
    if (now < asked.askedAt + 4000) return fine({ executionId: id, status: 'Running' });
    return asked.isFailed
      ? fine({ executionId: id, status: 'Failed' })
      : fine({
          executionId: id,
          status: 'Success',
          result: { fileUrl: addressOf(id, 'psd', now) },
        });
  };

  return {
    records,
    uploads,
    handle(request) {
      const { path, body, key } = request;
      if (time.now() >= episodes.keyRevokedAt && key !== secondKey) {
        return { status: 401, envelope: { success: false, code: 401, msg: 'invalid api key' } };
      }
      const ofRoster = roster.handle(request);
      if (ofRoster !== null) return ofRoster;
      switch (path) {
        case '/asset/upload/image':
          return upload(request.file);
        case '/agent/task/create':
          return create(body);
        case '/agent/task/execute':
          return execute(request);
        case '/agent/task/query':
          return query(body);
        case '/agent/task/delete': {
          const task = tasks.get(String(body['taskId']));
          if (task === undefined || task.deleted) return refused('there is no such task', 404);
          task.deleted = true;
          return { status: 200, envelope: { success: true, code: 0, msg: '' } };
        }
        default:
          return psd(path, body);
      }
    },
    download(url) {
      const [id = '', position = '', until = '0'] = url
        .replace('https://files.example/', '')
        .split('/');
      return time.now() > Number(until) ? null : `${id}/${position}`;
    },
  };

  /** Returns a signed address that expires; a later query returns another address. */
  function addressOf(id: string, position: string, now: number): string {
    const short = chance.strikes('address expired', photoOf(id));
    const until = Math.round(now + (short ? 50 : 600_000));
    return `https://files.example/${id}/${position}/${until}`;
  }

  function written(e: ExecutionRecord, now: number, { number }: Chance): Record<string, unknown> {
    const hasEnded = now >= e.endsAt;
    const anyGood = e.images.some(Boolean);
    const results = e.images.map((isGood, at) => {
      if (!hasEnded) return { status: now < e.bookedAt + 2000 ? 'Pending' : 'Running', image: '' };
      return isGood
        ? { status: 'Success', image: addressOf(e.id, String(at), now) }
        : { status: 'Failed', image: '', error: 'the image could not be made' };
    });
    // the service uses either name (F86)
    const name = number('results or result') < 0.9 ? 'results' : 'result';
    const status = hasEnded ? (anyGood ? 'Success' : 'Failed') : 'Running';
    return { executionId: e.id, status, params: {}, [name]: results };
  }
}
