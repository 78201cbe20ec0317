/** Origins of desktop flow variables, and which of them outside text cannot reach. */
import type { Expr } from '../../../model/expr.ts';
import { literalOf, propertyOf } from '../../../model/navigate.ts';
import type { Activity, Property, Value, Workflow } from '../../../model/workflow.ts';
import { piecesOf } from '../../../semantics/joined.ts';
import { walk } from '../../../semantics/visit.ts';

/** Activity that writes a variable, with the output that names it. */
export interface RobinWrite {
  readonly activity: Activity;
  readonly output: Property;
}

/** Returns the first name in a tree that is wanted. */
function firstName(tree: Expr | undefined, key?: string): string | undefined {
  if (tree === undefined) return undefined;
  for (const node of walk(tree))
    if (node.kind === 'reference' && (key === undefined || node.name.toLowerCase() === key)) return node.name;
  return undefined;
}

/** Returns the names of the variables in a tree. */
function variablesIn(tree: Expr): string[] {
  const names: string[] = [];
  for (const node of walk(tree)) if (node.kind === 'reference') names.push(node.name);
  return names;
}

const hasText = (tree: Expr): boolean =>
  piecesOf(tree).some(
    (piece) => piece.kind === 'literal' && piece.type === 'text' && piece.value.trim() !== '',
  );

/** Returns the variable that an output names: `Config` in `Config['Path']`. */
export function writtenName(output: Property): string {
  return firstName(output.expression?.tree) ?? '';
}

/** Maps each key to all writes of the variable. */
export function robinWritesOf(workflow: Workflow): ReadonlyMap<string, readonly RobinWrite[]> {
  const writes = new Map<string, RobinWrite[]>();
  for (const activity of workflow.activities) {
    for (const output of activity.properties) {
      if (output.direction !== 'out') continue;
      const key = writtenName(output).toLowerCase();
      const known = writes.get(key);
      if (known === undefined) writes.set(key, [{ activity, output }]);
      else known.push({ activity, output });
    }
  }
  return writes;
}

/** Variables that a value is followed through; a longer chain counts as foreign. */
const HOPS_MAX = 40;

/** Actions whose results are numbers, dates, or facts of the machine. */
const HARMLESS =
  /^(?:text\.tonumber|text\.convertdatetimetotext|text\.getlength|datetime\.|variables\.generaterandomnumber|variables\.truncatenumber|folder\.getspecialfolder|system\.getenvironmentvariable|workstation\.)/i;
const HARMLESS_TYPES: ReadonlySet<string> = new Set(['numeric', 'number', 'bool', 'boolean', 'datetime']);

/** Matches a `Text.Replace` that doubles quotation marks, as both SQL and PowerShell escape them. */
function doublesQuotes(activity: Activity): boolean {
  if (!activity.type.toLowerCase().startsWith('text.replace')) return false;
  const find = literalOf(propertyOf(activity, 'TextToFind'));
  return (find === "'" || find === '"') && literalOf(propertyOf(activity, 'ReplaceWith')) === find + find;
}

/** Queries on one workflow. */
export interface ValueOrigins {
  /** Returns whether every value of the variable is fixed, a number, a date, or has its quotation marks doubled. */
  isHarmless(key: string): boolean;
  /** Returns the first variable with foreign text that a value joins into its own, in the spelling of the value. */
  joinedInto(value: Value | undefined): string | undefined;
  /** Returns whether all that a value joins at once are parts of this set. */
  joinsOnly(value: Value, wanted: ReadonlySet<Expr>): boolean;
}

/** Prepares the writes of a workflow. */
export function originsOf(workflow: Workflow): ValueOrigins {
  const writes = robinWritesOf(workflow);
  const types = new Map(workflow.arguments.map((argument) => [argument.key, argument.type.toLowerCase()]));
  const known = new Map<string, boolean>();

  function isHarmlessWrite({ activity, output }: RobinWrite, hops: number): boolean {
    if (activity.type === 'Loop' || HARMLESS.test(activity.type) || doublesQuotes(activity)) return true;
    if (activity.type !== 'Set' || output.text !== writtenName(output)) return false;
    const value = propertyOf(activity, 'Value')!;
    return (
      value.expression === undefined || value.expression.mentions.every((key) => isHarmless(key, hops + 1))
    );
  }

  function isHarmless(key: string, hops = 0): boolean {
    const answer = known.get(key);
    if (answer !== undefined) return answer;
    if (hops > HOPS_MAX) return false;
    // A variable made from itself, such as a counter, is as harmless as its other values.
    known.set(key, true);
    const type = types.get(key);
    const found = writes.get(key) ?? [];
    const fromOutside = type === undefined ? found.length === 0 : !HARMLESS_TYPES.has(type);
    const last = found.at(-1);
    const cleaned = last !== undefined && doublesQuotes(last.activity);
    const harmless = cleaned || (!fromOutside && found.every((write) => isHarmlessWrite(write, hops)));
    known.set(key, harmless);
    return harmless;
  }

  function joined({ expression }: Value): string | undefined {
    if (expression === undefined || !hasText(expression.tree)) return undefined;
    const key = expression.mentions.find((mention) => !isHarmless(mention));
    return key === undefined ? undefined : firstName(expression.tree, key);
  }

  /** Returns the first variable with foreign text that an action appends to or inserts into a text. */
  function added(activity: Activity): string | undefined {
    const type = activity.type.toLowerCase();
    const isReplacing = type.startsWith('text.replace') && !doublesQuotes(activity);
    const setting = type.startsWith('text.appendline') ? 'LineToAppend' : isReplacing ? 'ReplaceWith' : '';
    const expression = propertyOf(activity, setting)?.expression;
    const key = expression?.mentions.find((mention) => !isHarmless(mention));
    return key === undefined ? undefined : firstName(expression?.tree, key);
  }

  const before = new Map<string, string | undefined>();

  /** Returns the first variable with foreign text in the text of a variable. */
  function joinedBefore(key: string): string | undefined {
    if (before.has(key)) return before.get(key);
    let found: string | undefined;
    for (const { activity } of writes.get(key) ?? []) {
      found = activity.type === 'Set' ? joined(propertyOf(activity, 'Value')!) : added(activity);
      if (found !== undefined) break;
    }
    before.set(key, found);
    return found;
  }

  return {
    isHarmless: (key) => isHarmless(key),
    joinsOnly({ expression }, wanted) {
      if (expression === undefined || !hasText(expression.tree)) return false;
      return piecesOf(expression.tree).every(
        (piece) => wanted.has(piece) || variablesIn(piece).every((name) => isHarmless(name.toLowerCase())),
      );
    },
    joinedInto(value) {
      if (value?.expression === undefined) return undefined;
      const here = joined(value);
      const { tree } = value.expression;
      return here === undefined && tree.kind === 'reference' ? joinedBefore(tree.name.toLowerCase()) : here;
    },
  };
}
