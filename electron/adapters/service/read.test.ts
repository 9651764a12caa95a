import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  readBoolean,
  readFashionModelId,
  readImage,
  readCustomModel,
  readCustomScene,
  readPsd,
} from './read-assets.ts';
import { readInfo } from './read-info.ts';
import { readExecutionId, readTask, readTaskId } from './read-task.ts';

const execution = (more: object) => ({
  agentName: 'aimodel',
  agentVersion: 'v1.0',
  initParams: { taskName: 'x', originalImage: 'https://cdn.example/a.jpg' },
  executions: [{ executionId: 'e1', status: 'Running', params: { batchCount: 2 }, ...more }],
});
const first = (more: object) => readTask(execution(more))?.executions[0];

describe('readTask', () => {
  it('reads a task with its executions', () => {
    const wire = execution({
      executionTime: '2026-01-02 03:04:05',
      results: [
        { status: 'Success', image: 'https://cdn.example/1.png', progress: 1 },
        { status: 'Failed', image: '', error: 'too dark' },
      ],
    });
    expect(readTask(wire)).toEqual({
      agentName: 'aimodel',
      agentVersion: 'v1.0',
      initParams: { taskName: 'x', originalImage: 'https://cdn.example/a.jpg' },
      executions: [
        {
          executionId: 'e1',
          executionTime: '2026-01-02 03:04:05',
          status: 'Running',
          statusText: 'Running',
          params: { batchCount: 2 },
          results: [
            { status: 'Success', image: 'https://cdn.example/1.png', progress: 1, error: null },
            { status: 'Failed', image: null, progress: null, error: 'too dark' },
          ],
        },
      ],
    });
  });

  it('F86 accepts `result` instead of `results`, and uses the list that isn’t empty', () => {
    const one = { status: 'success', image: 'https://cdn.example/1.png' };
    const read = [{ status: 'Success', image: one.image, progress: null, error: null }];
    expect(first({ result: [one] })?.results).toEqual(read);
    expect(first({ results: [], result: [one] })?.results).toEqual(read);
    expect(first({ results: null, result: [one] })?.results).toEqual(read);
    expect(first({})?.results).toEqual([]);
  });

  it.each([
    ['Success', 'Success'],
    ['SUCCESS', 'Success'],
    ['segmenting', 'Segmenting'],
    ['failed', 'Failed'],
    ['Queued', 'Unknown'],
    ['', 'Unknown'],
    [7, 'Unknown'],
  ])('F86 reads status %s as %s and keeps the service’s own words', (status, expected) => {
    const statusText = typeof status === 'string' ? status : '';
    expect(first({ status })).toMatchObject({ status: expected, statusText });
  });

  it.each([
    [0.71, 0.71],
    ['0.5', 0.5],
    [71, null],
    [-1, null],
    ['soon', null],
    [null, null],
  ])('reads progress %s as %s', (progress, expected) => {
    const results = first({ results: [{ status: 'Running', progress }] })?.results;
    expect(results?.[0]?.progress).toBe(expected);
  });

  it('counts an unreadable result as one image of unknown status', () => {
    const wire = ['odd', null, { status: 'Failed', error: { code: 3 } }];
    const results = first({ results: wire })?.results;
    expect(results?.map(({ status }) => status)).toEqual(['Unknown', 'Unknown', 'Failed']);
    expect(results?.[2]?.error).toBe('{"code":3}');
  });

  it('accepts a number as an id only if it is a safe integer', () => {
    expect(first({ executionId: 42 })?.executionId).toBe('42');
    expect(readTask(execution({ executionId: 2 ** 60 }))).toBeNull();
  });

  it('F14 rejects an answer that contains an execution without an id, so that no execution is overlooked', () => {
    expect(readTask(execution({ executionId: undefined }))).toBeNull();
    expect(readTask(execution({ executionId: ' ' }))).toBeNull();
    expect(readTask({ ...execution({}), executions: {} })).toBeNull();
    expect(readTask({ ...execution({}), executions: ['e1'] })).toBeNull();
  });

  it('F14 accepts missing executions as an empty list only in a task', () => {
    expect(readTask({ agentName: 'aimodel' })?.executions).toEqual([]);
    expect(readTask({ agentName: 'aimodel', executions: null })?.executions).toEqual([]);
    expect(readTask({ executions: [] })?.executions).toEqual([]);
    expect(readTask({})).toBeNull();
    expect(readTask({ code: 0 })).toBeNull();
    expect(readTask(null)).toBeNull();
    expect(readTask([])).toBeNull();
  });
});

describe('ids', () => {
  it('are required if every answer to the operation must have an id', () => {
    expect(readTaskId({ taskId: '65f0', extra: 1 })).toEqual({ taskId: '65f0' });
    expect(readExecutionId({ executionId: '' })).toBeNull();
    expect(readExecutionId(undefined)).toBeNull();
    expect(readFashionModelId({ fashionModelId: '12' })).toEqual({ fashionModelId: 12 });
    expect(readFashionModelId({ fashionModelId: 'x' })).toBeNull();
    expect(readImage({ image: 'https://cdn.example/a.jpg' })?.image).toBe(
      'https://cdn.example/a.jpg',
    );
    expect(readBoolean(true)).toBe(true);
    expect(readBoolean(undefined)).toBeNull();
  });
});

describe('readInfo', () => {
  it('reads both lists with their pagination', () => {
    const wire = {
      agentVersion: 'v1.0',
      locations: [
        {
          id: 1,
          image: 'https://cdn.example/l.jpg',
          name: 'Street',
          categories: ['city'],
          tags: [{ id: 5, name: 'day' }],
          type: 'AI',
          thumb: 'unknown field',
        },
        { id: '2', image: 'x', name: 'Mine', categories: null, type: 'yours', status: 'Complete' },
        { name: 'no id' },
      ],
      fashionModels: [
        {
          id: 7,
          image: 'x',
          name: 'Ann',
          profile: { nationality: 'fr', age: 3 },
          type: 'Yours',
          status: 'new',
        },
      ],
      pagination: {
        page: 1,
        pageSize: 50,
        locations: { total: 90, isLastPage: false },
        fashionModels: { total: 1, isLastPage: true },
      },
    };
    expect(readInfo(wire)).toEqual({
      agentVersion: 'v1.0',
      locations: [
        {
          id: 1,
          image: 'https://cdn.example/l.jpg',
          name: 'Street',
          categories: ['city'],
          tags: [{ id: 5, name: 'day' }],
          type: 'AI',
          status: null,
        },
        {
          id: 2,
          image: 'x',
          name: 'Mine',
          categories: [],
          tags: [],
          type: 'Yours',
          status: 'complete',
        },
      ],
      fashionModels: [
        {
          id: 7,
          image: 'x',
          name: 'Ann',
          profile: { nationality: 'fr' },
          tags: [],
          type: 'Yours',
          status: 'Unknown',
        },
      ],
      pagination: wire.pagination,
    });
  });

  it.each([
    ['the list and its pages', { fashionModels: null, pagination: null }, { agentVersion: 'v1.0' }],
    ['an agent version', { agentVersion: null, tags: [] }, { agentVersion: '', tags: [] }],
    [
      'a page number and a total',
      {
        pagination: { page: null, pageSize: 20, fashionModels: { total: null, isLastPage: false } },
      },
      {
        agentVersion: 'v1.0',
        pagination: { page: 1, pageSize: 20, fashionModels: { total: null, isLastPage: false } },
      },
    ],
    [
      'one list',
      { pagination: { page: 2, pageSize: 20, locations: null, fashionModels: { total: 3 } } },
      {
        agentVersion: 'v1.0',
        pagination: { page: 2, pageSize: 20, fashionModels: { total: 3, isLastPage: true } },
      },
    ],
  ])('B2 treats %s that is null as missing and keeps the rest', (_what, wire, read) => {
    expect(readInfo({ agentVersion: 'v1.0', ...wire })).toEqual(read);
  });

  it('B2 keeps an entry with a field that is null', () => {
    const profile = { nationality: null, style: 'street' };
    const wire = { id: 7, image: null, name: 'Ann', profile, tags: null, type: null, status: null };
    const read = { id: 7, image: '', name: 'Ann', tags: [], type: 'AI', status: null };
    expect(readInfo({ fashionModels: [wire] })?.fashionModels).toEqual([
      { ...read, profile: { style: 'street' } },
    ]);
  });

  it('reads the lists of the other agents and omits missing ones', () => {
    for (const lists of [
      { dimensions: [{ name: 'A', width: 10, height: 20 }] },
      { backgrounds: [{ id: 1, image: 'x', name: 'n' }] },
    ]) {
      const wire = { agentVersion: 'v1.0', ...lists };
      expect(readInfo(wire)).toEqual(wire);
    }
    const mannequin = readInfo({
      agentVersion: 'v1.5',
      locations: [{ id: 1, image: 'x', name: 'n' }],
      fashionModels: [{ id: 2, image: 'y' }],
      tags: [{ id: 3, name: 't' }],
    });
    expect(mannequin?.fashionModels?.[0]).toMatchObject({
      id: 2,
      name: '',
      type: 'AI',
      status: null,
    });
    expect(mannequin?.tags).toEqual([{ id: 3, name: 't' }]);
  });
});

describe('custom models, custom scenes, PSD', () => {
  it('are read', () => {
    const model = { fashionModelId: 3, name: 'Ann', cover: 'c', images: ['a'] };
    expect(readCustomModel({ ...model, status: 'PREPARE' })).toEqual({
      ...model,
      status: 'prepare',
    });
    expect(readCustomScene({ locationId: 4, status: 'failed' })).toEqual({
      locationId: 4,
      name: '',
      cover: null,
      image: null,
      status: 'failed',
    });
  });

  it.each([
    ['notstart', undefined, 'NotStart', null],
    ['Success', { fileUrl: 'https://cdn.example/p.psd' }, 'Success', 'https://cdn.example/p.psd'],
    ['Running', { fileUrl: 'x' }, 'Running', null],
    ['Success', null, 'Success', null],
  ])('reads a PSD of status %s with %j', (wire, result, status, fileUrl) => {
    const psd = { executionId: 'e', status, fileUrl };
    expect(readPsd({ executionId: 'e', status: wire, result })).toEqual(psd);
  });

  it('B2 treats a null field as missing', () => {
    const model = { fashionModelId: 3, cover: null, status: 'complete' };
    const readModel = { ...model, name: '', images: [] };
    expect(readCustomModel({ ...model, name: null, images: null })).toEqual(readModel);
    const scene = { locationId: 4, cover: null, image: null, status: 'prepare' };
    expect(readCustomScene({ ...scene, name: null })).toEqual({ ...scene, name: '' });
  });
});

it('no reader throws for any data', () => {
  const readers = [
    readTask,
    readInfo,
    readCustomModel,
    readCustomScene,
    readPsd,
    readTaskId,
    readImage,
  ];
  const status = fc.constantFrom('Success', 'running', 'x', 3, null);
  const data = fc.oneof(
    fc.jsonValue(),
    fc.record(
      {
        executions: fc.oneof(
          fc.array(fc.record({ executionId: fc.jsonValue(), status, results: fc.jsonValue() })),
          fc.jsonValue(),
        ),
        executionId: fc.jsonValue(),
        status,
        locations: fc.oneof(fc.array(fc.record({ id: fc.jsonValue() })), fc.jsonValue()),
        pagination: fc.jsonValue(),
      },
      { requiredKeys: [] },
    ),
  );
  fc.assert(
    fc.property(data, (wire) => {
      for (const read of readers) expect(() => read(wire)).not.toThrow();
    }),
  );
});
