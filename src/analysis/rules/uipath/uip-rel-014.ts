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

/** Returns whether a step hands the connection to code or workflows that this file does not show. */
const handsOn = ({ type, properties }: Activity, key: string): boolean =>
  type !== CLOSES &&
  type !== 'DatabaseConnect' &&
  !USES.test(type) &&
  properties.some(
    ({ name, expression }) => !/Condition$/.test(name) && expression?.mentions.includes(key) === true,
  );

/** Returns how a workflow leaves a connection open; undefined where it closes it. */
function leftOpen(workflow: Workflow, open: Activity, key: string, spend: () => void): string | undefined {
  const live = workflow.activities.filter(isLive);
  if (live.some((step) => handsOn(step, key))) return undefined;
  const closing = new Set(
    live.filter((step) => step.type === CLOSES && connectionOf(step) === key).map(({ index }) => index),
  );
  if (closing.size === 0) return 'no step of the workflow closes';
  const graph = flowOf(workflow);
  const through = (node: number): boolean => !closing.has(node);
  const behind = reachedAfter(graph, [open.index], { kinds: FORWARD, through, spend });
  return behind.has(graph.end) ? 'not every way to the end closes' : undefined;
}

export const rule = defineRule('UIP-REL-014', {
  level: 'workflow',
  words: ['databaseconnect'],
  *check(workflow) {
    const spend = stepLimit(LOOKS_MAX);
    for (const open of workflow.activities) {
      if (open.type !== 'DatabaseConnect' || !isLive(open)) continue;
      const key = connectionOf(open);
      const symbol = key && resolveSymbol(workflow, symbolTable(workflow), key, open.index);
      // An argument hands the connection to the caller.
      if (!key || !symbol || 'direction' in symbol) continue;
      const how = leftOpen(workflow, open, key, spend);
      if (how === undefined) continue;
      yield { at: open, subject: key, message: `"${open.name}" opens a connection that ${how}.` };
    }
  },
});
