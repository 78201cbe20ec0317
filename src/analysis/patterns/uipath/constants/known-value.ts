/** Values of UiPath expressions that are the same in every run: texts, lists and dictionaries that literals make. */
import type { CallArgument, Expr } from '../../../model/expr.ts';
import { derived } from '../../../model/interning/derived.ts';
import type { Property, Workflow } from '../../../model/workflow.ts';
import { createdType } from '../../../semantics/callee.ts';
import { type Cells, cellsOf } from '../../../semantics/cells/cells.ts';
import { isKnownInput } from '../../../semantics/cells/known-inputs.ts';
import { definitionsAt, writersOf } from '../../../semantics/cells/order.ts';
import { BY_STEP, usesOfCell, WRITE } from '../../../semantics/cells/uses.ts';
import { flowOf } from '../../../semantics/flow/flow-of.ts';
import { childNodes } from '../../../semantics/visit.ts';

/** Value that an expression has in every run. */
export type KnownValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'items'; readonly items: readonly (KnownValue | undefined)[] }
  | { readonly kind: 'keys'; readonly keys: ReadonlySet<string> };

/** Methods that leave a list as it is. */
const SAME = new Set(['tolist', 'toarray', 'asenumerable']);
/** Members through which code reads a collection and changes nothing. */
const READS =
  /^(?:Count|Length|Keys|Values|Item|First|FirstOrDefault|Last|LastOrDefault|Single|SingleOrDefault|ElementAt|Any|All|Where|Select|Contains|ContainsKey|TryGetValue|ToList|ToArray|ToString|Max|Min|Sum|Average|OrderBy|Distinct|Take|Skip|AsEnumerable|Substring|Split)$/i;
const DEPTH_MAX = 20;
/** Most variables of one workflow whose definitions are searched for. */
const QUESTIONS_MAX = 200;

const isLiteral = (node: Expr | undefined, type: string): boolean =>
  node?.kind === 'literal' && node.type === type;

/** Returns the keys that the initialiser of a dictionary lists; undefined when one is computed. */
function keysOf(members: readonly CallArgument[]): ReadonlySet<string> | undefined {
  const keys = new Set<string>();
  for (const { value } of members) {
    const first = value.kind === 'list' ? value.items[0] : undefined;
    if (first?.kind !== 'literal' || first.type !== 'text') return undefined;
    keys.add(first.value);
  }
  return keys;
}

/** Returns whether an expression only reads a collection by its name. */
function onlyReads(tree: Expr, key: string): boolean {
  const isIt = (node: Expr | null): boolean => node?.kind === 'reference' && node.name.toLowerCase() === key;
  const open: Expr[] = [tree];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isIt(node)) return false;
    const object = node.kind === 'member' || node.kind === 'index' ? node.object : undefined;
    const isRead =
      (object !== undefined &&
        isIt(object) &&
        (node.kind === 'index' || READS.test((node as { name: string }).name))) ||
      (node.kind === 'call' && isIt(node.callee));
    for (const part of childNodes(node)) if (!(isRead && isIt(part))) open.push(part);
  }
  return true;
}

/** Known values of one workflow. */
export class KnownValues {
  private readonly workflow: Workflow;
  private readonly cells: Cells;
  private readonly trees = new Map<string, Expr | undefined>();

  constructor(workflow: Workflow) {
    this.workflow = workflow;
    this.cells = cellsOf(workflow);
  }

  /** Returns the value of a tree at a step; undefined when a run may change it. */
  at(tree: Expr, step: number, depth = 0): KnownValue | undefined {
    if (depth > DEPTH_MAX) return undefined;
    const inner = (node: Expr): KnownValue | undefined => this.at(node, step, depth + 1);
    switch (tree.kind) {
      case 'literal':
        if (tree.type === 'text') return { kind: 'text', text: tree.value };
        return tree.type === 'number' ? { kind: 'number', number: Number(tree.value) } : undefined;
      case 'list':
        return { kind: 'items', items: tree.items.map(inner) };
      case 'new':
        return createdValue(tree, inner);
      case 'reference': {
        const defined = this.definition(tree.name, step);
        return defined && inner(defined);
      }
      case 'call':
        return this.called(tree, inner);
      default:
        return undefined;
    }
  }

  private called(
    { callee, args }: Extract<Expr, { kind: 'call' }>,
    inner: (node: Expr) => KnownValue | undefined,
  ): KnownValue | undefined {
    if (callee.kind !== 'member' || callee.object === null) return undefined;
    const name = callee.name.toLowerCase();
    const [first] = args;
    if (SAME.has(name) && args.length === 0) return inner(callee.object);
    if (name !== 'split' || args.length !== 1 || first === undefined) return undefined;
    if (!isLiteral(first.value, 'text') && !isLiteral(first.value, 'character')) return undefined;
    const text = inner(callee.object);
    const by = (first.value as { value: string }).value;
    if (text?.kind !== 'text' || by === '') return undefined;
    return { kind: 'items', items: text.text.split(by).map((part) => ({ kind: 'text', text: part })) };
  }

  /** Returns the tree of the only value that a variable has at a step; undefined when it may have another. */
  private definition(name: string, step: number): Expr | undefined {
    const key = this.workflow.language === 'visual-basic' ? name.toLowerCase() : name;
    const place = `${key} ${step}`;
    if (this.trees.has(place)) return this.trees.get(place);
    if (this.trees.size >= QUESTIONS_MAX) return undefined;
    const cell = this.cells.of(key, step);
    const found = this.search(cell, step);
    // No step changes a text or number in its place.
    const tree = found === undefined || found.kind === 'literal' || !this.mayChange(cell) ? found : undefined;
    this.trees.set(place, tree);
    return tree;
  }

  private search(cell: number, step: number): Expr | undefined {
    const symbol = this.cells.symbols[cell];
    if (symbol === undefined || 'direction' in symbol) return undefined;
    const graph = flowOf(this.workflow);
    const found = definitionsAt(graph, writersOf(this.cells, cell), step);
    const [first, second] = found;
    // Without a default, the way on which nothing is assigned fails by itself.
    const isAssigned = second === undefined || (second === graph.start && symbol.default === undefined);
    if (first === undefined || found.length > 2 || !isAssigned) return undefined;
    if (first !== graph.start) return this.assignedBy(first);
    return symbol.default?.expression?.tree ?? textTree(symbol.default?.text);
  }

  private assignedBy(index: number): Expr | undefined {
    const { type, properties } = this.workflow.activities[index]!;
    const value = properties.find(({ name }) => name === 'Value');
    return type === 'Assign' ? (value?.expression?.tree ?? textTree(value?.text)) : undefined;
  }

  /** Returns whether a step may change a value in its place, as `Add` does. */
  private mayChange(cell: number): boolean {
    for (const { grade } of usesOfCell(this.cells.writes, cell)) if (grade !== WRITE.strong) return true;
    const key = this.cells.keys[cell]!.toLowerCase();
    for (const { activity: index, property } of usesOfCell(this.cells.reads, cell)) {
      const activity = this.workflow.activities[index];
      if (activity === undefined || property === BY_STEP) return true;
      const setting: Property = activity.properties[property]!;
      const tree = setting.expression?.tree;
      // The hole of a selector.
      if (tree === undefined) continue;
      if (tree.kind === 'reference' ? !readsWhole(activity.type, setting.name) : !onlyReads(tree, key))
        return true;
    }
    return false;
  }
}

/** Steps that change the collection in one of their settings. */
const CHANGES =
  /^(?:AddToCollection|RemoveFromCollection|ClearCollection|Append|Insert|InvokeMethod|MergeDataTable)/;

const readsWhole = (type: string, name: string): boolean =>
  isKnownInput(type, name) && !name.includes('.') && !CHANGES.test(type);

const textTree = (text: string | undefined): Expr | undefined =>
  text === undefined ? undefined : { kind: 'literal', type: 'text', value: text, start: 0, end: 0 };

function createdValue(
  tree: Extract<Expr, { kind: 'new' }>,
  inner: (node: Expr) => KnownValue | undefined,
): KnownValue | undefined {
  if (tree.args.length > 0 || tree.members.some(({ name }) => name !== undefined)) return undefined;
  const type = createdType(tree);
  if (type === 'Dictionary') {
    const keys = keysOf(tree.members);
    return keys && { kind: 'keys', keys };
  }
  if (tree.members.length === 0 && type !== 'List') return undefined;
  return { kind: 'items', items: tree.members.map(({ value }) => inner(value)) };
}

/** Returns the known values of a workflow. */
export const knownValuesOf = derived((workflow: Workflow) => new KnownValues(workflow));
