/** A loop changes the very collection that it iterates over. */
import type { Expr } from '../../model/expr.ts';
import { derived } from '../../model/interning/derived.ts';
import { isLive, propertyOf } from '../../model/navigate.ts';
import type { Activity, Expression, Workflow } from '../../model/workflow.ts';
import { resolveSymbol, type SymbolTable, symbolTable } from '../../semantics/symbols.ts';
import { walk } from '../../semantics/visit.ts';
import { defineRule } from '../define-rule.ts';

const LOOPS = new Set(['ForEach', 'ParallelForEach', 'ForEachRow']);
/** Properties that activities change, by type. The catalogue's RemoveDataColumn leaves the iterated rows alone. */
const CHANGES: ReadonlyMap<string, string> = new Map([
  ['AddDataRow', 'DataTable'],
  ['RemoveDataRow', 'DataTable'],
  ['ClearDataTable', 'DataTable'],
  ['AddToCollection', 'Collection'],
  ['RemoveFromCollection', 'Collection'],
  ['AppendItemToCollection', 'Collection'],
  ['AppendItemToList', 'List'],
  ['MergeDataTable', 'Destination'],
  ['ClearCollection', 'Collection'],
  ['InvokeMethod', 'TargetObject'],
]);
const METHOD =
  /^(?:Add|AddRange|Insert|InsertRange|InsertAt|Remove|RemoveAt|RemoveAll|RemoveRange|Clear|Delete|Push|Pop|Enqueue|Dequeue)$/;
const CODE_WORD = /Remove|Add|Clear|Insert|Delete/;

/** Views of a collection that iterate over the collection itself; `ToList` and the like are copies. */
const VIEW = /^(?:Rows|AsEnumerable|Keys|Values|Items)$/i;

/** Returns the key of the symbol in `list`, `table.Rows`; undefined for anything else, such as a copy. */
function symbolOf(expression: Expression | undefined): string | undefined {
  if (expression?.mentions.length !== 1) return undefined;
  const { tree } = expression;
  const view = tree.kind === 'call' && tree.args.length === 0 ? tree.callee : tree;
  const list = view.kind === 'member' && VIEW.test(view.name) ? view.object : tree;
  return list?.kind === 'reference' ? expression.mentions[0] : undefined;
}

/** Returns for each container the index of the last activity directly inside it that leaves a loop, or -1. */
const lastLeaves = derived(({ activities, children }: Workflow): readonly number[] =>
  children.map(
    (inside) =>
      inside.findLast((index) => {
        const { type, role, enabled } = activities[index]!;
        return enabled && (type === 'Break' || role === 'throw' || role === 'terminate');
      }) ?? -1,
  ),
);

/** Returns whether the loop is left right after the change: it takes no further item. */
function isLeftAfter(workflow: Workflow, { parent, index }: Activity): boolean {
  return parent >= 0 && lastLeaves(workflow)[parent]! > index;
}

/** Possible change of a collection: the activity and the expression that shows it. */
interface Change {
  readonly activity: Activity;
  readonly at: Expression;
}

const CHANGES_OWN_LIST = /^(?:Remove|RemoveAt|Add|Clear|Insert|InsertAt)$/i;

/** Yields the names of what code changes, as in `orders.Rows.Remove(row)`, in lower case. */
function* changedIn(tree: Expr): Generator<string> {
  for (const node of walk(tree)) {
    if (node.kind !== 'call' || node.callee.kind !== 'member') continue;
    const { name, object } = node.callee;
    const list = object?.kind === 'member' && /^rows$/i.test(object.name) ? object.object : object;
    if (list?.kind === 'reference' && CHANGES_OWN_LIST.test(name)) yield list.name.toLowerCase();
  }
}

/** Returns the keys of the collections that code changes. The code has them under the names of its arguments. */
function keysInCode(activity: Activity): readonly string[] {
  const code = propertyOf(activity, 'Code')?.expression;
  if (code === undefined || !CODE_WORD.test(code.text)) return [];
  const changed = new Set(changedIn(code.tree));
  return activity.properties.flatMap(({ name, expression }) => {
    const argument = /^Arguments\.(\w+)$/.exec(name)?.[1];
    if (argument === undefined || !changed.has(argument.toLowerCase())) return [];
    return symbolOf(expression) ?? [];
  });
}

/** Returns the expression by which an activity changes a collection, or undefined. */
function changeOf(activity: Activity): Expression | undefined {
  const name = CHANGES.get(activity.type);
  const target = name === undefined ? undefined : propertyOf(activity, name)?.expression;
  if (target === undefined) return undefined;
  const method = activity.type === 'InvokeMethod' ? propertyOf(activity, 'MethodName')?.text : 'Add';
  return METHOD.test(method ?? '') ? target : undefined;
}

/** Maps each key of a collection to the live activities that change it, in the order of the document. */
const changesByKey = derived(({ activities }: Workflow): ReadonlyMap<string, readonly Change[]> => {
  const changes = new Map<string, Change[]>();
  const add = (key: string, change: Change): void => {
    const known = changes.get(key);
    if (known === undefined) changes.set(key, [change]);
    else if (known.at(-1)!.activity !== change.activity) known.push(change);
  };
  for (const activity of activities) {
    if (!isLive(activity)) continue;
    if (activity.type === 'InvokeCode')
      for (const key of keysInCode(activity))
        add(key, { activity, at: propertyOf(activity, 'Code')!.expression! });
    const at = changeOf(activity);
    const key = symbolOf(at);
    if (at !== undefined && key !== undefined) add(key, { activity, at });
  }
  return changes;
});

/** Returns for each activity the index behind its content. */
const ends = derived(({ activities }: Workflow): readonly number[] => {
  const found = activities.map(({ index }) => index + 1);
  for (let index = activities.length - 1; index >= 0; index--) {
    const { parent } = activities[index]!;
    if (parent >= 0) found[parent] = Math.max(found[parent]!, found[index]!);
  }
  return found;
});

/** Yields the changes of a collection inside of a loop. */
function* changesIn(workflow: Workflow, loop: Activity, key: string): Generator<Change> {
  const changes = changesByKey(workflow).get(key) ?? [];
  let [low, high] = [0, changes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (changes[middle]!.activity.index <= loop.index) low = middle + 1;
    else high = middle;
  }
  const end = ends(workflow)[loop.index]!;
  for (; low < changes.length && changes[low]!.activity.index < end; low++) yield changes[low]!;
}

export const rule = defineRule('UIP-REL-021', {
  level: 'workflow',
  words: ['foreach'],
  *check(workflow) {
    let table: SymbolTable | undefined;
    // Of nested loops over one collection the outermost is enough: there may be hundreds of them.
    const reported = new Set<Activity>();
    for (const loop of workflow.activities) {
      if (!LOOPS.has(loop.type) || !isLive(loop)) continue;
      const source = propertyOf(loop, 'DataTable') ?? propertyOf(loop, 'Values');
      const key = symbolOf(source?.expression);
      if (key === undefined) continue;
      table ??= symbolTable(workflow);
      const symbol = resolveSymbol(workflow, table, key, loop.index);
      for (const { activity, at } of changesIn(workflow, loop, key)) {
        if (reported.has(activity)) continue;
        if (resolveSymbol(workflow, table, key, activity.index) !== symbol) continue;
        if (isLeftAfter(workflow, activity)) continue;
        reported.add(activity);
        yield {
          at,
          message: `"${activity.name}" changes "${symbol?.name ?? key}" while "${loop.name}" goes through it.`,
          subject: at.name,
        };
      }
    }
  },
});
