import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { failure } from '#shared/page-failure.ts';
import { success } from '#shared/problem.ts';
import type { StationMembership } from '#shared/views/stations.ts';
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

it('a computer joins a studio, sees its stations and shared folders, and leaves', async () => {
  let membership: StationMembership = { joined: null, problem: null };
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
        membership = { joined, problem: null };
        return success({ studio: 'Studio North', recorded: 12 });
      },
      'stations.leave': () => {
        membership = { joined: null, problem: null };
        return success({ studio: 'Studio North' });
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
  await expectText(view, '2 open purchases, 1,204 bought');
  await expectText(view, 'Last seen 2 hr ago');
  await view.getByText('Shared folders: 1').click();
  await expectText(view, '/Volumes/shoots');
  await expectAccessible();
  expectNoOverflow();
  await button('Remove shoots').click();
  expect(asked('stations.set-root')).toEqual([{ name: 'shoots', folder: null }]);

  await button('Leave studio').click();
  const question = page.getByRole('alertdialog');
  await expectText(question, 'may buy what other stations have bought');
  expect(asked('stations.leave')).toEqual([]);
  await question.getByRole('button', { name: 'Leave studio' }).click();
  await expect.element(button('Join')).toBeVisible();
});
