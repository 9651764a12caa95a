import { isUsable, type TemplateCard } from '#shared/views/templates.ts';

/** Why a template can't be used, now or soon: it is not ready, or its model release has expired or expires soon. */
export type TemplateStatus = 'prepare' | 'failed' | 'unknown' | 'over' | 'ends';

/** Returns the status of a template; null if there is nothing to report. */
export function availabilityOf({
  status,
  release,
}: Pick<TemplateCard, 'status' | 'release'>): TemplateStatus | null {
  if (!isUsable({ status }))
    return status === 'prepare' || status === 'failed' ? status : 'unknown';
  const { validity } = release ?? { validity: 'none' };
  return validity === 'over' || validity === 'ends' ? validity : null;
}

/** Checks whether a template can be chosen now. */
export function mayChoose(card: Pick<TemplateCard, 'status' | 'release'>): boolean {
  return [null, 'ends'].includes(availabilityOf(card));
}
