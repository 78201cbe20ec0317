/** Queues of deliveries that wait, one for each lane: a lane without room costs the others one check. */

/** Decision about the first of a queue. */
export type Verdict = 'take' | 'drop' | 'wait';

export interface EndpointQueues<Item> {
  size(): number;
  add(item: Item): void;
  /** Judges the first of each queue until one has to wait, and removes the others. A lane that had its turn is last. */
  advance(judge: (item: Item) => Verdict): void;
}

/** Makes empty lines. */
export function createEndpointQueues<Item extends { readonly lane: string }>(): EndpointQueues<Item> {
  const lines = new Map<string, Item[]>();
  let size = 0;
  return {
    size: () => size,
    add(item) {
      const line = lines.get(item.lane);
      if (line === undefined) lines.set(item.lane, [item]);
      else line.push(item);
      size += 1;
    },
    advance(judge) {
      for (const [lane, line] of lines) {
        const left = line.findIndex((item) => judge(item) === 'wait');
        if (left === 0) continue;
        size -= left === -1 ? line.length : left;
        lines.delete(lane);
        if (left > 0) lines.set(lane, line.slice(left));
      }
    },
  };
}
