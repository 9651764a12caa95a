import './trusted.ts';
import { mount } from 'svelte';
import App from './App.svelte';
import { connect } from './connection/connect.ts';
import { createStudio, studioContext } from './state/studio.svelte.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/float.css';

const target = document.querySelector('#app');
if (target === null) throw new Error('The page has no place for the app.');
mount(App, { target, context: studioContext(createStudio(connect())) });
