// imported first, so that no other code can create the Trusted Types policies (test/e2e/security.spec.ts)
import './trusted.ts';
import { mount } from 'svelte';
import { languageFor } from '#shared/language.ts';
import App from './App.svelte';
import { connect } from './data/connection/connect.ts';
import { createStudio, studioContext } from './data/studio.svelte.ts';
import './styles/window.css';
import { speak } from './texts/texts.svelte.ts';

/**
 * Maximum time in ms that the first paint waits for the texts of the language. After that, the
 * window is in English until the texts arrive.
 */
const MOST_SILENCE = 3000;

const target = document.querySelector('#app');
if (target === null) throw new Error('The page has no element for the app.');
// connects while the texts load
const studio = createStudio(connect());
const words = speak(languageFor('system', document.documentElement.lang));
// without a top-level await, because every view shares modules with this file and would wait for this await
void Promise.race([words, new Promise((resolve) => setTimeout(resolve, MOST_SILENCE))]).then(() =>
  mount(App, { target, context: studioContext(studio) }),
);
