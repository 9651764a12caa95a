import type { DemoFailures, DemoOptions, DemoSpeed } from './types.ts';

/** The options of the demo service, completed with defaults. */
export interface DemoSettings {
  readonly seed: number;
  readonly speed: Required<DemoSpeed>;
  readonly render: 'full' | 'quick';
  readonly rejectsPlainPhotos: boolean;
  readonly failures: Required<DemoFailures>;
}

const defaultSpeed = { executionMs: 4000, jitterMs: 1500, psdMs: 2000, preparationMs: 3000 };

export function withDefaults(options: DemoOptions): DemoSettings {
  const render = options.render ?? 'full';
  return {
    seed: options.seed ?? 1,
    speed: { ...defaultSpeed, ...options.speed },
    render,
    rejectsPlainPhotos: options.rejectsPlainPhotos ?? render === 'full',
    failures: { result: 0, execution: 0, psd: 0, customModel: 0, ...options.failures },
  };
}
