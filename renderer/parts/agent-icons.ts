import type { AgentIcon } from '#shared/agents/shape.ts';
import Expand from '@lucide/svelte/icons/expand';
import Image from '@lucide/svelte/icons/image';
import Package from '@lucide/svelte/icons/package';
import PersonStanding from '@lucide/svelte/icons/person-standing';
import Scissors from '@lucide/svelte/icons/scissors';
import Shirt from '@lucide/svelte/icons/shirt';
import UserRound from '@lucide/svelte/icons/user-round';
import UserRoundPlus from '@lucide/svelte/icons/user-round-plus';

/** The icons for what the agents do. */
export const agentIcons: Readonly<Record<AgentIcon, typeof Expand>> = {
  clothes: Shirt,
  figure: UserRoundPlus,
  frame: Expand,
  person: UserRound,
  pose: PersonStanding,
  product: Package,
  scene: Image,
  scissors: Scissors,
};
