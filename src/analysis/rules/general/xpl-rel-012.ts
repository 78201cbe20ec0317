/** Finds conditions that compare something with itself, or test the same twice. */
import type { Expr } from '../../model/expr.ts';
import { defineRule } from '../../model/rule.ts';
import type { Expression } from '../../model/workflow.ts';
import { constantCondition } from '../../semantics/constant-condition.ts';
import { walk } from '../../semantics/visit.ts';

const TYPES = ['If', 'IfElseIfBlock', 'FlowDecision', 'While', 'DoWhile', 'Decision', 'LoopWhile'];
/** Settings with the conditions of these activities. */
const CONDITION = /^(?:Condition|ElseIf \d+|expression)$/;
const COMPARES: ReadonlySet<string> = new Set(['=', '==', '<>', '!=', '<', '<=', '>', '>=']);
const JOINS: ReadonlySet<string> = new Set(['and', 'andalso', '&&', 'or', 'orelse', '||']);
type BinaryNode = Extract<Expr, { kind: 'binary' }>;
/** Calls that give something else each time. */
const CHANGES = /\b(?:rnd|random|next|movenext|read\w*)\s*\(/i;

/**
 * Returns the operands of `a And b And c`.
 * @param inner chains in longer ones, which this adds to
 */
function operandsOf(node: BinaryNode, inner: Set<Expr>): Expr[] {
  const operands = [node.right];
  let { left } = node;
  for (; left.kind === 'binary' && left.operator === node.operator; left = left.left) {
    inner.add(left);
    operands.push(left.right);
  }
  return [...operands, left];
}

/** Returns whether an operand stands on both sides of an operator, or twice in a chain of one. */
function repeats({ text, tree }: Expression): boolean {
  // As it is written: texts that differ in case or blanks are different ones.
  const sourceOf = ({ start, end }: Expr): string => text.slice(start, end);
  const inner = new Set<Expr>();
  for (const node of walk(tree)) {
    if (node.kind !== 'binary' || inner.has(node)) continue;
    const isJoin = JOINS.has(node.operator);
    if (!isJoin && !COMPARES.has(node.operator)) continue;
    const operands = isJoin ? operandsOf(node, inner) : [node.left, node.right];
    const known = new Set<string>();
    for (const operand of operands) {
      const source = sourceOf(operand);
      if (known.has(source) && operand.kind !== 'literal' && !CHANGES.test(source)) return true;
      known.add(source);
    }
  }
  return false;
}

const when = (condition: string): string =>
  `<Variable x:TypeArguments="x:String" Name="city" /><If DisplayName="Complete?" Condition="[${condition}]"><If.Then><ui:LogMessage /></If.Then></If>`;
const decision = (expression: string): string =>
  `<stage stageid="d" name="Complete?" type="Decision"><decision expression="${expression}"/><ontrue>end</ontrue><onfalse>end</onfalse></stage>`;
const desktop = (condition: string): string => `SET Mail TO $'''a'''
IF ${condition} THEN
    CALL SendMail
END`;

export const rule = defineRule({
  id: 'XPL-REL-012',
  version: 1,
  title: 'Condition tests the same twice',
  platforms: ['uipath', 'power-automate', 'blue-prism'],
  category: 'reliability',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'One of the two was copied and not changed: what it should look at is never checked, so that the wrong way is taken when it matters.',
  fix: 'Put the value that was meant in place of one of them, or delete one.',
  compliance: ['ERR'],
  controls: ['CWE-571'],
  options: {},
  level: 'activity',
  types: TYPES,
  *check(activity, { workflow }) {
    for (const at of activity.properties) {
      if (!CONDITION.test(at.name) || at.expression === undefined) continue;
      // The rules for fixed outcomes say so, but for those of variables in desktop flows.
      if (workflow.platform !== 'power-automate' && constantCondition(at) !== undefined) continue;
      if (!repeats(at.expression)) continue;
      const message = `The condition of "${activity.name}" has the same on both sides of an operator.`;
      yield { at, subject: at.name.toLowerCase(), message };
    }
  },
  examples: {
    uipath: {
      bad: [
        when('city = &quot;&quot; Or city = &quot;&quot;'),
        when('row(&quot;Total&quot;).ToString &lt;&gt; row(&quot;Total&quot;).ToString'),
      ],
      good: [
        when('city = &quot;&quot; Or city = &quot;-&quot;'),
        when('row(&quot;Total&quot;).ToString &lt;&gt; row(&quot;Sum&quot;).ToString'),
        // Near misses: each call gives the next one, and texts in another case.
        when('reader.Next() AndAlso reader.Next()'),
        when('city = &quot;Bonn&quot; Or city = &quot;BONN&quot;'),
      ],
    },
    'power-automate': {
      bad: [
        desktop("(IsNotEmpty(Mail['Server']) AND IsNotEmpty(Mail['Server']))"),
        desktop("Mail['Server'] = Mail['Server']"),
      ],
      good: [
        desktop("(IsNotEmpty(Mail['Server']) AND IsNotEmpty(Mail['Port']))"),
        desktop("Mail['Server'] = Mail['Backup']"),
        // Near miss: the other rule reports fixed values.
        desktop('(1) = (1)'),
      ],
    },
    'blue-prism': {
      bad: [
        decision('[City]=&quot;&quot; OR [Name]=&quot;&quot; OR [City]=&quot;&quot;'),
        decision('[N]&gt;1 AND [M]&gt;1 AND [N]&gt;1'),
      ],
      good: [
        decision('[City]=&quot;&quot; OR [Name]=&quot;&quot;'),
        decision('[N]&gt;1 AND [M]&gt;1'),
        // Near miss: a range.
        decision('[N]&gt;1 AND [N]&lt;9'),
      ],
    },
  },
});
