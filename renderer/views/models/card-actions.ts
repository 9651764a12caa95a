import Trash2 from '@lucide/svelte/icons/trash-2';
import WandSparkles from '@lucide/svelte/icons/wand-sparkles';
import type { CustomModelCard } from '#shared/views/custom-models.ts';
import { useCustomModel } from '../../data/use-custom-model.ts';
import { modelCommands } from '../../parts/menu-commands.ts';
import { t } from '../../texts/texts.svelte.ts';
import type { ContextItem } from '../../ui/menu-item.ts';
import { whyNotUsable } from './words.ts';

/** Returns the menu entries for a model or scene. `remove` asks whether to delete the model or scene. */
export function cardActions(card: CustomModelCard, remove: () => void): readonly ContextItem[] {
  const { kind, id, name, presence } = card;
  const isGone = presence === 'gone';
  return [
    {
      command: modelCommands.use,
      name: t('models.use.do'),
      icon: WandSparkles,
      isDisabled: whyNotUsable(card) !== null,
      run: () => useCustomModel(kind, { id, name }),
    },
    {
      command: modelCommands.remove,
      name: isGone ? t('models.forget.do') : t(`models.delete.${kind}`),
      icon: Trash2,
      isDanger: true,
      isDisabled: presence === 'deleting',
      run: remove,
    },
  ];
}
