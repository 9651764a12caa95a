import App from '../App.svelte';
import { plainStudio } from './plain-studio.ts';
import { show, type Answers, type Stage } from './stage.ts';

/** Shows the window at an address, such as `#/queue`, with a studio that can report changes. */
export function showWindow(at: string, answersOf: (told: () => Stage) => Answers): Stage {
  const told = () => stage;
  const stage: Stage = show(App, { at, answers: { ...plainStudio(), ...answersOf(told) } });
  return stage;
}
