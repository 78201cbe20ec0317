/** Tests of values in the settings of conditions and choices, by the rows about guards. */
import type { GuardRow } from '../../../facts/data-flow/row.ts';
import type { OwnTables } from '../../../model/data-flow/own-rows.ts';
import type { Expr } from '../../../model/expr.ts';
import type { Activity, Workflow } from '../../../model/workflow.ts';
import { WAY, type Ways } from '../../flow/ways.ts';
import type { Compiled } from '../tables/step-rows.ts';
import type { ValueUse } from '../use.ts';
import { useOf } from '../use-of.ts';
import { membersOfUse } from '../value-of-use.ts';
import { botConditionOutcome, flowConditionOutcome } from './branched-conditions.ts';
import { isOtherList } from './other-list.ts';
import { type ComparedSides, outcomeOf } from './outcome.ts';

/** Functions that leave a text the same but for its case and the blanks around it. */
const SAME_TEXT: ReadonlySet<string> = new Set(
  `trim trimstart trimend tostring tolower toupper tolowerinvariant toupperinvariant lcase ucase cstr string coalesce
  lower upper`.split(/\s+/),
);
/** Calls around a value that are looked through. */
const AROUND_MAX = 20;

const lastName = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** Returns whether an expression is the value of a use, but for case and blanks. */
function isValue(node: Expr | null, { node: value, calls }: ValueUse): boolean {
  let at: Expr | null = node;
  for (let depth = 0; at !== null && depth < AROUND_MAX; depth += 1) {
    if (at === value) return true;
    const here: Expr = at;
    const passed = calls.find((call) => call.node === here);
    if (passed !== undefined && !SAME_TEXT.has(lastName(passed.name))) return false;
    // `Trim` with characters may take any of them away.
    if (here.kind === 'call' && here.callee.kind === 'member' && here.args.length > 0 && passed !== undefined)
      return false;
    if (here.kind === 'unary' && here.operator === 'cast') at = here.operand;
    else if (here.kind === 'member' || here.kind === 'index') at = here.object;
    else if (here.kind !== 'call') return false;
    else if (passed === undefined || here.callee.kind === 'member') at = here.callee;
    else at = here.args[0]?.value ?? null;
  }
  return false;
}

/** Returns what a call gets, or its object when it is made. */
function argumentsOf(call: Expr): readonly Expr[] {
  if (call.kind !== 'call') return [];
  const object = call.callee.kind === 'member' ? call.callee.object : null;
  const made = object?.kind === 'new' ? object.args : [];
  return [...call.args, ...made].map(({ value }) => value);
}

/** Values of one key that one setting tests, all with the same members. */
interface Tested {
  readonly workflow: Workflow;
  readonly activity: Activity;
  readonly key: string;
  readonly path: readonly string[];
  readonly uses: readonly ValueUse[];
  readonly own: OwnTables | undefined;
}

/** Returns whether a part of options is the one by which `^` and `$` mean lines. */
const isMultiline = (node: Expr, depth = 0): boolean =>
  node.kind === 'binary'
    ? depth > AROUND_MAX || isMultiline(node.left, depth + 1) || isMultiline(node.right, depth + 1)
    : node.kind !== 'literal' && 'name' in node && /^multiline$/i.test(node.name);

/** Returns whether a call tests a whole text by a pattern. */
function hasPattern(isPattern: (text: string) => boolean, call: Expr): boolean {
  const given = argumentsOf(call);
  return (
    !given.some((one) => isMultiline(one)) &&
    given.some((one) => one.kind === 'literal' && isPattern(one.value))
  );
}

/** Returns whether a part of a setting is a list of other data. */
function isListAt({ workflow, activity, key }: Tested, property: number, list: Expr): boolean {
  const uses = useOf(activity.properties[property]!.expression!, key);
  return isOtherList(list, { workflow, activity, isKey: (one) => uses.some(({ node }) => node === one) });
}

/** Returns whether a call is a test of a row. */
function isTest(
  tested: Tested,
  property: number,
  { row, isTarget }: Compiled<GuardRow>,
  call: Expr,
): boolean {
  const { functions, arguments: places } = row;
  if (functions === undefined || call.kind !== 'call') return false;
  const object = call.callee.kind === 'member' ? call.callee.object : null;
  const isPassed = tested.uses.some((use) => {
    const passed = use.calls.find(({ node }) => node === call);
    if (passed === undefined || !isTarget(passed.name)) return false;
    const { argument } = passed;
    const given = argument === -1 ? object : call.args[argument]?.value;
    return (places === undefined || places.includes(argument)) && isValue(given ?? null, use);
  });
  if (!isPassed || (row.isPattern !== undefined && !hasPattern(row.isPattern, call))) return false;
  const list = object ?? call.args[0]?.value;
  return row.isList !== true || (list !== undefined && isListAt(tested, property, list));
}

const isFixed = (node: Expr): boolean =>
  node.kind === 'literal' && (node.type === 'text' || node.type === 'number' || node.type === 'character');

/** Returns whether a setting is the tested value, but for case and blanks. */
function isValueAt({ workflow, activity, key, path, own }: Tested, property: number): boolean {
  const expression = activity.properties[property]?.expression;
  if (expression === undefined) return false;
  return useOf(expression, key).some(
    (use) =>
      isValue(expression.tree, use) &&
      membersOfUse(use, key, workflow.language, own)?.join('\n') === path.join('\n'),
  );
}

/** Returns the ways on which a value has passed a test of a row in a setting; 0 for none. */
function outcomeAt(tested: Tested, guard: Compiled<GuardRow>, property: number): Ways {
  const { activity, uses } = tested;
  const { tree } = activity.properties[property]!.expression!;
  const { isEquality, is } = guard.row;
  const isWhole = uses.some((use) => isValue(tree, use));
  switch (is) {
    case 'choice':
      return isWhole ? WAY.inCase : 0;
    case 'flow condition':
      return isWhole
        ? flowConditionOutcome(activity, {
            isValue: (one) => isValueAt(tested, one),
            isList: (one) => {
              const expression = activity.properties[one]?.expression;
              return expression !== undefined && isListAt(tested, one, expression.tree);
            },
          })
        : 0;
    case 'bot condition':
      return isWhole ? botConditionOutcome(activity) : 0;
    case undefined:
  }
  const equals = ({ left, right }: ComparedSides): boolean =>
    uses.some((use) => (isFixed(right) && isValue(left, use)) || (isFixed(left) && isValue(right, use)));
  return outcomeOf(tree, {
    isCall: (call) => isTest(tested, property, guard, call),
    isEquality: (comparison) => isEquality === true && equals(comparison),
  });
}

/** A test of a member of a key in a setting. */
export interface PassedTest {
  readonly guard: Compiled<GuardRow>;
  readonly path: readonly string[];
  readonly ways: Ways;
}

/** Tests that are looked for: those of one key. */
interface TestsSought {
  readonly key: string;
  readonly guards: readonly Compiled<GuardRow>[];
  /** Tables of a policy pack. */
  readonly own: OwnTables | undefined;
}

/** Returns the tests of a key in a setting. */
export function testsAt(
  workflow: Workflow,
  activity: Activity,
  property: number,
  { key, guards, own }: TestsSought,
): readonly PassedTest[] {
  const { expression } = activity.properties[property]!;
  if (expression === undefined) return [];
  const byPath = new Map<string, { readonly path: readonly string[]; readonly uses: ValueUse[] }>();
  for (const use of useOf(expression, key)) {
    const path = membersOfUse(use, key, workflow.language, own);
    if (path === undefined) continue;
    const known = byPath.get(path.join('\n'));
    if (known === undefined) byPath.set(path.join('\n'), { path, uses: [use] });
    else known.uses.push(use);
  }
  const found: PassedTest[] = [];
  for (const { path, uses } of byPath.values())
    for (const guard of guards) {
      const ways = outcomeAt({ workflow, activity, key, path, uses, own }, guard, property);
      if (ways !== 0) found.push({ guard, path, ways });
    }
  return found;
}
