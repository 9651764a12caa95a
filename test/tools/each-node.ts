import ts from 'typescript';

/** Calls `onNode` for a node and for every node inside it. */
export function eachNode(node: ts.Node, onNode: (node: ts.Node) => void): void {
  onNode(node);
  ts.forEachChild(node, (child) => eachNode(child, onNode));
}
