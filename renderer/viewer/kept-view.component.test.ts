import { createRawSnippet, type Component } from 'svelte';
import { expect, it, onTestFinished } from 'vitest';
import { success } from '#shared/problem.ts';
import { plainStudio } from '../testing/plain-studio.ts';
import { show } from '../testing/stage.ts';
import type { PaneFrame } from './modes.ts';
import type { View } from './view.ts';
import Viewer from './Viewer.svelte';

it('the kept position of a photo is that of the photo, also while a frame around it is shown', async () => {
  // 100 px right of the middle of the photo
  const kept: View = { zoom: 1, x: 100, y: 0 };
  const views = new Map([['1', kept]]);
  // runs after the viewer has been closed
  onTestFinished(() => {
    expect(views.get('1')).toEqual(kept);
  });
  let frame: (() => PaneFrame) | undefined;
  const over = createRawSnippet<[PaneFrame]>((now) => {
    frame = now;
    return { render: () => '<span></span>' };
  });
  // the mode is bindable, which `show` does not know
  show(Viewer as unknown as Component<Record<string, unknown>>, {
    props: {
      photo: { kind: 'strip', id: 1 },
      result: null,
      mode: 'photo',
      // the frame has more room on the left, so its middle is not that of the photo
      surroundings: {
        around: { left: -1000, top: 0, width: 3000, height: 1000 },
        under: createRawSnippet(() => ({ render: () => '<span></span>' })),
        over,
      },
      kept: { views, subject: '1' },
    },
    answers: {
      ...plainStudio(),
      'media.geometry': async () => success({ width: 2000, height: 1000, content: 'a' }),
    },
  });
  await expect
    .poll(() => {
      const { photo, pane } = frame?.() ?? { photo: null, pane: { width: 0 } };
      return photo === null ? null : Math.round(photo.left - pane.width / 2);
    })
    .toBe(-1100);
});
