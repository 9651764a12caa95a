/** The drop handling of an element that accepts files or photos. */
export interface DropTarget {
  /** Whether a drag that the element accepts is over the element. */
  readonly isOver: boolean;
  /** Event handlers for the element. */
  readonly on: {
    readonly ondragover: (event: DragEvent) => void;
    readonly ondrop: (event: DragEvent) => void;
    readonly ondragleave: (event: DragEvent & { readonly currentTarget: Element }) => void;
  };
}

/**
 * Creates a drop target. A drop that this target accepts does not reach the targets around it, such as the view.
 *
 * @param takes Checks whether a drag contains anything that can be dropped here.
 */
export function dropTarget(
  takes: (event: DragEvent) => boolean,
  ondrop: (event: DragEvent) => void,
): DropTarget {
  let isOver = $state(false);
  return {
    get isOver() {
      return isOver;
    },
    on: {
      ondragover(event) {
        // a target inside this one may have accepted the drag
        isOver = !event.defaultPrevented && takes(event);
        if (isOver) event.preventDefault();
      },
      ondrop(event) {
        isOver = false;
        if (!takes(event)) return;
        event.preventDefault();
        event.stopPropagation();
        ondrop(event);
      },
      ondragleave({ currentTarget, relatedTarget }) {
        if (!currentTarget.contains(relatedTarget as Node | null)) isOver = false;
      },
    },
  };
}
