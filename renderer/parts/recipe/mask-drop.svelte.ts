import { bringsFiles } from '../../data/connection/dropped.ts';
import { useNotices } from '../../data/notices.svelte.ts';
import { dropTarget, type DropTarget } from '../drop-target.svelte.ts';
import { droppedMask } from './mask-files.ts';

/**
 * Creates a drop target for a mask file. Calls `onpath` with the path of the dropped file; shows problems as
 * notices.
 */
export function maskDrop(onpath: (path: string) => void): DropTarget {
  const { complain } = useNotices();

  async function take(event: DragEvent): Promise<void> {
    const path = await droppedMask(event);
    if (!path.ok) complain(path.problem);
    else if (path.value !== null) onpath(path.value);
  }
  return dropTarget(bringsFiles, (event) => void take(event));
}
