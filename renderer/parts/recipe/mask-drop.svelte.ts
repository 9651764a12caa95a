import { bringsFiles } from '../../data/connection/dropped.ts';
import { useNotices } from '../../data/notices.svelte.ts';
import { droppedMask } from './mask-files.ts';

/** A drop target for mask files. */
export interface MaskDrop {
  /** A file is dragged over the target. */
  readonly isOver: boolean;
  /** Event handlers for the element. */
  readonly heard: {
    readonly ondragover: (event: DragEvent) => void;
    readonly ondrop: (event: DragEvent) => void;
    readonly ondragleave: (event: DragEvent & { readonly currentTarget: Element }) => void;
  };
}

/** Creates a drop target. `onpath` receives the path of the dropped file; problems are shown as notices. */
export function maskDrop(onpath: (path: string) => void): MaskDrop {
  const { complain } = useNotices();
  let isOver = $state(false);

  async function take(event: DragEvent): Promise<void> {
    const path = await droppedMask(event);
    if (!path.ok) complain(path.problem);
    else if (path.value !== null) onpath(path.value);
  }

  return {
    get isOver() {
      return isOver;
    },
    heard: {
      ondragover(event) {
        if (!bringsFiles(event)) return;
        // otherwise the view would add it to the filmstrip
        event.preventDefault();
        isOver = true;
      },
      ondrop(event) {
        isOver = false;
        if (!bringsFiles(event)) return;
        event.preventDefault();
        void take(event);
      },
      ondragleave({ currentTarget, relatedTarget }) {
        if (!currentTarget.contains(relatedTarget as Node | null)) isOver = false;
      },
    },
  };
}
