// before any other code, so that no other code creates these policies (test/e2e/security.spec.ts)
import './trusted.ts';
import { mount } from 'svelte';
import { languageFor } from '#shared/language.ts';
import App from './App.svelte';
import { connect } from './data/connection/connect.ts';
import { createStudio, studioContext } from './data/studio.svelte.ts';
import './styles/window.css';
import { speak } from './texts/texts.svelte.ts';

/**
 * Maximum time that the first paint waits for its texts, ms; after that, all texts are in English until they
 * arrive.
 */
const MOST_SILENCE = 3000;

const target = document.querySelector('#app');
if (target === null) throw new Error('The page has no element for the app.');
// connects while the texts load
const studio = createStudio(connect());
const words = speak(languageFor('system', document.documentElement.lang));
// not awaited at the top level: every view shares modules with this file and would wait for it
void Promise.race([words, new Promise((resolve) => setTimeout(resolve, MOST_SILENCE))]).then(() =>
  mount(App, { target, context: studioContext(studio) }),
);
