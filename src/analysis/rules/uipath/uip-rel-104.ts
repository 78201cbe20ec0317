/** An assignment of an API workflow whose value goes to the outputs, while other steps read the variable. */
import type { Expr } from '../../model/expr.ts';
import type { Workflow } from '../../model/workflow.ts';
import { isApiWorkflow } from '../../patterns/uipath/orchestration/kinds.ts';
import { defineRule } from '../define-rule.ts';

/** Returns the members that an export fills: `{ ...$context, variables: … }` fills `variables`. */
function filledBy(tree: Expr): readonly string[] {
  return tree.kind === 'new' ? tree.members.flatMap(({ name }) => name ?? []) : [];
}

const readsVariable = ({ expressions }: Workflow, name: string, but: number): boolean =>
  expressions.some(({ mentions, owner }) => owner !== but && mentions.includes(`$context.variables.${name}`));

export const rule = defineRule('UIP-REL-104', {
  level: 'activity',
  languages: ['javascript'],
  types: ['Assign'],
  *check({ index, name, properties }, { workflow }) {
    if (!isApiWorkflow(workflow)) return;
    const exported = properties.find((property) => property.name === 'export.as');
    const filled = exported?.expression === undefined ? [] : filledBy(exported.expression.tree);
    if (filled.includes('variables') || !filled.includes('outputs')) return;
    for (const property of properties) {
      const variable = /^set\.([^.]+)$/.exec(property.name)?.[1];
      if (variable === undefined || !readsVariable(workflow, variable, index)) continue;
      yield {
        at: exported!,
        subject: variable,
        message: `The step "${name}" exports "${variable}" to the outputs, but other steps read the variable, which keeps its old value.`,
      };
    }
  },
});
