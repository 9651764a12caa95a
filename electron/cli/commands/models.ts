import type { Command } from 'commander';
import { ownModelLimits } from '#shared/limits.ts';
import type { Perform } from '../perform.ts';
import { addOwned, type OwnKind } from './owned.ts';

const models: OwnKind = {
  kind: 'model',
  command: 'models',
  word: 'model',
  idName: 'fashionModelId',
  purpose: 'own-model',
  photosAtMost: ownModelLimits.images,
  help: `
Examples:
  darkslide models list
  darkslide models create anna-1.jpg anna-2.jpg --name Anna
  darkslide models delete 1042`,
  async create(service, images, name, options) {
    const answer = await service.createOwnModel(
      { images, ...name },
      { ...options, beforeFirstByte: () => {} },
    );
    return answer.ok ? { ok: true, value: answer.value.fashionModelId } : answer;
  },
  query: (service, id, options) => service.queryOwnModel(id, options),
  remove: (service, id, options) => service.deleteOwnModel(id, options),
};

export function addModels(program: Command, perform: Perform): void {
  addOwned(program, perform, models);
}
