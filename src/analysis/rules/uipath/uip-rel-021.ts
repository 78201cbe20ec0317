/** A loop changes the very collection that it iterates over. */
import type { Expr } from '../../model/expr.ts';
import { derived } from '../../model/interning/derived.ts';
import { isLive, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity, Expression, Workflow } from '../../model/workflow.ts';
import { resolveSymbol, type SymbolTable, symbolTable } from '../../patterns/used-symbols.ts';
import { walk } from '../../semantics/visit.ts';

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

export const rule = defineRule({
  id: 'UIP-REL-021',
  version: 2,
  title: 'Collection changed while iterated',
  platforms: ['uipath'],
  category: 'reliability',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'The loop fails at its next turn with "Collection was modified; enumeration operation may not execute", after part of the work is done.',
  fix: 'Go through a copy: list.ToList or table.Copy.AsEnumerable in the loop. Or collect in a second list what is to be added or removed, and apply it behind the loop.',
  compliance: ['INTEG'],
  options: {},
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
  examples: {
    uipath: {
      bad: [
        `<Variable x:TypeArguments="sd:DataTable" Name="rows" />
<ui:ForEachRow DisplayName="Each order" DataTable="[rows]"><ui:ForEachRow.Body><ActivityAction x:TypeArguments="sd:DataRow">
  <Sequence><ui:RemoveDataRow DisplayName="Drop it" DataTable="[rows]" Row="[row]" /></Sequence></ActivityAction></ui:ForEachRow.Body></ui:ForEachRow>`,
        `<Variable x:TypeArguments="scg:List(x:String)" Name="names" />
<ui:ForEach x:TypeArguments="x:String" Values="[names]"><ui:ForEach.Body><ActivityAction x:TypeArguments="x:String">
  <InvokeMethod MethodName="Remove"><InvokeMethod.TargetObject><InArgument x:TypeArguments="x:Object">[names]</InArgument></InvokeMethod.TargetObject></InvokeMethod>
</ActivityAction></ui:ForEach.Body></ui:ForEach>`,
        `<ui:ForEach x:TypeArguments="sd:DataRow" Values="[orders.AsEnumerable()]"><ui:ForEach.Body><ActivityAction x:TypeArguments="sd:DataRow">
  <ui:InvokeCode Code="If row(0).ToString = &quot;&quot; Then table.Rows.Remove(row)"><ui:InvokeCode.Arguments>
    <InOutArgument x:TypeArguments="sd:DataTable" x:Key="table">[orders]</InOutArgument></ui:InvokeCode.Arguments></ui:InvokeCode></ActivityAction></ui:ForEach.Body></ui:ForEach>`,
        `<ui:ForEach x:TypeArguments="x:String" Values="[names]"><ui:ForEach.Body><ActivityAction x:TypeArguments="x:String">
  <ui:AppendItemToCollection x:TypeArguments="x:String" Collection="[names]" /></ActivityAction></ui:ForEach.Body></ui:ForEach>`,
      ],
      good: [
        `<ui:ForEach x:TypeArguments="x:String" Values="[names.ToList]"><ui:ForEach.Body><ActivityAction x:TypeArguments="x:String">
  <ui:RemoveFromCollection Collection="[names]" /></ActivityAction></ui:ForEach.Body></ui:ForEach>`,
        `<ui:ForEachRow DataTable="[rows]"><ui:ForEachRow.Body><ActivityAction x:TypeArguments="sd:DataRow">
  <ui:AddDataRow DataTable="[result]" /></ActivityAction></ui:ForEachRow.Body></ui:ForEachRow>`,
        `<ui:ForEach x:TypeArguments="sd:DataRow" Values="[orders.AsEnumerable()]"><ui:ForEach.Body><ActivityAction x:TypeArguments="sd:DataRow">
  <ui:InvokeCode Code="orders.Rows.Add(row)"><ui:InvokeCode.Arguments>
    <InArgument x:TypeArguments="sd:DataTable" x:Key="orders">[result]</InArgument></ui:InvokeCode.Arguments></ui:InvokeCode></ActivityAction></ui:ForEach.Body></ui:ForEach>`,
        // Near misses: no further row is read, and a list of the same name that belongs to the body.
        `<ui:ForEachRow DataTable="[rows]"><ui:ForEachRow.Body><ActivityAction x:TypeArguments="sd:DataRow">
  <Sequence><ui:RemoveDataRow DataTable="[rows]" /><ui:Break /></Sequence></ActivityAction></ui:ForEachRow.Body></ui:ForEachRow>`,
        `<Variable x:TypeArguments="scg:List(x:String)" Name="names" />
<ui:ForEach x:TypeArguments="x:String" Values="[names]"><ui:ForEach.Body><ActivityAction x:TypeArguments="x:String">
  <Sequence><Sequence.Variables><Variable x:TypeArguments="scg:List(x:String)" Name="names" /></Sequence.Variables>
    <ui:AddToCollection Collection="[names]" /></Sequence></ActivityAction></ui:ForEach.Body></ui:ForEach>`,
      ],
    },
  },
});
