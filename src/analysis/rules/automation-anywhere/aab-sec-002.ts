/** A field or variable made for credentials holds text instead of a reference to a locker. */
import { literalOf } from '../../model/navigate.ts';
import type { Problem } from '../../model/rule.ts';
import type { Activity, Expression, Property, Variable } from '../../model/workflow.ts';
import { mask } from '../../patterns/secrets/mask.ts';
import { isPlaceholder } from '../../semantics/secretness/placeholder.ts';
import { defineRule } from '../define-rule.ts';

/** Types of variables that may stand in a credential field: the value stays protected. */
const PROTECTED = new Set(['CREDENTIAL', 'ANY', '']);
/** One reference and nothing around it. */
const ONE_REFERENCE = /^\s*\$[^$]+\$\s*$/;

type Variables = ReadonlyMap<string, Variable>;

/**
 * Returns the weakness of an expression in a credential field; undefined when it is one protected or unknown variable.
 */
function weakness(expression: Expression, variables: Variables): string | undefined {
  if (!ONE_REFERENCE.test(expression.text)) return 'is built from text and variables';
  const variable = variables.get(expression.mentions[0] ?? '');
  if (variable === undefined || PROTECTED.has(variable.type)) return undefined;
  return `takes its value from the ${variable.type} variable "${variable.name}"`;
}

/** Returns the problem with the value of a credential field. */
function problemOf(property: Property, variables: Variables): string | undefined {
  const literal = literalOf(property);
  if (literal === undefined) return weakness(property.expression!, variables);
  return isPlaceholder(literal) ? undefined : `contains the plain text ${mask(literal)}`;
}

function* fieldProblems(activity: Activity, variables: Variables): Generator<Problem> {
  const markers = activity.properties.filter(
    ({ name, text }) => text === 'CREDENTIAL' && name.endsWith('.type'),
  );
  if (markers.length === 0) return;
  const fields = new Set(markers.map(({ name }) => name.slice(0, -'.type'.length)));
  for (const property of activity.properties) {
    if (!fields.has(property.name) || property.direction === 'out') continue;
    const problem = problemOf(property, variables);
    if (problem === undefined) continue;
    yield {
      at: property,
      message: `The credential field "${property.name}" of "${activity.name}" ${problem}.`,
      subject: property.name,
    };
  }
}

export const rule = defineRule('AAB-SEC-002', {
  level: 'workflow',
  words: ['credential'],
  *check(workflow) {
    const declared = [...workflow.variables, ...workflow.arguments];
    const variables = new Map(declared.map((variable) => [variable.key, variable]));
    for (const activity of workflow.activities) yield* fieldProblems(activity, variables);
    for (const variable of declared) {
      const literal = variable.type === 'CREDENTIAL' ? literalOf(variable.default) : undefined;
      if (variable.default === undefined || literal === undefined || isPlaceholder(literal)) continue;
      yield {
        at: variable.default,
        message: `The credential variable "${variable.name}" has the plain text ${mask(literal)} as its default.`,
      };
    }
  },
});
