/** Name of a loop item or error in an API workflow that nothing around the step declares. */
import type { Expr } from '../../model/expr.ts';
import type { Expression, Workflow } from '../../model/workflow.ts';
import { isApiWorkflow } from '../../patterns/uipath/orchestration/kinds.ts';
import { walk } from '../../semantics/visit.ts';
import { defineRule } from '../define-rule.ts';

/** Names that the language itself gives; `$item` and `$index` are those of a loop that names none. */
const GIVEN: ReadonlySet<string> = new Set(
  '$context $workflow $input $output $runtime $task $secrets $authorization $item $index'.split(' '),
);
const DECLARES = /^(?:const|let|var|function|class)$/;

/** Returns the names that a script declares for itself. */
function localNames({ tokens, tree }: Expression): ReadonlySet<string> {
  const names = new Set<string>();
  tokens.forEach(({ text }, at) => {
    const before = tokens[at - 1]?.text ?? '';
    const isCaught = before === '(' && tokens[at - 2]?.text === 'catch';
    // `let a = 1, b = 2`
    const isNext = before === ',' && tokens[at + 1]?.text === '=';
    if (DECLARES.test(before) || isCaught || isNext) names.add(text);
    // `const { a, b: c } = …`
    if (DECLARES.test(before) && /^[{[]$/.test(text))
      for (
        let part = at + 1;
        part < Math.min(tokens.length, at + 64) && !/^[=;]$/.test(tokens[part]!.text);
        part += 1
      )
        names.add(tokens[part]!.text);
  });
  for (const node of walk(tree))
    if (node.kind === 'lambda') for (const name of node.parameters) names.add(name);
  return names;
}

/** Returns the names that a step gives to its script beside those of the run. */
function argumentNames({ activities }: Workflow, owner: number): readonly string[] {
  return (activities[owner]?.properties ?? []).flatMap(({ name, expression }) => {
    if (!name.startsWith('run.script.arguments')) return [];
    const tree: Expr | undefined = expression?.tree;
    const members = tree?.kind === 'new' ? tree.members.map((member) => member.name ?? '') : [];
    return [name.slice('run.script.arguments.'.length), ...members];
  });
}

function isDeclared({ activities, variables }: Workflow, key: string, owner: number): boolean {
  for (let at = owner; at !== -1; at = activities[at]!.parent)
    if (variables.some((variable) => variable.owner === at && variable.key === key)) return true;
  return false;
}

export const rule = defineRule('UIP-REL-101', {
  level: 'expression',
  languages: ['javascript'],
  *check(expression, { workflow }) {
    if (!isApiWorkflow(workflow)) return;
    const unknown = expression.mentions.filter(
      (key) =>
        key.startsWith('$') &&
        !key.includes('.') &&
        !GIVEN.has(key) &&
        !isDeclared(workflow, key, expression.owner),
    );
    if (unknown.length === 0) return;
    const own = new Set([...localNames(expression), ...argumentNames(workflow, expression.owner)]);
    for (const key of unknown)
      if (!own.has(key))
        yield {
          at: expression,
          subject: key,
          message: `"${expression.name}" reads "${key}", which no loop or handler around the step declares.`,
        };
  },
});
