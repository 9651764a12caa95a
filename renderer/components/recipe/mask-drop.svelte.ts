import { bringsFiles } from '../../connection/dropped.ts';
import { useNotices } from '../../state/notices.svelte.ts';
import { droppedMask } from './mask-files.ts';

/** A place that takes mask files. */
export interface MaskDrop {
  /** A file is over it. */
  readonly isOver: boolean;
  /** What its element hears. */
  readonly heard: {
    readonly ondragover: (event: DragEvent) => void;
    readonly ondrop: (event: DragEvent) => void;
    readonly ondragleave: (event: DragEvent & { readonly currentTarget: Element }) => void;
  };
}

/** `onpath` is told where the file lies that was dropped; why one cannot be had is said here. */
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
        // the room would put it on the filmstrip
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
