import { infoPage } from '#shared/limits.ts';
import { ownAgent, ownFacts, type OwnKind } from '#shared/own.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { AgentInfo } from '#shared/service.ts';
import type { ToldOwn } from '../../ledger/own.ts';
import { failureProblem } from '../../service/failure-problem.ts';
import type { Answer, Service, ServiceFailure } from '../../service/types.ts';

/** The account's own ones, out of all pages of a list that the service's are in as well. */
export async function listAccount(
  service: Service,
  kind: OwnKind,
  signal: AbortSignal,
): Promise<Outcome<ToldOwn[]>> {
  const own: ToldOwn[] = [];
  const { list } = ownFacts[kind];
  for (let page = infoPage.page; ; page += 1) {
    const answer = await service.info(
      { ...ownAgent, resourceType: list, page, pageSize: infoPage.pageSizeMax },
      { signal },
    );
    if (!answer.ok) return { ok: false, problem: failureProblem(answer.failure) };
    const templates = answer.value[list] ?? [];
    own.push(...toldIn(templates));
    const isLast = answer.value.pagination?.[list]?.isLastPage ?? true;
    if (isLast || templates.length === 0) return success(own);
  }
}

function toldIn(templates: NonNullable<AgentInfo['locations' | 'fashionModels']>): ToldOwn[] {
  return templates.flatMap(({ id, name, image, type, status }) =>
    type === 'Yours' ? [{ id, name, cover: image, images: null, status: status ?? 'Unknown' }] : [],
  );
}

/** What the service says of one. */
export async function askAccount(
  service: Service,
  kind: OwnKind,
  id: number,
  signal: AbortSignal,
): Promise<Answer<ToldOwn>> {
  if (kind === 'model') {
    const answer = await service.queryOwnModel(id, { signal });
    if (!answer.ok) return answer;
    const { name, cover, images, status } = answer.value;
    return { ok: true, value: { id, name, cover: cover ?? '', images, status } };
  }
  const answer = await service.queryOwnScene(id, { signal });
  if (!answer.ok) return answer;
  const { name, cover, image, status } = answer.value;
  const images = image === null ? [] : [image];
  return { ok: true, value: { id, name, cover: cover ?? '', images, status } };
}

/** The service itself says that it has no such one; its own trouble passes. */
export function isUnknown({ kind, status = 200 }: ServiceFailure): boolean {
  return kind === 'refused' && status < 500;
}
