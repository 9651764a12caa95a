import Expand from '@lucide/svelte/icons/expand';
import Image from '@lucide/svelte/icons/image';
import Package from '@lucide/svelte/icons/package';
import PersonStanding from '@lucide/svelte/icons/person-standing';
import Scissors from '@lucide/svelte/icons/scissors';
import Shirt from '@lucide/svelte/icons/shirt';
import Sparkles from '@lucide/svelte/icons/sparkles';
import UserRound from '@lucide/svelte/icons/user-round';
import UserRoundPlus from '@lucide/svelte/icons/user-round-plus';

/** A picture for each agent; one that is new in the catalogue has that of all. */
const icons: Readonly<Record<string, typeof Sparkles>> = {
  aimodel: UserRound,
  aiproduct: Package,
  aipose: PersonStanding,
  expandimage: Expand,
  removeBG: Scissors,
  virtualtryon: Shirt,
  changemodelbg: Image,
  mannequin: UserRoundPlus,
};

export function iconOf(agent: string): typeof Sparkles {
  return icons[agent] ?? Sparkles;
}
