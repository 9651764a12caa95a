/** The operations for PSDs (interface: "Asset operations", "PSD download"). */
import type { DemoContext } from '../context.ts';
import { grant, refuse } from '../envelope.ts';
import type { Reply } from '../envelope.ts';
import { executionNow, findExecution } from '../executions.ts';
import { post, textOf } from './route.ts';
import type { Body, Route } from './route.ts';

export function psdRoutes(demo: DemoContext): Route[] {
  function create(body: Body): Reply {
    const row = findExecution(demo, textOf(body, 'executionId') ?? '');
    if (row === undefined) return refuse('There is no execution with this executionId.', 4047);
    const { status } = executionNow(demo, row);
    if (status !== 'Success') {
      return refuse(`A PSD can be made when the execution is Success; it is ${status}.`, 4092);
    }
    demo.renders.requestPsd(row.executionId);
    return grant(true);
  }

  function query(body: Body): Reply {
    const row = findExecution(demo, textOf(body, 'executionId') ?? '');
    if (row === undefined) return refuse('There is no execution with this executionId.', 4047);
    const { executionId } = row;
    const status = demo.renders.psdStatus(executionId);
    const fileUrl = demo.pictures.address(`/cdn/psd/${executionId}.psd`);
    return grant({ executionId, status, ...(status === 'Success' ? { result: { fileUrl } } : {}) });
  }

  return [
    post('psd-create', '/asset/download/psd/create', ({ body }) => create(body)),
    post('psd-query', '/asset/download/psd/query', ({ body }) => query(body)),
  ];
}
