/** An element that files and photos can be dropped on. */
export interface DropTarget {
  /** Something that it takes is dragged over it. */
  readonly isOver: boolean;
  /** Event handlers for the element. */
  readonly on: {
    readonly ondragover: (event: DragEvent) => void;
    readonly ondrop: (event: DragEvent) => void;
    readonly ondragleave: (event: DragEvent & { readonly currentTarget: Element }) => void;
  };
}

/**
 * Creates a drop target. What it takes does not reach targets around it, such as the filmstrip of the view.
 *
 * @param takes checks whether a drag contains something to take.
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
        // a target inside this one has taken it
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
