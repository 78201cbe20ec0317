/** A text becomes a date or number as the machine's culture reads it. */
import type { Expr } from '../../model/expr.ts';
import { defineRule } from '../../model/rule.ts';
import { expressionTitle } from '../../patterns/code/expression-code.ts';
import { qualifiedName } from '../../semantics/callee.ts';

/** Functions whose only argument is read by the culture; those of types take nothing but texts. */
const PARSES = /(?:^|\.)(?:date|datetime|datetimeoffset|double|decimal|single)\.parse$/;
const CONVERTS = /^(?:cdate|cdbl|cdec|csng|(?:system\.)?convert\.to(?:datetime|double|decimal|single))$/;
/** Members that give a text; what else is converted may be a number already. */
const GIVES_TEXT = /^(?:tostring|trim|trimstart|trimend|replace|substring|tolower|toupper|remove)$/i;
/** A date that every culture reads alike. */
const SORTABLE = /^\d{4}-\d{2}-\d{2}(?:[T ].*)?$/;

/** Returns whether an argument is certainly a text in a form that depends on the culture. */
function isLocalText(tree: Expr): boolean {
  if (tree.kind === 'literal') return tree.type === 'text' && !SORTABLE.test(tree.value);
  const callee = tree.kind === 'call' ? tree.callee : tree;
  return callee.kind === 'member' && GIVES_TEXT.test(callee.name);
}

export const rule = defineRule({
  id: 'UIP-REL-022',
  version: 1,
  title: 'Parsing depends on the machine culture',
  platforms: ['uipath'],
  category: 'reliability',
  severity: 'low',
  confidence: 'high',
  kind: 'issue',
  preset: 'strict',
  why: 'The same text is another date or amount on a robot with another regional format: 01/02 is January or February, 1.500 is one and a half or fifteen hundred, and nothing fails.',
  fix: 'Give the culture that the text is written in: CultureInfo.InvariantCulture or New CultureInfo("de-DE") as the second argument, or ParseExact with the format.',
  compliance: ['INTEG'],
  controls: ['CWE-474'],
  options: {},
  level: 'callSite',
  callees: [
    ...['parse', 'cdate', 'cdbl', 'cdec', 'csng'],
    ...['todatetime', 'todouble', 'todecimal', 'tosingle'],
  ],
  *check({ call, at }, { workflow }) {
    const [argument, culture] = call.args;
    if (call.kind === 'new' || argument === undefined || culture !== undefined) return;
    const path = qualifiedName(call.callee);
    const name = path.toLowerCase();
    if (!PARSES.test(name) && !(CONVERTS.test(name) && isLocalText(argument.value))) return;
    const message = `In ${expressionTitle(workflow, at)} ${path} reads a text by the culture of the machine.`;
    yield { at, message, subject: `${at.name} ${path}` };
  },
  examples: {
    uipath: {
      bad: [
        `<Assign><Assign.Value><InArgument x:TypeArguments="s:DateTime">[DateTime.Parse(row("Due").ToString)]</InArgument></Assign.Value></Assign>`,
        `<Assign><Assign.Value><InArgument x:TypeArguments="x:Double">[CDbl(row("Amount").ToString.Trim)]</InArgument></Assign.Value></Assign>`,
        '<ui:InvokeCode Language="CSharp" Code="total = Convert.ToDecimal(&quot;1,500&quot;);" />',
      ],
      good: [
        `<Assign><Assign.Value><InArgument x:TypeArguments="s:DateTime">[DateTime.Parse(text, CultureInfo.InvariantCulture)]</InArgument></Assign.Value></Assign>`,
        `<Assign><Assign.Value><InArgument x:TypeArguments="s:DateTime">[DateTime.ParseExact(text, "dd.MM.yyyy", culture)]</InArgument></Assign.Value></Assign>`,
        // Near misses: a number already, a date of one reading, and whole numbers.
        `<Assign><Assign.Value><InArgument x:TypeArguments="x:Double">[CDbl(rows.Count) / 2 + Integer.Parse(text)]</InArgument></Assign.Value></Assign>`,
        `<Assign><Assign.Value><InArgument x:TypeArguments="s:DateTime">[CDate("2026-01-31")]</InArgument></Assign.Value></Assign>`,
        `<WriteLine Text="[&quot;DateTime.Parse(text)&quot;]" />`,
      ],
    },
  },
});
