/** An element on which files and photos can be dropped. */
export interface DropTarget {
  /** Whether the pointer drags something over the element that can be dropped there. */
  readonly isOver: boolean;
  /** Event handlers for the element. */
  readonly on: {
    readonly ondragover: (event: DragEvent) => void;
    readonly ondrop: (event: DragEvent) => void;
    readonly ondragleave: (event: DragEvent & { readonly currentTarget: Element }) => void;
  };
}

/**
 * Creates a drop target. Targets that contain this element, such as the filmstrip of the view, don't receive
 * what this target accepts.
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
