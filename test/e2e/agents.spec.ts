import { join } from 'node:path';
import {
  chooseAgent,
  expect,
  films,
  generate,
  imagesIn,
  parameter,
  runs,
  set,
  test,
  textOf,
} from './retouching.ts';

type TypedValues = readonly (readonly [parameter: string, value: string | boolean])[];

/** What the user types, and the request bodies that the documentation of the service requires for it. */
interface Drive {
  readonly title: string;
  readonly version?: string;
  readonly typed: TypedValues;
  /** Paths of additional photos, by parameter. */
  readonly beside?: Readonly<Record<string, string>>;
  /** "Create task": agentName, agentVersion. */
  readonly agent: readonly [name: string, version: string];
  /** "Execution parameters per agent": all of `params`, and nothing else. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Parameters that the panel must not show with these values. */
  readonly hidden?: readonly string[];
}

/** A long text in several scripts, which must not be truncated. */
const long = `${'夏🌅 عارضة '.repeat(200)}.`;

/** Cases: agent, typed values, the parameter whose field shows the problem, and the text of the problem. */
const refusals: readonly (readonly [string, TypedValues, string, RegExp])[] = [
  ['Expand image', [['targetWidth', '4097']], 'targetWidth', /4096/],
  ['Remove background', [['batchCount', '5']], 'batchCount', /1 to 4/],
  ['AI pose', [['batchCount', 'four']], 'batchCount', /must be/],
  ['Remove background', [['backgroundHex', 'white']], 'backgroundHex', /#rrggbb/],
  ['Mannequin', [['paramType', 'Scene and model']], 'locationId', /Choose a scene/],
  // an id that is no longer in the service's list
  [
    'AI model',
    [
      ['textDescription', long],
      ['locationId', '4711'],
    ],
    'locationId',
    /no longer offers 4711/,
  ],
];

// Written from the service's documentation, section by section, and not from the catalogue.
const drives: readonly Drive[] = [
  {
    title: 'AI model',
    agent: ['aimodel', 'v1.0'],
    typed: [
      ['generatedContent', 'Match the photo'],
      ['maskType', 'Upper-body clothing'],
      ['negTextDescription', 'hats'],
      ['locationId', '1004'],
      ['locationTagIds', '11, 13'],
      ['fashionModelId', '5003'],
      ['pose', 'Free'],
      ['resultImageFormat', 'JPEG'],
      ['resizeToOriginalImage', true],
      ['batchCount', '2'],
    ],
    params: {
      generatedContent: 'referToOrigin',
      maskType: 'autoUpperApparelSegment',
      textDescription: long,
      negTextDescription: 'hats',
      locationId: 1004,
      locationTagIds: [11, 13],
      fashionModelId: 5003,
      pose: 'freePose',
      resultImageFormat: 'jpg',
      resizeToOriginalImage: true,
      batchCount: 2,
    },
    hidden: ['customMask', 'customMaskUrl'],
  },
  {
    title: 'AI product',
    agent: ['aiproduct', 'v1.0'],
    typed: [
      ['generatedContent', 'Free'],
      ['maskType', 'Subject'],
      ['textDescription', 'auf Marmor, weiches Licht ☀️'],
      ['batchCount', '1'],
    ],
    params: {
      generatedContent: 'freeCreation',
      maskType: 'autoSubjectSegment',
      textDescription: 'auf Marmor, weiches Licht ☀️',
      batchCount: 1,
    },
    hidden: ['customMask', 'customMaskUrl'],
  },
  {
    title: 'AI pose',
    agent: ['aipose', 'v1.0'],
    typed: [
      ['generateVersion', 'Pro'],
      ['textDescription', 'sits on a chair\nand looks up'],
      ['batchCount', '1'],
    ],
    params: {
      generateVersion: 'pro',
      textDescription: 'sits on a chair\nand looks up',
      batchCount: 1,
    },
  },
  {
    title: 'Expand image',
    agent: ['expandimage', 'v1.0'],
    typed: [
      ['targetWidth', '1600'],
      ['targetHeight', '１２００'],
      ['fillLeft', '-40'],
      ['fillTop', '0'],
      ['batchCount', '1'],
    ],
    params: { targetWidth: 1600, targetHeight: 1200, fillLeft: -40, fillTop: 0, batchCount: 1 },
  },
  {
    title: 'Remove background',
    agent: ['removeBG', 'v1.0'],
    typed: [
      ['maskType', 'Subject'],
      ['backgroundHex', '#f4f4f4'],
      ['backgroundHex', ''],
      ['backgroundId', '3004'],
      ['batchCount', '1'],
    ],
    params: { maskType: 'autoSubjectSegment', backgroundId: 3004, batchCount: 1 },
    hidden: ['customMask', 'customMaskUrl'],
  },
  {
    title: 'Virtual try-on',
    agent: ['virtualtryon', 'v1.0'],
    typed: [
      ['generateVersion', 'Banana Pro'],
      ['aspectRatio', 'Portrait 3:4'],
      ['imageSize', '2K'],
      ['descriptionType', 'Written by you'],
      ['textDescription', 'image 2 wears what image 1 shows'],
      ['batchCount', '1'],
    ],
    beside: { fashionModelImage: 'B.jpg', locationImage: 'C.jpg' },
    params: {
      generateVersion: 'bananaPro',
      aspectRatio: '3:4',
      imageSize: '2K',
      descriptionType: 'custom',
      textDescription: 'image 2 wears what image 1 shows',
      batchCount: 1,
    },
  },
  {
    title: 'Virtual try-on',
    agent: ['virtualtryon', 'v1.0'],
    // the panel no longer contains the values for Banana Pro and for a custom prompt
    typed: [
      ['generateVersion', 'Flash'],
      ['descriptionType', 'Written by the service'],
    ],
    beside: { fashionModelImage: 'B.jpg', locationImage: 'C.jpg' },
    params: { generateVersion: 'weshopFlash', descriptionType: 'auto', batchCount: 1 },
    hidden: ['aspectRatio', 'imageSize', 'textDescription'],
  },
  {
    title: 'Change model and background',
    agent: ['changemodelbg', 'v1.0'],
    typed: [
      ['descriptionType', 'Written by the service'],
      ['batchCount', '1'],
    ],
    beside: { fashionModelImage: 'B.jpg' },
    params: { descriptionType: 'auto', batchCount: 1 },
    hidden: ['textDescription'],
  },
  {
    title: 'Mannequin',
    version: 'v1.5',
    agent: ['mannequin', 'v1.5'],
    typed: [
      ['paramType', 'Scene and model'],
      ['maskType', 'Subject'],
      ['locationId', '6104'],
      ['fashionModelId', '6303'],
      ['tagIds', '6401, 6402'],
      ['batchCount', '1'],
    ],
    params: {
      paramType: 'template',
      maskType: 'autoSubjectSegment',
      locationId: 6104,
      fashionModelId: 6303,
      tagIds: [6401, 6402],
      batchCount: 1,
    },
    hidden: ['textDescription', 'posPrompt', 'negPrompt', 'denoiseType'],
  },
  {
    title: 'Mannequin',
    version: 'v1.0',
    agent: ['mannequin', 'v1.0'],
    // the panel must not copy the ids that were typed for v1.5
    typed: [
      ['paramType', 'Scene and model'],
      ['maskType', 'Subject'],
      ['locationId', '104'],
      ['fashionModelId', '303'],
      ['batchCount', '1'],
    ],
    params: {
      paramType: 'template',
      maskType: 'autoSubjectSegment',
      locationId: 104,
      fashionModelId: 303,
      batchCount: 1,
    },
    hidden: ['textDescription', 'posPrompt', 'negPrompt', 'denoiseType'],
  },
];

test('every agent rejects what the service rejects, and its panel sends the documented requests and writes files', async ({
  window,
  studio,
  service,
  shoot,
  retouch: _retouch,
}) => {
  const results = join(studio.dataFolder, 'Results');
  let files = 0;
  await films(window).first().click();
  for (const [title, typed, field, says] of refusals) {
    await test.step(`${title} rejects ${field}`, async () => {
      await chooseAgent(window, title);
      for (const [name, value] of typed) await set(window, name, value);
      await window.keyboard.press('Control+Enter');
      await expect(parameter(window, field)).toContainText(says);
      await expect(generate(window)).toHaveAttribute('aria-disabled', 'true');
    });
  }
  await expect(textOf(window, 'textDescription')).toHaveValue(long);
  expect(service.records().requests['create'] ?? 0).toBe(0);
  for (const [at, drive] of drives.entries()) {
    const { title, version, typed, beside = {}, agent, params, hidden = [] } = drive;
    await test.step(`${agent.join(' ')}, ${at + 1} of ${drives.length}`, async () => {
      await chooseAgent(window, title, version);
      for (const [name, value] of typed) await set(window, name, value);
      for (const [name, file] of Object.entries(beside)) await set(window, name, join(shoot, file));
      for (const name of hidden) await expect(parameter(window, name)).toHaveCount(0);
      await expect(generate(window)).toHaveAttribute('aria-disabled', 'false');
      const images = Number(params['batchCount']);
      await expect(generate(window)).toHaveAccessibleName(new RegExp(`Generate ${images} image`));
      await generate(window).click();
      await expect.poll(() => service.records().executions.length).toBe(at + 1);
      await expect(runs(window)).toHaveCount(at + 1);
      await expect(runs(window).filter({ hasText: /(\d) of \1 ready/ })).toHaveCount(at + 1);

      const { executions, tasks } = service.records();
      const execution = executions.at(-1);
      const task = tasks.find(({ taskId }) => taskId === execution?.taskId);
      expect([task?.agentName, task?.agentVersion]).toEqual(agent);
      expect(execution?.params).toEqual(params);
      const photos = ['originalImage', ...Object.keys(beside)];
      const address = expect.stringMatching(/^http:\/\/.+\/uploads\//);
      expect(task?.initParams).toEqual(Object.fromEntries(photos.map((name) => [name, address])));
      files += images;
      expect(await imagesIn(results)).toHaveLength(files);
    });
  }
});
