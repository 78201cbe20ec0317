/** A member of a connector's response that API workflows have one level deeper: behind `content`. */
import type { Expr } from '../../model/expr.ts';
import { derived } from '../../model/interning/derived.ts';
import type { Workflow } from '../../model/workflow.ts';
import { isApiWorkflow } from '../../patterns/uipath/orchestration/kinds.ts';
import { qualifiedName } from '../../semantics/callee.ts';
import { walk } from '../../semantics/visit.ts';
import { defineRule } from '../define-rule.ts';

const OUTPUTS = '$context.outputs';
const CALL = /^UiPath\.(?:Http|IntSvc)$/;
/** Members of every response, from the vendor's reference of expressions (UiPath/skills, 2026). */
const RESPONSE: ReadonlySet<string> = new Set(
  'statusCode statusText headers ok request content vendorProcessingTimeMs'.split(' '),
);

/** Returns the names under which an export puts the whole result of its step. */
function wholeResults(tree: Expr): readonly string[] {
  if (tree.kind !== 'new') return [];
  const outputs = tree.members.find(({ name }) => name === 'outputs')?.value;
  if (outputs?.kind !== 'new') return [];
  return outputs.members.flatMap(({ name, value }) =>
    name !== undefined && value.kind === 'reference' && value.name === '$output' ? name : [],
  );
}

/** Finds the outputs that calls fill, each with the name of its step; those that another step fills too are left out. */
const responsesOf = derived(({ activities }: Workflow) => {
  const responses = new Map<string, string | undefined>();
  for (const { name: step, properties } of activities) {
    const exported = properties.find(({ name }) => name === 'export.as')?.expression;
    const isCall = properties.some(({ name, text }) => name === 'call' && CALL.test(text));
    for (const output of exported === undefined ? [] : wholeResults(exported.tree))
      responses.set(output, isCall && !responses.has(output) ? step : undefined);
  }
  return responses;
});

/** Returns the name of an output that a node stands for: `$context.outputs.A`, or its form with brackets. */
function outputOf(node: Expr): string | undefined {
  if (node.kind === 'member')
    return node.object !== null && qualifiedName(node.object) === OUTPUTS ? node.name : undefined;
  const [key] = node.kind === 'index' && qualifiedName(node.object) === OUTPUTS ? node.args : [];
  return key?.value.kind === 'literal' ? key.value.value : undefined;
}

export const rule = defineRule('UIP-REL-133', {
  level: 'expression',
  languages: ['javascript'],
  words: ['outputs'],
  *check(expression, { workflow }) {
    if (!isApiWorkflow(workflow)) return;
    const responses = responsesOf(workflow);
    const reported = new Set<string>();
    for (const node of walk(expression.tree)) {
      if (node.kind !== 'member' || node.object === null || RESPONSE.has(node.name)) continue;
      const output = outputOf(node.object);
      const step = output === undefined ? undefined : responses.get(output);
      const subject = `${output}.${node.name}`;
      if (step === undefined || reported.has(subject)) continue;
      reported.add(subject);
      yield {
        at: expression,
        subject,
        message: `"${expression.name}" reads "${node.name}" of the response of "${step}", which has it in its content.`,
      };
    }
  },
});
