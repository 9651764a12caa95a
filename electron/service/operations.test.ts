import { describe, expect, it } from 'vitest';
import { granted, http } from '../../test/service/raw-server.ts';
import { key, workbench } from '../../test/service/workbench.ts';
import type { Answer, Service } from './types.ts';

const { replying } = workbench();

const task = granted({
  agentName: 'aimodel',
  agentVersion: 'v1.0',
  initParams: {},
  executions: [],
});
const once = { beforeFirstByte: () => {} };
const done = { success: true, code: 0, msg: 'ok' };

describe('every operation as the interface has it', () => {
  const cases: [
    name: string,
    reply: object,
    run: (service: Service) => Promise<Answer<unknown>>,
    wire: { readonly method: string; readonly path: string; readonly body?: object },
  ][] = [
    [
      'createTask',
      granted({ taskId: 't1' }),
      (service) =>
        service.createTask({
          agentName: 'aimodel',
          agentVersion: 'v1.0',
          initParams: { originalImage: 'https://cdn.example/a.jpg' },
        }),
      {
        method: 'POST',
        path: '/agent/task/create',
        body: {
          agentName: 'aimodel',
          agentVersion: 'v1.0',
          initParams: { originalImage: 'https://cdn.example/a.jpg' },
        },
      },
    ],
    [
      'query by task',
      task,
      (service) => service.query({ taskId: 't1' }),
      { method: 'POST', path: '/agent/task/query', body: { taskId: 't1' } },
    ],
    [
      'query by execution',
      task,
      (service) => service.query({ executionId: 'e1' }),
      { method: 'POST', path: '/agent/task/query', body: { executionId: 'e1' } },
    ],
    [
      'deleteTask',
      done,
      (service) => service.deleteTask('t1'),
      { method: 'POST', path: '/agent/task/delete', body: { taskId: 't1' } },
    ],
    [
      'info',
      granted({ agentVersion: 'v1.0' }),
      (service) =>
        service.info({
          agentName: 'aimodel',
          agentVersion: 'v1.0',
          page: 2,
          pageSize: 100,
          resourceType: 'fashionModels',
        }),
      {
        method: 'GET',
        path: '/agent/info?agentName=aimodel&agentVersion=v1.0&page=2&pageSize=100&resourceType=fashionModels',
      },
    ],
    [
      'info without paging',
      granted({ agentVersion: 'v1.5' }),
      (service) => service.info({ agentName: 'mannequin', agentVersion: 'v1.5' }),
      { method: 'GET', path: '/agent/info?agentName=mannequin&agentVersion=v1.5' },
    ],
    [
      'createPsd',
      granted(true),
      (service) => service.createPsd('e1'),
      { method: 'POST', path: '/asset/download/psd/create', body: { executionId: 'e1' } },
    ],
    [
      'queryPsd',
      granted({ executionId: 'e1', status: 'Running' }),
      (service) => service.queryPsd('e1'),
      { method: 'POST', path: '/asset/download/psd/query', body: { executionId: 'e1' } },
    ],
    [
      'createOwnModel',
      granted({ fashionModelId: 3 }),
      (service) =>
        service.createOwnModel({ images: ['https://cdn.example/1.jpg'], name: 'Ann' }, once),
      {
        method: 'POST',
        path: '/agent/myFashionModel/create',
        body: {
          images: ['https://cdn.example/1.jpg'],
          name: 'Ann',
          agentName: 'aimodel',
          agentVersion: 'v1.0',
        },
      },
    ],
    [
      'queryOwnModel',
      granted({ fashionModelId: 3, name: 'Ann', cover: 'c', images: [], status: 'prepare' }),
      (service) => service.queryOwnModel(3),
      { method: 'GET', path: '/agent/myFashionModel/query?fashionModelId=3' },
    ],
    [
      'deleteOwnModel',
      done,
      (service) => service.deleteOwnModel(3),
      { method: 'POST', path: '/agent/myFashionModel/delete', body: { fashionModelId: 3 } },
    ],
    [
      'createOwnScene',
      granted({ locationId: 4 }),
      (service) => service.createOwnScene({ image: 'https://cdn.example/1.jpg' }, once),
      {
        method: 'POST',
        path: '/agent/myLocation/create',
        body: { image: 'https://cdn.example/1.jpg', agentName: 'aimodel', agentVersion: 'v1.0' },
      },
    ],
    [
      'queryOwnScene',
      granted({ locationId: 4, name: 's', cover: 'c', image: 'i', status: 'complete' }),
      (service) => service.queryOwnScene(4),
      { method: 'GET', path: '/agent/myLocation/query?locationId=4' },
    ],
    [
      'deleteOwnScene',
      done,
      (service) => service.deleteOwnScene(4),
      { method: 'POST', path: '/agent/myLocation/delete', body: { locationId: 4 } },
    ],
  ];

  it.each(cases)('%s', async (_name, reply, run, wire) => {
    const { server, service } = await replying(http(200, reply));
    expect(await run(service)).toMatchObject({ ok: true });
    expect(server.requests).toHaveLength(1);
    const [request] = server.requests;
    const { method, path, body } = wire;
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
