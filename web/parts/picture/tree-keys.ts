/** Keys of a picture's tree, as the ARIA practices have them. */
import type { TreeItem } from '../../../src/picture/tree.ts';

/** Effect of a key. */
export type TreeMove =
  | { readonly kind: 'focus'; readonly node: number }
  | { readonly kind: 'toggle'; readonly node: number }
  | { readonly kind: 'open'; readonly node: number };

/** Returns what a key does in a tree; null if it does nothing there. */
export function treeMove(key: string, items: readonly TreeItem[], focused: number): TreeMove | null {
  const at = items.findIndex(({ node }) => node === focused);
  const item = items[at];
  if (item === undefined) return null;
  const focus = (index: number): TreeMove | null => {
    const target = items[index];
    return target === undefined ? null : { kind: 'focus', node: target.node };
  };
  switch (key) {
    case 'ArrowDown':
      return focus(at + 1);
    case 'ArrowUp':
      return focus(at - 1);
    case 'Home':
      return focus(0);
    case 'End':
      return focus(items.length - 1);
    case 'ArrowRight':
      if (item.isOpen === false) return { kind: 'toggle', node: item.node };
      return item.isOpen === true ? focus(at + 1) : null;
    case 'ArrowLeft':
      if (item.isOpen === true && !item.isFrame) return { kind: 'toggle', node: item.node };
      return focus(items.findLastIndex(({ level }, index) => index < at && level < item.level));
    case 'Enter':
    case ' ':
      return { kind: 'open', node: item.node };
    default:
      return key.length === 1 ? focus(nextWith(key, items, at)) : null;
  }
}

/** Returns the next step whose name begins with a letter, or -1. */
function nextWith(letter: string, items: readonly TreeItem[], at: number): number {
  const wanted = letter.toLowerCase();
  for (let step = 1; step <= items.length; step += 1) {
    const index = (at + step) % items.length;
    if (items[index]!.label.toLowerCase().startsWith(wanted)) return index;
  }
  return -1;
}
