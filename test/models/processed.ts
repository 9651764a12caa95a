import { answerOf, type Harness } from './harness.ts';

/** Makes the service process a request for a model from these uploads. */
export async function processed(
  harness: Pick<Harness, 'service'>,
  name: string | null,
  uploads: readonly (string | null)[],
): Promise<number> {
  const images = uploads.filter((address) => address !== null);
  const input = { images, ...(name !== null && { name }) };
  const made = await harness.service.createCustomModel(input, { beforeFirstByte: () => undefined });
  return answerOf(made).fashionModelId;
}
