import { isAbsolute, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseDataFolder, chooseService, defaultDataFolder } from './choices.ts';

describe('the data folder', () => {
  it('is the given folder, otherwise that of the environment, otherwise the system’s folder for data', () => {
    expect(chooseDataFolder('here', { DARKSLIDE_DATA: '/there' })).toBe(resolve('here'));
    expect(chooseDataFolder(undefined, { DARKSLIDE_DATA: '/there' })).toBe(resolve('/there'));
    expect(chooseDataFolder(undefined, { DARKSLIDE_DATA: ' ' })).toBe(defaultDataFolder());
    expect(isAbsolute(defaultDataFolder())).toBe(true);
  });
});

describe('the service', () => {
  it('is the demo unless an address is given', () => {
    expect(chooseService(undefined, { DARKSLIDE_API_KEY: 'k' })).toBeNull();
    expect(chooseService('', { DARKSLIDE_SERVICE_URL: '' })).toBeNull();
  });

  it('is the given address instead of the environment’s, with the key from the environment', () => {
    const env = { DARKSLIDE_SERVICE_URL: 'https://b', DARKSLIDE_API_KEY: 'k' };
    expect(chooseService('https://a', env)).toEqual({ url: 'https://a', key: 'k' });
    expect(chooseService(undefined, env)).toEqual({ url: 'https://b', key: 'k' });
    expect(chooseService('https://a', {})).toEqual({ url: 'https://a', key: '' });
  });
});
