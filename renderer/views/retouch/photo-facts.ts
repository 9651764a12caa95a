import type { PhotoFacts } from '#shared/views/retouch.ts';
import { t, type PlainTextKey } from '../../texts/texts.svelte.ts';
import type { Fact } from './readable.ts';

const labels: Readonly<Record<keyof PhotoFacts, PlainTextKey>> = {
  camera: 'retouch.fact.camera',
  lens: 'retouch.fact.lens',
  takenAt: 'retouch.fact.takenAt',
  exposure: 'retouch.fact.exposure',
  aperture: 'retouch.fact.aperture',
  iso: 'retouch.fact.iso',
  focalLength: 'retouch.fact.focalLength',
  profile: 'retouch.fact.profile',
};

/** Returns the camera data in a photo's file. */
export function listOf(facts: PhotoFacts): readonly Fact[] {
  return Object.entries(labels).flatMap(([name, label]) => {
    const value = facts[name as keyof PhotoFacts];
    return value === null ? [] : [{ name, label: t(label), value: written(name, value) }];
  });
}

function written(name: string, value: string): string {
  if (name === 'exposure') return `${value} s`;
  return name === 'aperture' ? `f/${value}` : value;
}
