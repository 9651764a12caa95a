import type { Command } from 'commander';
import type { Perform } from '../perform.ts';
import { addOwned, type OwnKind } from './owned.ts';

const scenes: OwnKind = {
  kind: 'scene',
  command: 'scenes',
  word: 'scene',
  idName: 'locationId',
  purpose: 'own-scene',
  photosAtMost: 1,
  help: `
Examples:
  darkslide scenes list
  darkslide scenes create loft.jpg --name Loft
  darkslide scenes delete 2077`,
  async create(service, [image = ''], name, options) {
    const answer = await service.createOwnScene(
      { image, ...name },
      { ...options, beforeFirstByte: () => {} },
    );
    return answer.ok ? { ok: true, value: answer.value.locationId } : answer;
  },
  query: (service, id, options) => service.queryOwnScene(id, options),
  remove: (service, id, options) => service.deleteOwnScene(id, options),
};

export function addScenes(program: Command, perform: Perform): void {
  addOwned(program, perform, scenes);
}
