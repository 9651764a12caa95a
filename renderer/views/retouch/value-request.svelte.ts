import { tick, untrack } from 'svelte';
import { findAgent, type Parameter } from '#shared/agents/index.ts';
import { useNotices } from '../../data/notices.svelte.ts';
import { takePanelValue } from '../../data/use-custom-model.ts';
import { ofCatalogue } from '../../texts/catalogue.ts';
import { t } from '../../texts/texts.svelte.ts';
import type { Panels } from './panels.svelte.ts';
import { useRetouchPlace } from './place.svelte.ts';
import { putInto, type Put } from './put.ts';

/**
 * Puts the value that another view has requested into the panel of its agent, as soon as the panels have loaded. Then
 * shows the field of the value. Must be called while a component is initialised.
 */
export function putRequestedValue(panels: Panels, reveal: (parameter: string) => void): void {
  const { say } = useNotices();
  let wanted = takePanelValue();
  if (wanted !== null) useRetouchPlace().leaveMask();
  $effect(() => {
    if (panels.form === null || wanted === null) return;
    const { agent: name, version, parameter, value, name: called } = wanted;
    wanted = null;
    const found = findAgent(name, version);
    if (!found.ok) return;
    untrack(() => {
      panels.choose(found.value);
      if (panels.form === null) return;
      const put = putInto(panels.form, parameter, value);
      say(wordsOf(put, called), put.undo);
    });
    void tick().then(() => reveal(parameter));
  });
}

/** Returns the text of the notice. `called` is the name of the value; '' if the value has no name. */
function wordsOf({ parameter, turned }: Put, called: string): string {
  const label = called === '' ? ofCatalogue(parameter.label) : called;
  if (turned === null) return t('retouch.put', { label });
  return t('retouch.putTurned', {
    label,
    choice: ofCatalogue(turned.parameter.label),
    to: labelOf(turned.parameter, turned.to),
  });
}

function labelOf({ kind }: Parameter, value: unknown): string {
  const choices = kind.type === 'choice' ? kind.choices : [];
  const choice = choices.find((one) => one.value === value);
  return choice === undefined ? String(value) : ofCatalogue(choice.label);
}
