import { mount } from 'svelte';
import { failure } from '#shared/page-failure.ts';
import { stateOfWindow, studioContext, type Studio } from '../data/studio.svelte.ts';
import '../styles/window.css';
import Kit from './Kit.svelte';

const photo = new URL('../../build-resources/photos/perfume-amber.jpg', import.meta.url).href;
const nothing = '/no-picture';

/** Shows the same photograph in every control that shows a picture; id 0 has no picture. */
const studio: Studio = {
  ask: () => Promise.resolve(failure('aborted')),
  onChange: () => () => {},
  isReachable: true,
  isSignedOut: false,
  picture: (_kind, id) => (id === 0 ? nothing : photo),
  file: () => null,
  tiles: () => nothing,
  resultFile: () => nothing,
  maskFile: () => nothing,
  finishPreview: () => '',
  customModelPicture: () => photo,
  templatePicture: () => photo,
  state: stateOfWindow(),
};

const target = document.querySelector('#app');
if (target === null) throw new Error('The page has no element for the controls.');
mount(Kit, { target, context: studioContext(studio) });
