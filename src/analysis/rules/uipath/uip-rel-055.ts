/** A text made of a value whose type has no text of its own. */
import type { Expr } from '../../model/expr.ts';
import { derived } from '../../model/interning/derived.ts';
import type { Expression, Variable, Workflow } from '../../model/workflow.ts';
import { isCallOf } from '../../semantics/callee.ts';
import { resolveSymbol, symbolTable } from '../../semantics/symbols.ts';
import { walk } from '../../semantics/visit.ts';
import { defineRule } from '../define-rule.ts';

/** Types of .NET and of the vendor whose `ToString` gives the name of the type; that of a table gives its own name. */
const WITHOUT_TEXT =
  /\[\]$|^(?:SecureString|DataTable|DataRow|DataSet|DataView|MailMessage|NetworkCredential|Image|Bitmap|MatchCollection|(?:I?List|I?Dictionary|HashSet|Queue|Stack)\b.*)$/;
/** Signs behind a name that becomes a text, and before one. */
const TEXT_BEHIND = /^\s?(?:\.tostring|[&+])/i;
const JOINED_BEFORE = /[&+]\s?$/;

/** Most names that are searched for in each expression of a workflow. */
const NAMES_MAX = 200;

/** Names of the values without a text, in lower case: most expressions name none of them and need no tree. */
const namesWithoutText = derived((workflow: Workflow): readonly string[] => [
  ...new Set(
    [...workflow.variables, ...workflow.arguments]
      .filter(({ name, type }) => name !== '' && WITHOUT_TEXT.test(type))
      .slice(0, NAMES_MAX)
      .map(({ name }) => name.toLowerCase()),
  ),
]);

function mayMakeText(text: string, names: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return names.some((name) => {
    for (let at = lower.indexOf(name); at !== -1; at = lower.indexOf(name, at + name.length)) {
      const end = at + name.length;
      const isWhole = !/[\w.]/.test(lower[at - 1] ?? ' ') && !/\w/.test(lower[end] ?? ' ');
      if (!isWhole) continue;
      const before = lower.slice(Math.max(0, at - 2), at);
      if (TEXT_BEHIND.test(lower.slice(end, end + 12)) || JOINED_BEFORE.test(before)) return true;
    }
    return false;
  });
}

const isText = (node: Expr): boolean =>
  (node.kind === 'literal' && node.type === 'text') || isCallOf(node, 'tostring');

/** Names that a query reads items under. */
const QUERY_NAMES = /\b(?:from|let|join|into|aggregate)\s(\w{1,100})|\b(\w{1,100})\s(?:in|as)\s/gi;

/** Returns the names in lower case that a query or lambda gives to its items: they hide variables. */
function itemNames({ text, tree }: Expression): ReadonlySet<string> {
  const names = [...text.matchAll(QUERY_NAMES)].map(([, first, second]) => first ?? second ?? '');
  for (const node of walk(tree)) if (node.kind === 'lambda') names.push(...node.parameters);
  return new Set(names.map((name) => name.toLowerCase()));
}

/** Returns the part of a node that becomes a text, and whether Visual Basic rejects the join. */
function textOf(node: Expr): readonly [part: Expr, isJoined: boolean] | undefined {
  const member = node.kind === 'call' && node.args.length === 0 ? node.callee : node;
  if (member.kind === 'member' && member.object !== null && /^tostring$/i.test(member.name))
    return [member.object, false];
  if (node.kind !== 'binary' || !/^[&+]$/.test(node.operator)) return undefined;
  if (isText(node.left)) return [node.right, true];
  return isText(node.right) ? [node.left, true] : undefined;
}

export const rule = defineRule('UIP-REL-055', {
  level: 'activity',
  // The compiler reports half of it there, and code may shadow names.
  notIn: ['uipath-coded-workflow'],
  *check(activity, { workflow }) {
    const names = namesWithoutText(workflow);
    if (names.length === 0) return;
    const isBasic = workflow.language === 'visual-basic';
    const symbolOf = (part: Expr): Variable | undefined => {
      if (part.kind !== 'reference') return undefined;
      const key = isBasic ? part.name.toLowerCase() : part.name;
      return resolveSymbol(workflow, symbolTable(workflow), key, activity.index);
    };
    for (const property of activity.properties) {
      const { expression } = property;
      if (expression === undefined || property.name === 'Code' || !mayMakeText(expression.text, names))
        continue;
      const hidden = itemNames(expression);
      for (const node of walk(expression.tree)) {
        const found = textOf(node);
        const symbol = found && symbolOf(found[0]);
        if (symbol === undefined || !WITHOUT_TEXT.test(symbol.type)) continue;
        if (hidden.has(symbol.name.toLowerCase())) continue;
        // Visual Basic joins the characters of an array.
        if (found![1] && isBasic && symbol.type === 'Char[]') continue;
        const shown = symbol.type === 'DataTable' ? 'the name of the table' : 'the name of its type';
        const outcome =
          found![1] && isBasic ? 'the workflow does not compile' : `the text is ${shown}, not what it holds`;
        const message = `"${activity.name}" makes a text of "${symbol.name}" (${symbol.type}): ${outcome}.`;
        yield { at: property, subject: symbol.name, message };
        break;
      }
    }
  },
});
