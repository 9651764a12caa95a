import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { findAgent } from '#shared/agents/index.ts';
import { costOf, usualPrices, type Prices } from '#shared/prices.ts';
import { speak } from '../../texts/texts.svelte.ts';
import { expectAccessible } from '../../testing/looks.ts';
import { plainStudio } from '../../testing/plain-studio.ts';
import { show } from '../../testing/stage.ts';
import Generate from './Generate.svelte';
import { offerOf } from './offer.ts';

const agent = findAgent('removeBG');
const prices = {
  ...usualPrices,
  perImage: [{ agent: 'removeBG', version: null, amount: 20 }],
};

function showFor(photos: number, charged: Prices): void {
  if (!agent.ok) throw new Error(agent.problem.message);
  const offer = offerOf(undefined, 4, photos, undefined, (images) =>
    costOf(charged, { agent: 'removeBG', version: 'v1.0' }, images),
  );
  const nothing = { fault: null, misfits: [], isInDoubt: false, onrun: () => {} };
  show(Generate, {
    props: { agent: agent.value, offer, photos, ...nothing },
    answers: plainStudio(),
  });
}

const label = () => page.getByRole('button').element().textContent.replaceAll('\u00A0', ' ');

it.each([
  ['en', 1, prices, 'Generate 4 images, EUR 0.80'],
  ['en', 3, prices, 'Generate 12 images (3 photos), EUR 2.40'],
  ['en', 0, prices, 'Generate'],
  ['en', 1, usualPrices, 'Generate 4 images'],
  ['de', 1, prices, '0,80 EUR'],
  ['zh-CN', 1, prices, '，EUR 0.80'],
] as const)(
  'the button in %s for %i photos shows the number of images and the price',
  async (language, photos, charged, text) => {
    await speak(language);
    showFor(photos, charged);
    await expect.poll(label).toMatch(new RegExp(`${RegExp.escape(text)}\\s*(Ctrl|Strg|⌘)`, 'u'));
    await expectAccessible();
    await speak('en');
  },
);
