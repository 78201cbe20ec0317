/** Variables of UiPath workflows that are Nothing where a step needs their value. */
import { derived } from '../../../model/interning/derived.ts';
import { enclosing, liesIn, literalOf } from '../../../model/navigate.ts';
import type { Activity, Property, Variable, Workflow } from '../../../model/workflow.ts';
import { type Cells, cellsOf, isBoundByContainer } from '../../../semantics/cells/cells.ts';
import { heldAt, leadingTo, unavoidableFrom } from '../../../semantics/cells/order.ts';
import { BY_STEP, type Use, useCount, usesOfCell, WRITE } from '../../../semantics/cells/uses.ts';
import { smoothDominatorsOf } from '../../../semantics/flow/dominators.ts';
import { flowOf } from '../../../semantics/flow/flow-of.ts';
import { FLOW, type FlowGraph } from '../../../semantics/flow/graph.ts';
import { type Spend, stepLimit } from '../../work-limit.ts';
import { failsOnNothing } from './null-settings.ts';
import { isNothing, nullUse } from './null-use.ts';

/** Use of a variable that is Nothing there. */
export interface UnsetUse {
  readonly symbol: Variable;
  readonly step: Activity;
  readonly setting: Property;
  /** `always`: nothing else can be in it; otherwise what a run has gone past: a choice, or a step that failed. */
  readonly when: 'always' | 'choice' | 'failure';
  /** The choice or the step that failed; the last step that sets it to Nothing, or undefined, where it is so always. */
  readonly cause: Activity | undefined;
}

/** Types whose values can be Nothing; a type that is not here may be a structure. */
const REFERENCE =
  /\[\]$|^(?:String|Object|DataTable|DataRow|DataSet|DataView|SecureString|NetworkCredential|J(?:Object|Array|Token)|X(?:Document|Element)|Xml(?:Document|Node|Element)|MailMessage|QueueItem|UiElement|Browser|Window|FileInfo|DirectoryInfo|DatabaseConnection|WorkbookApplication|[A-Za-z]*Exception|(?:I?List|I?Dictionary|IEnumerable|ICollection|Collection|HashSet|Queue|Stack|IReadOnly(?:List|Collection|Dictionary)|SortedDictionary|ObservableCollection)(?:\b.*))$/;

/** Steps of all searches of one workflow together, for each activity and beside them. */
const STEPS_EACH = 256;
const STEPS_MORE = 1_000_000;

/** Returns whether a variable begins as Nothing, and no caller or container fills it. */
function beginsAsNothing(symbol: Variable): boolean {
  if (isBoundByContainer(symbol)) return false;
  if ('direction' in symbol && symbol.direction !== 'out') return false;
  const { default: initial } = symbol;
  if (initial === undefined) return true;
  return literalOf(initial) === undefined && isNothing(initial.expression!.tree);
}

const CLEARS = /nothing|null|default/i;

/** Indexes of the steps that may put Nothing into a variable: a look at the text, which costs no tree. */
const clearingSteps = derived(({ activities }: Workflow): ReadonlySet<number> => {
  const clearing = activities.filter(({ properties }) =>
    properties.some(({ name, text }) => name === 'Value' && CLEARS.test(text)),
  );
  return new Set(clearing.map(({ index }) => index));
});

/** Containers whose branches run side by side, in an order that no graph shows. */
const SIDE_BY_SIDE = /^(?:Parallel|Pick)/;
const CHOICES = /^(?:If|Switch|FlowDecision|FlowSwitch|IfElseIf(?:V\d)?)$/;

/** Uses of one variable, by what they mean for it. */
class SymbolUses {
  /** Nodes that give it a value, or may do so, or look whether it has one. */
  readonly settled = new Set<number>();
  /** Nodes that give it a value for certain. */
  readonly set = new Set<number>();
  readonly setToNothing = new Set<number>();
  /** Uses that need a value, by node. */
  readonly needs = new Map<number, Property>();
  private readonly workflow: Workflow;
  private readonly key: string;

  constructor(workflow: Workflow, cells: Cells, cell: number) {
    this.workflow = workflow;
    this.key = cells.keys[cell]!;
    for (const use of usesOfCell(cells.writes, cell)) this.addWrite(use);
    for (const { activity, property } of usesOfCell(cells.reads, cell))
      if (property !== BY_STEP) this.addRead(workflow.activities[activity]!, property);
  }

  private addWrite({ activity: index, grade }: Use): void {
    const activity = this.workflow.activities[index];
    if (activity === undefined || grade === WRITE.weak) return;
    const value = activity.properties.find(({ name }) => name === 'Value')?.expression;
    const isCleared = activity.type === 'Assign' && value !== undefined && isNothing(value.tree);
    if (isCleared) this.setToNothing.add(index);
    else this.settled.add(index);
    if (!isCleared && grade === WRITE.strong) this.set.add(index);
  }

  private addRead(activity: Activity, at: number): void {
    const property = activity.properties[at]!;
    const { expression } = property;
    if (expression === undefined || this.settled.has(activity.index)) return;
    const isWhole = expression.tokens.length === 1;
    const use = isWhole ? wholeUse(activity, property) : nullUse(expression.tree, this.key);
    if (use === 'fails' && !this.needs.has(activity.index)) this.needs.set(activity.index, property);
    if (use === 'tests') this.settled.add(activity.index);
  }
}

/** Returns what a step does with a setting that is Nothing. */
const wholeUse = (activity: Activity, property: Property): 'fails' | 'none' =>
  failsOnNothing(activity, property) ? 'fails' : 'none';

/** Search for the unset uses of one workflow. */
class UnsetSearch {
  private readonly workflow: Workflow;
  private readonly cells: Cells;
  private readonly graph: FlowGraph;
  private readonly spend: Spend;

  constructor(workflow: Workflow) {
    this.workflow = workflow;
    this.cells = cellsOf(workflow);
    this.graph = flowOf(workflow);
    this.spend = stepLimit(STEPS_MORE + STEPS_EACH * workflow.activities.length);
  }

  /** Returns the first use of a variable that has no value there; undefined when every use has one. */
  firstOf(symbol: Variable): UnsetUse | undefined {
    const cell = this.cells.ofSymbol(symbol);
    if (cell === -1 || useCount(this.cells.reads, cell) === 0) return undefined;
    const isCleared = [...usesOfCell(this.cells.writes, cell)].some(({ activity }) =>
      clearingSteps(this.workflow).has(activity),
    );
    const isEmpty = beginsAsNothing(symbol);
    if (!isCleared && (!isEmpty || this.isSetBefore(cell))) return undefined;
    const uses = new SymbolUses(this.workflow, this.cells, cell);
    if (uses.needs.size === 0) return undefined;
    const start = symbol.owner === -1 ? this.graph.start : symbol.owner;
    const { spend } = this;
    const empty = heldAt(this.graph, {
      from: isEmpty ? [start] : [],
      writtenAt: uses.setToNothing,
      isReplaced: (node) => uses.settled.has(node) || uses.needs.has(node),
      spend,
    });
    const reached = [...uses.needs.keys()].filter((node) => empty.has(node));
    if (reached.length === 0) return undefined;
    const filled = heldAt(this.graph, {
      from: isEmpty ? [] : [start],
      writtenAt: uses.settled,
      isReplaced: (node) => uses.setToNothing.has(node) || (isEmpty && node === start),
      spend,
    });
    for (const node of reached) {
      const isAlways = !filled.has(node) && !this.isSideBySide(node);
      const found = isAlways ? this.always(uses) : this.cause(uses, { empty, filled }, node);
      if (found === undefined) continue;
      return { symbol, step: this.workflow.activities[node]!, setting: uses.needs.get(node)!, ...found };
    }
    return undefined;
  }

  /** Returns whether the first write comes before every read as long as nothing fails, and no handler hides a failure. */
  private isSetBefore(cell: number): boolean {
    const first = usesOfCell(this.cells.writes, cell).next().value;
    if (first === undefined || first.grade === WRITE.weak || first.activity < 0) return false;
    const { activities } = this.workflow;
    const dominators = smoothDominatorsOf(this.workflow);
    const guard = enclosing(this.workflow, activities[first.activity]!, 'try', 'retry');
    for (const { activity } of usesOfCell(this.cells.reads, cell)) {
      if (activity < 0 || !dominators.dominates(first.activity, activity)) return false;
      if (guard !== undefined && !liesIn(this.workflow, activities[activity]!, guard)) return false;
    }
    return true;
  }

  private isSideBySide(node: number): boolean {
    const { activities } = this.workflow;
    for (let at = node; at >= 0; at = activities[at]!.parent)
      if (SIDE_BY_SIDE.test(activities[at]!.type)) return true;
    return false;
  }

  private always(uses: SymbolUses): Pick<UnsetUse, 'when' | 'cause'> {
    const last = Math.max(-1, ...uses.setToNothing);
    return { when: 'always', cause: this.workflow.activities[last] };
  }

  /** Returns the choice or failure behind which a run comes to a use without a value, in any case. */
  private cause(
    uses: SymbolUses,
    { empty, filled }: { readonly empty: ReadonlySet<number>; readonly filled: ReadonlySet<number> },
    node: number,
  ): Pick<UnsetUse, 'when' | 'cause'> | undefined {
    const { graph, spend } = this;
    const isUnavoidable = unavoidableFrom(graph, node, uses.settled, spend);
    const canStillSet = leadingTo(graph, uses.set, node, spend);
    const { heads, nodes, kinds } = graph.outgoing;
    for (const before of empty) {
      const step = this.workflow.activities[graph.ownerOf(before)];
      if (step === undefined || isUnavoidable(before) || !canStillSet.has(before)) continue;
      for (let edge = heads[before]!; edge < heads[before + 1]!; edge += 1) {
        const kind = kinds[edge]!;
        if (!isUnavoidable(nodes[edge]!)) continue;
        // A choice that comes again, as in the states of a framework, distinguishes the first time.
        if (kind === FLOW.branch && CHOICES.test(step.type) && !filled.has(before))
          return { when: 'choice', cause: step };
        if (kind === FLOW.error && uses.set.has(before)) return { when: 'failure', cause: step };
      }
    }
    return undefined;
  }
}

/** Yields for each variable of a workflow the first use of it that has no value there. */
export function* unsetUses(workflow: Workflow): Generator<UnsetUse> {
  let search: UnsetSearch | undefined;
  for (const symbol of [...workflow.variables, ...workflow.arguments]) {
    if (!symbol.enabled || !REFERENCE.test(symbol.type)) continue;
    search ??= new UnsetSearch(workflow);
    const found = search.firstOf(symbol);
    if (found !== undefined) yield found;
  }
}
