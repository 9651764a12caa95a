import { describe, expect, it } from 'vitest';
import { granted, http } from '../../../test/service/raw-server.ts';
import { key, workbench } from '../../../test/service/workbench.ts';
import type { Answer, Service } from './types.ts';

const { replying } = workbench();

const once = { beforeFirstByte: () => {} };
const done = { success: true, code: 0, msg: 'ok' };

describe('every operation sends the documented request', () => {
  const agent = { agentName: 'aimodel', agentVersion: 'v1.0' };
  const photo = 'https://cdn.example/1.jpg';
  const initParams = { originalImage: photo };
  const task = granted({ ...agent, initParams, executions: [] });
  const info = { ...agent, page: 2, pageSize: 100, resourceType: 'fashionModels' } as const;
  const model = { fashionModelId: 3, name: 'Ann', cover: 'c', images: [], status: 'prepare' };
  const scene = { locationId: 4, name: 's', cover: 'c', image: 'i', status: 'complete' };
  const [myModel, myScene] = ['/agent/myFashionModel', '/agent/myLocation'];

  const cases: [
    request: string,
    body: object | undefined,
    reply: object,
    run: (service: Service) => Promise<Answer<unknown>>,
  ][] = [
    [
      'POST /agent/task/create',
      { ...agent, initParams },
      granted({ taskId: 't1' }),
      (service) => service.createTask({ ...agent, initParams }),
    ],
    [
      'POST /agent/task/query',
      { taskId: 't1' },
      task,
      (service) => service.query({ taskId: 't1' }),
    ],
    [
      'POST /agent/task/query',
      { executionId: 'e1' },
      task,
      (service) => service.query({ executionId: 'e1' }),
    ],
    ['POST /agent/task/delete', { taskId: 't1' }, done, (service) => service.deleteTask('t1')],
    [
      'GET /agent/info?agentName=aimodel&agentVersion=v1.0&page=2&pageSize=100&resourceType=fashionModels',
      undefined,
      granted({ agentVersion: 'v1.0' }),
      (service) => service.info(info),
    ],
    [
      'GET /agent/info?agentName=mannequin&agentVersion=v1.5',
      undefined,
      granted({ agentVersion: 'v1.5' }),
      (service) => service.info({ agentName: 'mannequin', agentVersion: 'v1.5' }),
    ],
    [
      'POST /asset/download/psd/create',
      { executionId: 'e1' },
      granted(true),
      (service) => service.createPsd('e1'),
    ],
    [
      'POST /asset/download/psd/query',
      { executionId: 'e1' },
      granted({ executionId: 'e1', status: 'Running' }),
      (service) => service.queryPsd('e1'),
    ],
    [
      `POST ${myModel}/create`,
      { images: [photo], name: 'Ann', ...agent },
      granted({ fashionModelId: 3 }),
      (service) => service.createCustomModel({ images: [photo], name: 'Ann' }, once),
    ],
    [
      `GET ${myModel}/query?fashionModelId=3`,
      undefined,
      granted(model),
      (service) => service.queryCustomModel(3),
    ],
    [
      `POST ${myModel}/delete`,
      { fashionModelId: 3 },
      done,
      (service) => service.deleteCustomModel(3),
    ],
    [
      `POST ${myScene}/create`,
      { image: photo, ...agent },
      granted({ locationId: 4 }),
      (service) => service.createCustomScene({ image: photo }, once),
    ],
    [
      `GET ${myScene}/query?locationId=4`,
      undefined,
      granted(scene),
      (service) => service.queryCustomScene(4),
    ],
    [`POST ${myScene}/delete`, { locationId: 4 }, done, (service) => service.deleteCustomScene(4)],
  ];

  it.each(cases)('%s with %j', async (wire, body, reply, run) => {
    const { server, service } = await replying(http(200, reply));
    expect(await run(service)).toMatchObject({ ok: true });
    expect(server.requests).toHaveLength(1);
    const [request] = server.requests;
    const [method, path] = wire.split(' ');
    expect(request).toMatchObject({ method, path: `/openapi/v1${path}` });
    expect(request?.headerLines.filter((line) => /authorization/i.test(line))).toEqual([
      `Authorization: ${key}`,
    ]);
    const sent = request?.body.toString() ?? '';
    expect(sent === '' ? undefined : JSON.parse(sent)).toEqual(body);
    expect(request?.headers['content-type']).toBe(
      body === undefined ? undefined : 'application/json',
    );
  });
});
