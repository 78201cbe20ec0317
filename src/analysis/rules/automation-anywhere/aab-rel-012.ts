/** The inputs and outputs that a bot maps for another differ from the declared ones. */
import type { ArgumentFacts, BindingFacts } from '../../model/project.ts';
import type { Severity } from '../../model/rule.ts';
import { gatherNames, NamesInBots } from '../../patterns/automation-anywhere/names-in-bots.ts';
import { defineRule } from '../define-rule.ts';

/** Types that take no value of each other. Every other type, such as ANY, may take any value. */
const DISTINCT = new Set([
  'STRING',
  'NUMBER',
  'BOOLEAN',
  'DATETIME',
  'LIST',
  'DICTIONARY',
  'TABLE',
  'RECORD',
]);
const differ = (one: string, other: string): boolean =>
  one !== other && DISTINCT.has(one) && DISTINCT.has(other);

/** Returns the mismatch of an input or output with the called bot's declaration; undefined if the types fit. */
function typeProblem(bot: string, binding: BindingFacts, declared: ArgumentFacts): string | undefined {
  const { name, direction, type } = binding;
  if (!differ(type, declared.type)) return undefined;
  return direction === 'out'
    ? `"${bot}" returns "${name}" as ${declared.type}, but the variable that stores it is of type ${type}.`
    : `"${bot}" expects "${name}" as ${declared.type}, but gets a value of type ${type}.`;
}

/** Real bots keep mappings that became superfluous: they change nothing. */
const HARMLESS: { readonly severity: Severity } = { severity: 'low' };

export const rule = defineRule('AAB-REL-012', {
  level: 'project',
  gather: gatherNames,
  *check(project) {
    const names = new NamesInBots(project.clues);
    for (const workflow of project.workflows) {
      for (const call of workflow.calls) {
        const callee = project.calleeOf(workflow, call);
        if (callee.status !== 'found') continue;
        const { name: bot, arguments: all, file: group } = callee.workflow;
        const declared = all.filter(({ direction }) => direction !== 'out');
        const inputs = new Map(declared.map((argument) => [argument.name.toLowerCase(), argument]));
        const outputs = new Map(
          all.flatMap((argument) =>
            argument.direction === 'in' ? [] : [[argument.name.toLowerCase(), argument]],
          ),
        );
        const bound = new Set(
          call.bindings.flatMap(({ name, direction }) => (direction === 'out' ? [] : [name.toLowerCase()])),
        );
        const missing = declared.filter(
          ({ name, direction, isUsed, isGuarded, hasDefault }) =>
            direction === 'in' && isUsed && !isGuarded && !hasDefault && !bound.has(name.toLowerCase()),
        );
        let isRenamed = false;
        for (const binding of call.bindings) {
          const { name, direction } = binding;
          const isOutput = direction === 'out';
          const key = name.toLowerCase();
          const argument = (isOutput ? outputs : inputs).get(key);
          const subject = isOutput ? `output ${name}` : name;
          if (argument !== undefined) {
            const message = typeProblem(bot, binding, argument);
            if (message !== undefined)
              yield { in: workflow, at: call, subject: `type of ${subject}`, group, message };
            continue;
          }
          if (!isOutput) isRenamed = true;
          const message = isOutput ? `"${bot}" has no output "${name}".` : `"${bot}" has no input "${name}".`;
          const isHarmless = isOutput
            ? names.isUnread(workflow, call, name)
            : missing.length === 0 && !names.uses(callee.workflow, name);
          yield { in: workflow, at: call, subject, group, message, ...(isHarmless && HARMLESS) };
        }
        // One finding is enough after a renaming.
        if (isRenamed) continue;
        for (const { name } of missing) {
          const message = `"${bot}" does not get its input "${name}".`;
          yield { in: workflow, at: call, subject: name, group, message };
        }
      }
    }
  },
});
