import type { DemoFailures, DemoOptions, DemoSpeed } from './types.ts';

/** The options with every default filled in. */
export interface Settled {
  readonly seed: number;
  readonly speed: Required<DemoSpeed>;
  readonly render: 'full' | 'quick';
  readonly looksAtOwn: boolean;
  readonly failures: Required<DemoFailures>;
}

const defaultSpeed = { executionMs: 4000, jitterMs: 1500, psdMs: 2000, preparationMs: 3000 };

export function settle(options: DemoOptions): Settled {
  const render = options.render ?? 'full';
  return {
    seed: options.seed ?? 1,
    speed: { ...defaultSpeed, ...options.speed },
    render,
    looksAtOwn: options.looksAtOwn ?? render === 'full',
    failures: { result: 0, execution: 0, psd: 0, ownModel: 0, ...options.failures },
  };
}
