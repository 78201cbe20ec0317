/** A database connection that a workflow opens and does not close on each way to its end. */
import { isLive, propertyOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { stepLimit } from '../../patterns/work-limit.ts';
import { flowOf } from '../../semantics/flow/flow-of.ts';
import { FORWARD } from '../../semantics/flow/graph.ts';
import { reachedAfter } from '../../semantics/flow/search.ts';
import { resolveSymbol, symbolTable } from '../../semantics/symbols.ts';
import { defineRule } from '../define-rule.ts';

/** Links visited in one workflow. */
const LOOKS_MAX = 2_000_000;
const CLOSES = 'DatabaseDisconnect';
/** Steps of the package: they use the connection and do not keep it. */
const USES = /^(?:Execute(?:Non)?Query|InsertDataTable|Bulk(?:Insert|Update)|DatabaseTransaction)$/;

/** Returns the key of the variable that holds a connection. */
const connectionOf = (activity: Activity): string | undefined =>
  propertyOf(activity, 'DatabaseConnection')?.expression?.mentions[0];

/** Steps of a workflow that close connections, and connections that it hands on, by the keys of their variables. */
interface ConnectionUses {
  readonly closing: ReadonlyMap<string, ReadonlySet<number>>;
  /** Handed to code or workflows that this file does not show. */
  readonly handedOn: ReadonlySet<string>;
}

/** Collects the uses of connections. */
function usesIn(workflow: Workflow): ConnectionUses {
  const closing = new Map<string, Set<number>>();
  const handedOn = new Set<string>();
  for (const activity of workflow.activities) {
    const { type, index, properties } = activity;
    if (type === 'DatabaseConnect' || USES.test(type) || !isLive(activity)) continue;
    if (type === CLOSES) {
      const key = connectionOf(activity);
      if (key !== undefined) closing.set(key, (closing.get(key) ?? new Set()).add(index));
      continue;
    }
    for (const { name, expression } of properties)
      if (!/Condition$/.test(name)) for (const key of expression?.mentions ?? []) handedOn.add(key);
  }
  return { closing, handedOn };
}

/** Returns how a workflow leaves a connection open; undefined where it closes it. */
function leftOpen(
  workflow: Workflow,
  { open, closing }: { readonly open: Activity; readonly closing: ReadonlySet<number> | undefined },
  spend: () => void,
): string | undefined {
  if (closing === undefined) return 'no step of the workflow closes';
  const graph = flowOf(workflow);
  const through = (node: number): boolean => !closing.has(node);
  const behind = reachedAfter(graph, [open.index], { kinds: FORWARD, through, spend });
  return behind.has(graph.end) ? 'some path to the end does not close' : undefined;
}

export const rule = defineRule('UIP-REL-014', {
  level: 'workflow',
  words: ['databaseconnect'],
  *check(workflow) {
    const spend = stepLimit(LOOKS_MAX);
    const { closing, handedOn } = usesIn(workflow);
    for (const open of workflow.activities) {
      if (open.type !== 'DatabaseConnect' || !isLive(open)) continue;
      const key = connectionOf(open);
      const symbol = key && resolveSymbol(workflow, symbolTable(workflow), key, open.index);
      // An argument hands the connection to the caller.
      if (!key || !symbol || 'direction' in symbol || handedOn.has(key)) continue;
      const how = leftOpen(workflow, { open, closing: closing.get(key) }, spend);
      if (how === undefined) continue;
      yield { at: open, subject: key, message: `"${open.name}" opens a connection that ${how}.` };
    }
  },
});
