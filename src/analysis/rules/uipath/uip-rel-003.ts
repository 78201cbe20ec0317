/** A catch that throws an exception without the one that it caught. */
import type { Expr } from '../../model/expr.ts';
import { enclosing, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import { walk } from '../../semantics/visit.ts';

/** Members of an exception that say neither where it happened nor what caused it. */
const TEXTS = /^(?:message|source)$/i;

const isNamed = (node: Expr | null, name: string): boolean =>
  node?.kind === 'reference' && node.name.toLowerCase() === name.toLowerCase();

/** Returns whether an expression uses the message of an exception, and nothing else of it. */
function usesTextOnly(tree: Expr, name: string): boolean {
  let uses = 0;
  let texts = 0;
  for (const node of walk(tree)) {
    if (isNamed(node, name)) uses += 1;
    if (node.kind === 'member' && TEXTS.test(node.name) && isNamed(node.object, name)) texts += 1;
  }
  return uses > 0 && uses === texts;
}

const attempt = (thrown: string): string =>
  `<TryCatch><TryCatch.Catches><Catch x:TypeArguments="s:Exception"><ActivityAction x:TypeArguments="s:Exception">
  <ActivityAction.Argument><DelegateInArgument x:TypeArguments="s:Exception" Name="exception" /></ActivityAction.Argument>
  <Sequence><ui:LogMessage Level="Error" Message="[exception.Message]" /><Throw DisplayName="Give up" Exception="[${thrown}]" /></Sequence>
</ActivityAction></Catch></TryCatch.Catches></TryCatch>`;

export const rule = defineRule({
  id: 'UIP-REL-003',
  version: 1,
  title: 'Original exception lost when re-thrown',
  platforms: ['uipath'],
  category: 'reliability',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'The job ends with the place of the Throw: which activity failed, with which type of exception and for which reason can no longer be told.',
  fix: 'Use "Rethrow", or pass the caught exception as the last argument of the new one: New BusinessRuleException("Order not found: " + exception.Message, exception).',
  compliance: ['ERR'],
  controls: ['CWE-397'],
  options: {},
  level: 'activity',
  types: ['Throw'],
  *check(activity, { workflow }) {
    const thrown = propertyOf(activity, 'Exception');
    const handler = enclosing(workflow, activity, 'catch');
    if (thrown?.expression === undefined || handler === undefined) return;
    const caught = workflow.variables.find(({ owner }) => owner === handler.index)?.name;
    if (caught === undefined || !thrown.text.toLowerCase().includes(caught.toLowerCase())) return;
    const { tree } = thrown.expression;
    const what = isNamed(tree, caught)
      ? 'throws the caught exception as if it were a new one'
      : tree.kind === 'new' && usesTextOnly(tree, caught) && 'keeps only the message of the caught exception';
    if (what) yield { at: thrown, message: `"${activity.name}" ${what}.` };
  },
  examples: {
    uipath: {
      bad: [
        attempt('exception'),
        attempt('New BusinessRuleException(&quot;Not found: &quot; + exception.Message)'),
        attempt(
          'New System.Exception(String.Format(in_Config(&quot;Failed&quot;), exception.Message, exception.Source))',
        ),
      ],
      good: [
        attempt('New BusinessRuleException(&quot;Not found: &quot; + exception.Message, exception)'),
        attempt('New BusinessRuleException(&quot;Not found&quot;)'),
        // Near misses: the text of the whole exception, and an exception of the author's own that is not the caught one.
        attempt('New Exception(exception.ToString)'),
        attempt('exceptionOfOrder'),
        '<Throw Exception="[New Exception(exception.Message)]" />',
      ],
    },
  },
});
