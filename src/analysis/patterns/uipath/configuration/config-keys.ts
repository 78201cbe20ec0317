/** Keys of dictionaries that hold the settings of a workbook: which the workflows read, write and test. */
import type { CallArgument, Expr } from '../../../model/expr.ts';
import { isAnchorLive } from '../../../model/navigate.ts';
import type { Clue } from '../../../model/project.ts';
import type { Expression, Workflow } from '../../../model/workflow.ts';
import { walk } from '../../../semantics/visit.ts';

/** Fact about settings at one place. */
export type ConfigClue =
  /**
   * The name of a setting in a workbook; `isStandard`: on a sheet of the vendor's framework; `isSetting`: there with a
   * value beside it.
   */
  | { readonly kind: 'name'; readonly key: string; readonly isStandard: boolean; readonly isSetting: boolean }
  /** A workflow names a workbook. */
  | { readonly kind: 'file'; readonly name: string }
  /** The value of a key is read. */
  | { readonly kind: 'read'; readonly key: string }
  /** A key is set, or tested before it is read. */
  | { readonly kind: 'known'; readonly key: string }
  /** A dictionary of settings goes where its keys are not followed. */
  | { readonly kind: 'open' };

const DICTIONARY = /^(?:I|IReadOnly)?Dictionary\b/;
const SETTINGS = /config(?:uration)?$/i;
/** Sheets that the vendor's framework reads. */
const STANDARD_SHEET = /^(?:settings|constants)$/i;
const WORKBOOK_NAME = /[^\\/"'<>|:*?\n\r]{1,80}\.xlsx/gi;
/** Methods that set or test a key. */
const SETS_OR_TESTS = /^(?:Add|TryAdd|ContainsKey|TryGetValue|Remove|GetValueOrDefault)$/i;

/** Returns the keys of the symbols of a workflow that are such dictionaries. */
function dictionariesOf({ variables, arguments: own }: Workflow): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { key, name, type } of [...variables, ...own])
    if (DICTIONARY.test(type) && SETTINGS.test(name)) found.add(key);
  return found;
}

/** Returns the text of the only argument of a call; undefined for any other. */
function onlyText(args: readonly CallArgument[]): string | undefined {
  const [only] = args;
  return args.length === 1 && only?.value.kind === 'literal' && only.value.type === 'text'
    ? only.value.value
    : undefined;
}

const isOne = (expr: Expr | null, dictionaries: ReadonlySet<string>): boolean =>
  expr?.kind === 'reference' && (dictionaries.has(expr.name) || dictionaries.has(expr.name.toLowerCase()));

/** Returns the key that a node reads, sets or tests. */
function keyIn(
  node: Expr,
  dictionaries: ReadonlySet<string>,
): { readonly key: string; readonly isRead: boolean } | undefined {
  if (node.kind === 'index' && isOne(node.object, dictionaries)) {
    const key = onlyText(node.args);
    return key === undefined ? undefined : { key, isRead: true };
  }
  if (node.kind !== 'call') return undefined;
  const { callee, args } = node;
  if (isOne(callee, dictionaries)) {
    const key = onlyText(args);
    return key === undefined ? undefined : { key, isRead: true };
  }
  if (callee.kind !== 'member' || !isOne(callee.object, dictionaries)) return undefined;
  const key = onlyText(args.slice(0, 1));
  if (key === undefined) return undefined;
  if (SETS_OR_TESTS.test(callee.name)) return { key, isRead: false };
  return /^Item$/i.test(callee.name) ? { key, isRead: true } : undefined;
}

function* cluesOfExpression(
  expression: Expression,
  isWritten: boolean,
  dictionaries: ReadonlySet<string>,
): Generator<Clue> {
  const { tree } = expression;
  const set = new Set<Expr>(isWritten ? [tree] : []);
  // Handed on whole, it is a dictionary of the callee, whose own reads count.
  let open = isOne(tree, dictionaries) ? -1 : 0;
  for (const node of walk(tree)) {
    if (isOne(node, dictionaries)) open += 1;
    // Code sets an element by an assignment.
    if (node.kind === 'binary' && node.operator === '=' && isWritten) set.add(node.left);
    const found = keyIn(node, dictionaries);
    if (found === undefined) continue;
    open -= 1;
    const clue: ConfigClue = { kind: found.isRead && !set.has(node) ? 'read' : 'known', key: found.key };
    yield { at: expression, data: clue };
  }
  const isFilled = isWritten && tree.kind !== 'reference';
  if (open > 0 && !isFilled) yield { at: expression, data: { kind: 'open' } };
}

function* namedWorkbooks(text: string): Generator<ConfigClue> {
  if (!text.includes('.xlsx')) return;
  for (const [name] of text.matchAll(WORKBOOK_NAME)) yield { kind: 'file', name: name.trim().toLowerCase() };
}

/** Yields what a workbook or a workflow says about settings. */
export function* gatherConfigKeys(workflow: Workflow): Generator<Clue> {
  const { kind, variables, arguments: own, expressions, activities } = workflow;
  if (kind === 'uipath-workbook') {
    const valued = new Set(
      variables.flatMap(({ key, modifiers }) => (modifiers?.includes('name') ? [] : [key])),
    );
    for (const { modifiers, default: value, at, owner, name } of variables) {
      if (value === undefined || modifiers?.includes('name') !== true) continue;
      const isStandard = STANDARD_SHEET.test(value.name);
      const isSetting = isStandard && valued.has(value.text.toLowerCase());
      const clue: ConfigClue = { kind: 'name', key: value.text, isStandard, isSetting };
      yield { at: { at, owner, name }, data: clue };
    }
    return;
  }
  const start = { at: 0, owner: -1, name: '' };
  const dictionaries = dictionariesOf(workflow);
  for (const { default: value } of [...variables, ...own])
    for (const clue of namedWorkbooks(value?.text ?? '')) yield { at: start, data: clue };
  for (const activity of activities)
    for (const { expression, text } of activity.properties)
      if (expression === undefined)
        for (const clue of namedWorkbooks(text)) yield { at: activity, data: clue };
  const written = new Set<Expression | undefined>();
  if (dictionaries.size > 0)
    for (const { properties } of activities)
      for (const { direction, expression } of properties) if (direction === 'out') written.add(expression);
  for (const expression of expressions) {
    for (const clue of namedWorkbooks(expression.text)) yield { at: expression, data: clue };
    if (dictionaries.size === 0 || !expression.mentions.some((key) => dictionaries.has(key))) continue;
    if (isAnchorLive(workflow, expression))
      yield* cluesOfExpression(expression, written.has(expression), dictionaries);
  }
}
