/** Tests of values in the settings of conditions and choices, by the rows about guards. */
import type { GuardRow } from '../../../facts/data-flow/row.ts';
import type { Expr } from '../../../model/expr.ts';
import type { Activity, Workflow } from '../../../model/workflow.ts';
import { cellsOf } from '../../cells/cells.ts';
import { WAY, type Ways } from '../../flow/ways.ts';
import type { Compiled } from '../tables/step-rows.ts';
import type { ValueUse } from '../use.ts';
import { useOf } from '../use-of.ts';
import { membersOfUse } from '../value-of-use.ts';
import { botConditionOutcome, flowConditionOutcome } from './branched-conditions.ts';
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
function isValue(node: Expr, { node: value, calls }: ValueUse): boolean {
  let at: Expr | null = node;
  for (let depth = 0; at !== null && depth < AROUND_MAX; depth += 1) {
    if (at === value) return true;
    const here: Expr = at;
    const passed = calls.find((call) => call.node === here);
    if (passed !== undefined && !SAME_TEXT.has(lastName(passed.name))) return false;
    if (here.kind === 'unary' && here.operator === 'cast') at = here.operand;
    else if (here.kind === 'member' || here.kind === 'index') at = here.object;
    else if (here.kind !== 'call') return false;
    else if (passed === undefined || here.callee.kind === 'member') at = here.callee;
    else at = here.args[0]?.value ?? null;
  }
  return false;
}

/** Returns the fixed texts that a call gets, or its object when it is made. */
function textsOf(call: Expr): readonly string[] {
  if (call.kind !== 'call') return [];
  const object = call.callee.kind === 'member' ? call.callee.object : null;
  const made = object?.kind === 'new' ? object.args : [];
  return [...call.args, ...made].flatMap(({ value }) => (value.kind === 'literal' ? [value.value] : []));
}

/** Values of one key that one setting tests, all with the same members. */
interface Tested {
  readonly workflow: Workflow;
  readonly activity: Activity;
  readonly key: string;
  readonly path: readonly string[];
  readonly uses: readonly ValueUse[];
}

/** Returns whether a call looks for a value in a text and not in a list. */
function looksInText({ workflow, activity }: Tested, call: Expr): boolean {
  const object = call.kind === 'call' && call.callee.kind === 'member' ? call.callee.object : null;
  if (object?.kind !== 'reference') return object?.kind === 'call' || object?.kind === 'binary';
  const { language } = workflow;
  const key = language === 'csharp' ? object.name : object.name.toLowerCase();
  const cells = cellsOf(workflow);
  return /^(?:System\.)?String$/i.test(cells.symbols[cells.of(key, activity.index)]?.type ?? '');
}

/** Returns whether a call is a test of a row. */
function isTest(tested: Tested, { row, isTarget }: Compiled<GuardRow>, call: Expr): boolean {
  const { functions, arguments: places, pattern } = row;
  if (functions === undefined || call.kind !== 'call') return false;
  const isPassed = tested.uses.some(({ calls }) => {
    const at = calls.findIndex(({ node }) => node === call);
    const inner = calls.slice(0, Math.max(0, at));
    return (
      at !== -1 &&
      isTarget(calls[at]!.name) &&
      (places === undefined || places.includes(calls[at]!.argument)) &&
      inner.every(({ name }) => SAME_TEXT.has(lastName(name)))
    );
  });
  if (!isPassed) return false;
  if (pattern !== undefined && !textsOf(call).some((text) => pattern.test(text))) return false;
  return row.isList !== true || !looksInText(tested, call);
}

const isFixed = (node: Expr): boolean =>
  node.kind === 'literal' && (node.type === 'text' || node.type === 'number' || node.type === 'character');

/** Returns whether a setting is the tested value, but for case and blanks. */
function isValueAt({ workflow, activity, key, path }: Tested, property: number): boolean {
  const expression = activity.properties[property]?.expression;
  if (expression === undefined) return false;
  return useOf(expression, key).some(
    (use) =>
      isValue(expression.tree, use) &&
      membersOfUse(use, key, workflow.language)?.join('\n') === path.join('\n'),
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
      return isWhole ? flowConditionOutcome(activity, (one) => isValueAt(tested, one)) : 0;
    case 'bot condition':
      return isWhole ? botConditionOutcome(activity) : 0;
    case undefined:
  }
  const equals = ({ left, right }: ComparedSides): boolean =>
    uses.some((use) => (isFixed(right) && isValue(left, use)) || (isFixed(left) && isValue(right, use)));
  return outcomeOf(tree, {
    isCall: (call) => isTest(tested, guard, call),
    isEquality: (comparison) => isEquality === true && equals(comparison),
  });
}

/** A test of a member of a key in a setting. */
export interface PassedTest {
  readonly guard: Compiled<GuardRow>;
  readonly path: readonly string[];
  readonly ways: Ways;
}

/** Returns the tests of a key in a setting. */
export function testsAt(
  workflow: Workflow,
  activity: Activity,
  property: number,
  { key, guards }: { readonly key: string; readonly guards: readonly Compiled<GuardRow>[] },
): readonly PassedTest[] {
  const { expression } = activity.properties[property]!;
  if (expression === undefined) return [];
  const byPath = new Map<string, { readonly path: readonly string[]; readonly uses: ValueUse[] }>();
  for (const use of useOf(expression, key)) {
    const path = membersOfUse(use, key, workflow.language);
    if (path === undefined) continue;
    const known = byPath.get(path.join('\n'));
    if (known === undefined) byPath.set(path.join('\n'), { path, uses: [use] });
    else known.uses.push(use);
  }
  const found: PassedTest[] = [];
  for (const { path, uses } of byPath.values())
    for (const guard of guards) {
      const ways = outcomeAt({ workflow, activity, key, path, uses }, guard, property);
      if (ways !== 0) found.push({ guard, path, ways });
    }
  return found;
}
