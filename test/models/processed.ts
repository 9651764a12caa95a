import { answerOf, type Harness } from './harness.ts';

/**
 * Sends a request for a model from these uploads to the service, as if a lost request of the program had been
 * processed. Returns the id of the model.
 */
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
