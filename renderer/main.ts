// before any other code, so that nobody else makes its policies (test/e2e/security.spec.ts)
import './trusted.ts';
import { mount } from 'svelte';
import { languageFor } from '#shared/language.ts';
import App from './App.svelte';
import { connect } from './connection/connect.ts';
import { createStudio, studioContext } from './state/studio.svelte.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/float.css';
import { speak } from './texts/texts.svelte.ts';

/** ms that the first paint waits for its words; then it is in English until they are there. */
const MOST_SILENCE = 3000;

const target = document.querySelector('#app');
if (target === null) throw new Error('The page has no place for the app.');
// reached while the words are on their way
const studio = createStudio(connect());
const words = speak(languageFor('system', document.documentElement.lang));
// not awaited at the top: every room waits for this file, which they share parts of
void Promise.race([words, new Promise((resolve) => setTimeout(resolve, MOST_SILENCE))]).then(() =>
  mount(App, { target, context: studioContext(studio) }),
);
