/** Pairs the items of two places: by what their platform calls them, else by their paths. */
import type { DriftItem, DriftPair } from './drift.ts';

/** Kinds of keys in the left and in the right place, the surest first. */
const KINDS = [
  ['part', 'part'],
  ['id', 'id'],
  ['project', 'project'],
  ['bot', 'bot'],
  ['path', 'path'],
  ['path', 'below'],
  ['below', 'path'],
  ['below', 'below'],
] as const;

/** Returns every item of both places once: in a pair, or alone. */
export function pairItems(left: readonly DriftItem[], right: readonly DriftItem[]): readonly DriftPair[] {
  const pairs: DriftPair[] = [];
  let [restLeft, restRight] = [left, right];
  for (const [kindLeft, kindRight] of KINDS) {
    const paired = new Set<DriftItem>();
    const others = byKey(restRight, kindRight);
    for (const [key, items] of byKey(restLeft, kindLeft))
      for (const pair of pairGroup(items, others.get(key) ?? [])) {
        pairs.push(pair);
        paired.add(pair.left);
        paired.add(pair.right);
      }
    restLeft = restLeft.filter((item) => !paired.has(item));
    restRight = restRight.filter((item) => !paired.has(item));
  }
  return [
    ...pairs,
    ...restLeft.map((item) => ({ left: item, right: undefined })),
    ...restRight.map((item) => ({ left: undefined, right: item })),
  ];
}

function byKey(items: readonly DriftItem[], kind: string): ReadonlyMap<string, readonly DriftItem[]> {
  const groups = new Map<string, DriftItem[]>();
  for (const item of items) {
    const found = item.keys.find((known) => known.startsWith(`${kind}:`));
    if (found === undefined) continue;
    const key = found.slice(kind.length);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Pairs items of the same key: those of the same path first, then those of the same bytes or form, then in their order. */
function pairGroup(
  left: readonly DriftItem[],
  right: readonly DriftItem[],
): readonly { readonly left: DriftItem; readonly right: DriftItem }[] {
  const pairs: { readonly left: DriftItem; readonly right: DriftItem }[] = [];
  let [restLeft, restRight] = [left, right];
  const marks: readonly ((item: DriftItem) => string | undefined)[] = [
    ({ path, part }) => `${path}\n${part}`,
    ({ content, form }) => content ?? form?.form,
    () => '',
  ];
  for (const mark of marks) {
    const waiting = new Map<string, DriftItem[]>();
    for (const item of restRight.toReversed()) {
      const key = mark(item);
      if (key === undefined) continue;
      const group = waiting.get(key);
      if (group === undefined) waiting.set(key, [item]);
      else group.push(item);
    }
    const taken = new Set<DriftItem>();
    for (const item of restLeft) {
      const other = waiting.get(mark(item) ?? '\0')?.pop();
      if (other === undefined) continue;
      pairs.push({ left: item, right: other });
      taken.add(item).add(other);
    }
    restLeft = restLeft.filter((item) => !taken.has(item));
    restRight = restRight.filter((item) => !taken.has(item));
  }
  return pairs;
}
