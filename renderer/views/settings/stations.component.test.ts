import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { failure } from '#shared/page-failure.ts';
import { success } from '#shared/problem.ts';
import type { StationMembership, StudioConflict } from '#shared/views/stations.ts';
import { expectAccessible, expectNoOverflow, expectText } from '../../testing/looks.ts';
import { plainStudio } from '../../testing/plain-studio.ts';
import { show } from '../../testing/stage.ts';
import Settings from './Settings.svelte';

const view = page.getByRole('region', { name: 'Shared studio', exact: true });
const field = (name: string) => view.getByLabelText(name, { exact: true });
const button = (name: string) => view.getByRole('button', { name, exact: true });

const address = 'postgres://retouch1@db.studio.lan/darkslide';
const joined: StationMembership['joined'] = {
  studio: 'Studio North',
  station: 'Retouch-1',
  address,
  certificateFile: null,
  roots: [{ name: 'shoots', folder: '/Volumes/shoots' }],
};

it('shows both versions of what two stations have changed, and keeps the version that the user chooses', async () => {
  const two: readonly StudioConflict[] = [
    {
      id: 7,
      kind: 'recipe',
      name: 'White',
      agent: { name: 'removeBG', version: 'v1.0' },
      station: 'Retouch-2',
      at: Date.now() - 7_200_000,
      isRemoved: false,
      fields: [
        { field: 'params.backgroundHex', mine: '#aaaaaa', theirs: '#bbbbbb' },
        { field: 'delivery.psd', mine: true, theirs: null },
      ],
      hasMore: false,
    },
    {
      id: 8,
      kind: 'folder',
      name: 'shoot',
      agent: null,
      station: 'Worker '.repeat(14),
      at: Date.now(),
      isRemoved: true,
      fields: [],
      hasMore: false,
    },
  ];
  let open = two;
  const { asked } = show(Settings, {
    at: '#/settings',
    answers: {
      ...plainStudio(),
      'stations.membership': () => success({ joined, managed: null, unusable: null }),
      'stations.all': () => success([]),
      'stations.conflicts': () => success(open),
      'stations.keep-version': ({ id }) => {
        open = open.filter((one) => one.id !== id);
        return success({ name: 'White' });
      },
    },
  });
  const recipe = view.getByRole('article', { name: 'Recipe "White"' });
  await expectText(recipe, 'Retouch-2 changed it 2 hr ago, and so did you.');
  await expectText(recipe.getByRole('row', { name: /^Background colour/ }), '#aaaaaa');
  await expectText(recipe.getByRole('row', { name: /^Layered PSD/ }), 'Not set');
  await expectAccessible();
  expectNoOverflow();
  await recipe.getByRole('button', { name: 'Keep mine' }).click();
  await expect.element(recipe).not.toBeInTheDocument();
  const folder = view.getByRole('article', { name: 'Hot folder "shoot"' });
  await expect.element(folder.getByRole('button', { name: 'Keep it' })).toHaveFocus();
  await folder.getByRole('button', { name: 'Remove it' }).click();
  await expect.element(folder).not.toBeInTheDocument();
  expect(asked('stations.keep-version')).toEqual([
    { id: 7, version: 'mine' },
    { id: 8, version: 'theirs' },
  ]);
});

it('a computer joins a studio, sees its stations and shared folders, and leaves', async () => {
  let membership: StationMembership = { joined: null, managed: null, unusable: null };
  let isRefused = true;
  const refusal = failure({ code: 'studio-address', message: 'Enter the database.' });
  const { asked } = show(Settings, {
    at: '#/settings',
    answers: {
      ...plainStudio(),
      'stations.membership': () => success(membership),
      'stations.all': () =>
        success([
          { name: 'Retouch-1', isAlive: true, open: 2, bought: 1204, secondsAgo: 1 },
          { name: 'Worker '.repeat(14), isAlive: false, open: 0, bought: 1, secondsAgo: 7200 },
        ]),
      'stations.join': () => {
        if (isRefused) return refusal;
        membership = { joined, managed: null, unusable: null };
        return success({ studio: 'Studio North', recorded: 12 });
      },
      'stations.leave': () => {
        membership = { joined: null, managed: null, unusable: null };
        return success({ studio: 'Studio North', paused: 0 });
      },
      'stations.set-root': () => success([]),
    },
  });
  await expect.element(button('Join')).toBeDisabled();
  await field('Name of this station').fill('Retouch-1');
  await field('Database').fill(` ${address} `);
  await field('Password').fill('secret');
  await button('Join').click();
  await expectText(view, 'Enter the database.');
  await expect.element(button('Join')).toHaveFocus();
  isRefused = false;
  await button('Join').click();
  await expectText(view, 'Retouch-1 is a station of "Studio North".');
  expect(asked('stations.join').at(-1)).toEqual({
    address,
    password: 'secret',
    certificateFile: null,
    name: 'Retouch-1',
  });
  await expectText(view, 'Retouch-1 (this computer)');
  await expect.element(view.getByText('Shared folders: 1')).toHaveFocus();
  await expectText(view, '2 runs in progress, 1,204 paid for');
  await expectText(view, 'Last seen 2 hr ago');
  await view.getByText('Shared folders: 1').click();
  await expectText(view, '/Volumes/shoots');
  await expectAccessible();
  expectNoOverflow();
  await button('Remove shoots').click();
  expect(asked('stations.set-root')).toEqual([{ name: 'shoots', folder: null }]);

  await button('Leave studio').click();
  const question = page.getByRole('alertdialog');
  await expectText(question, 'Shared hot folders are paused here');
  expect(asked('stations.leave')).toEqual([]);
  await question.getByRole('button', { name: 'Leave studio' }).click();
  await expect.element(field('Name of this station')).toHaveFocus();
});

it('a studio whose connection is lost is named with its problem, and can only be left', async () => {
  const problem = failure({ code: 'station-file', message: 'The file is missing.' }).problem;
  let membership: StationMembership = {
    joined: null,
    managed: null,
    unusable: { studio: 'Studio North', problem },
  };
  show(Settings, {
    at: '#/settings',
    answers: {
      ...plainStudio(),
      'stations.membership': () => success(membership),
      'stations.leave': () => {
        membership = { joined: null, managed: null, unusable: null };
        return success({ studio: 'Studio North', paused: 0 });
      },
    },
  });
  await expectText(view, 'The file is missing.');
  await expect.element(button('Join')).not.toBeInTheDocument();
  await button('Leave studio').click();
  const question = page.getByRole('alertdialog', { name: 'Leave "Studio North"?' });
  await question.getByRole('button', { name: 'Leave studio' }).click();
  await expect.element(button('Join')).toBeVisible();
});
