/** Finds paths and addresses in a process that are valid in one environment only. */
import type { Expr } from '../../model/expr.ts';
import { derived } from '../../model/interning/derived.ts';
import { defineRule } from '../../model/rule.ts';
import type { Text } from '../../model/text.ts';
import type { Workflow } from '../../model/workflow.ts';
import { shownPlace } from '../../patterns/texts/shown-place.ts';
import { isCode } from '../../semantics/assigned.ts';
import { isServiceUrl } from '../../semantics/http-url.ts';
import { piecesOf } from '../../semantics/joined.ts';
import { isAbsolutePath, isProfilePath } from '../../semantics/local-path.ts';

/** Returns the place that a value is tied to, or undefined when it is valid anywhere. */
function tiedTo(text: string): string | undefined {
  const trimmed = text.trim();
  if (isServiceUrl(trimmed)) return 'an address';
  // The product runs on Windows: `/users/get` is the route of a service, and no one's folder.
  if (trimmed.includes('\n') || trimmed.startsWith('/') || !isAbsolutePath(trimmed)) return undefined;
  return isProfilePath(trimmed) ? "a path in one person's profile" : 'a path';
}

/** Words that every such value has. */
const WORDS = [':\\', ':/', '\\\\'];

/** Indexes the expressions of a workflow by position. */
const expressionAt = derived(
  ({ expressions }: Workflow) => new Map(expressions.map((expression) => [expression.at, expression])),
);

/** Collects the positions of initial values that each environment fills. */
const filledLater = derived(
  ({ variables }: Workflow) =>
    new Set(
      variables.flatMap(({ default: initial, modifiers }) =>
        initial !== undefined && modifiers?.includes('exposure:Environment') === true ? [initial.at] : [],
      ),
    ),
);

/** Returns the beginning of a joined path or address, when the folder or host is complete in it. */
function beginning(tree: Expr): string | undefined {
  const [first, second] = piecesOf(tree);
  if (first?.kind !== 'literal' || second === undefined) return undefined;
  return /^(?:[a-z]:\\(?!users\\$)[^\\]+\\|\\\\[^\\]+\\|https?:\/\/[^/]+\/)/i.test(first.value.trim())
    ? first.value
    : undefined;
}

/** Returns the fixed value at a text that is used when the process runs. */
function fixedValue(workflow: Workflow, { kind, at, text }: Text): string | undefined {
  if (kind === 'default') return filledLater(workflow).has(at) ? undefined : text;
  const expression = kind === 'expression' ? expressionAt(workflow).get(at) : undefined;
  if (expression === undefined || isCode(expression)) return undefined;
  return expression.literal ?? beginning(expression.tree);
}

export const rule = defineRule({
  id: 'BPR-CFG-001',
  version: 2,
  title: 'Path, URL or host as initial value',
  platforms: ['blue-prism'],
  category: 'configuration',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'The value differs between development, test and production, so the process must be changed by hand when it is released or a server moves.',
  fix: 'Create an environment variable (System > Objects > Environment Variables) with the value of each environment, and set Exposure of the data item to Environment; pass that data item where the literal stands now.',
  compliance: ['CONFIG'],
  options: {},
  examples: {
    'blue-prism': {
      bad: [
        '<stage stageid="d" name="Output Folder" type="Data"><datatype>text</datatype><initialvalue>C:\\Robots\\Output</initialvalue><private/></stage>',
        '<stage stageid="d" name="Service" type="Data"><datatype>text</datatype><initialvalue>https://crm.example.com/api</initialvalue></stage>',
        `<stage stageid="a" name="Open" type="Action"><onsuccess>end</onsuccess><resource object="MS Excel VBO" action="Open Workbook"/>
           <inputs><input type="text" name="File name" expr="&quot;\\\\fileserver\\invoices\\list.xlsx&quot;"/></inputs></stage>`,
        '<stage stageid="d" name="List" type="Data"><datatype>text</datatype><initialvalue>C:/Users/jane/list.xlsx</initialvalue></stage>',
        `<stage stageid="c" name="File" type="Calculation"><onsuccess>end</onsuccess>
           <calculation expression="&quot;D:\\Robots\\Output\\&quot; &amp; [Name] &amp; &quot;.xlsx&quot;" stage="File"/></stage>`,
      ],
      good: [
        `<stage stageid="c" name="File" type="Calculation"><onsuccess>end</onsuccess>
           <calculation expression="&quot;C:\\Users\\&quot; &amp; [User] &amp; &quot;\\list.xlsx&quot;" stage="File"/></stage>`,
        '<stage stageid="d" name="Output Folder" type="Data"><datatype>text</datatype><initialvalue>C:\\Robots\\Output</initialvalue><exposure>Environment</exposure></stage>',
        '<stage stageid="d" name="Route" type="Data"><datatype>text</datatype><initialvalue>/users/get</initialvalue><private/></stage>',
        '<stage stageid="d" name="Route" type="Data"><datatype>text</datatype><initialvalue>/home/orders/list</initialvalue><private/></stage>',
        '<stage stageid="d" name="Output Folder" type="Data"><datatype>text</datatype><initialvalue>Output\\Daily</initialvalue></stage>',
        '<stage stageid="d" name="Namespace" type="Data"><datatype>text</datatype><initialvalue>http://www.w3.org/2001/XMLSchema</initialvalue></stage>',
        `<stage stageid="a" name="Open" type="Action"><onsuccess>end</onsuccess><resource object="MS Excel VBO" action="Open Workbook"/>
           <inputs><input type="text" name="File name" expr="[Folder] &amp; &quot;\\list.xlsx&quot;"/></inputs></stage>`,
      ],
    },
  },
  level: 'text',
  words: WORDS,
  *check(text, { workflow }) {
    if (workflow.kind === 'blue-prism-release') return;
    const value = fixedValue(workflow, text);
    const what = value === undefined ? undefined : tiedTo(value);
    if (value === undefined || what === undefined) return;
    const title =
      text.kind === 'default'
        ? `The initial value of "${text.name}"`
        : `In "${workflow.activities[text.owner]!.name}" the value of ${text.name}`;
    yield { at: text, subject: text.name, message: `${title} is ${what}: ${shownPlace(value)}.` };
  },
});
