import { describe, expectTypeOf, it } from 'vitest';
import type { AgentName, InitOf, ParamsOf } from './index.ts';

// The compiler checks these types (npm run check:types); the tests always pass when they run.
describe('the types derived from the catalogue', () => {
  it('include every agent', () => {
    expectTypeOf<AgentName>().toEqualTypeOf<
      | 'aimodel'
      | 'aiproduct'
      | 'aipose'
      | 'expandimage'
      | 'removeBG'
      | 'virtualtryon'
      | 'changemodelbg'
      | 'mannequin'
    >();
  });

  it('distinguish required and optional parameters, and include the allowed values', () => {
    expectTypeOf<ParamsOf<'removeBG'>>().toEqualTypeOf<{
      readonly maskType: 'autoSubjectSegment' | 'custom';
      readonly customMask?: string;
      readonly customMaskUrl?: string;
      readonly backgroundId?: number;
      readonly backgroundHex?: string;
      readonly batchCount?: number;
    }>();
    expectTypeOf<ParamsOf<'mannequin'>['denoiseType']>().toEqualTypeOf<14 | 15 | undefined>();
    expectTypeOf<ParamsOf<'aimodel'>['locationTagIds']>().toEqualTypeOf<
      readonly number[] | undefined
    >();
    expectTypeOf<ParamsOf<'aimodel'>['resizeToOriginalImage']>().toEqualTypeOf<
      boolean | undefined
    >();
  });

  it('show which agents accept additional photos', () => {
    expectTypeOf<InitOf<'changemodelbg'>>().toEqualTypeOf<{
      readonly originalImage: string;
      readonly taskName?: string;
      readonly fashionModelImage?: string;
      readonly locationImage?: string;
    }>();
    expectTypeOf<InitOf<'aimodel'>>().not.toHaveProperty('locationImage');
  });
});
