import { isUsable, type TemplateCard } from '#shared/views/templates.ts';

/** What speaks against a template, or will soon: not ready, or what its release says. */
export type TemplateStatus = 'prepare' | 'failed' | 'unknown' | 'over' | 'ends';

/** Null where nothing is to be said of it. */
export function availabilityOf({
  status,
  release,
}: Pick<TemplateCard, 'status' | 'release'>): TemplateStatus | null {
  if (!isUsable({ status }))
    return status === 'prepare' || status === 'failed' ? status : 'unknown';
  const { validity } = release ?? { validity: 'none' };
  return validity === 'over' || validity === 'ends' ? validity : null;
}

/** Whether it may be chosen now. */
export function mayChoose(card: Pick<TemplateCard, 'status' | 'release'>): boolean {
  return [null, 'ends'].includes(availabilityOf(card));
}
