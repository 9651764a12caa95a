import { isUsable, type TemplateCard } from '#shared/views/templates.ts';

/** What speaks against a template, or will soon: not ready, or what its release says. */
export type TemplateStatus = 'prepare' | 'failed' | 'unknown' | 'over' | 'ends';

/** Null where nothing is to be said of it. */
export function standingOf({
  status,
  release,
}: Pick<TemplateCard, 'status' | 'release'>): TemplateStatus | null {
  if (!isUsable({ status }))
    return status === 'prepare' || status === 'failed' ? status : 'unknown';
  const { standing } = release ?? { standing: 'none' };
  return standing === 'over' || standing === 'ends' ? standing : null;
}

/** Whether it may be chosen now. */
export function mayChoose(card: Pick<TemplateCard, 'status' | 'release'>): boolean {
  return [null, 'ends'].includes(standingOf(card));
}
