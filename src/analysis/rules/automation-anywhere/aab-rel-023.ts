/** A bot reads an output of another that no command there sets. */
import { isLive } from '../../model/navigate.ts';
import type { Workflow } from '../../model/workflow.ts';
import { gatherNames, NamesInBots } from '../../patterns/automation-anywhere/names-in-bots.ts';
import { writtenBy } from '../../patterns/automation-anywhere/read-conditions.ts';
import { defineRule } from '../define-rule.ts';

/** Begins the clue that names an output without a value. */
const UNSET = 'unset\n';
/** Types whose values commands change in place. */
const CHANGED_IN_PLACE = new Set(['DICTIONARY', 'LIST', 'TABLE', 'RECORD', 'ANY']);

/** Returns the keys of what live commands write, and of lists and tables that they mention. */
function setKeys(workflow: Workflow): ReadonlySet<string> {
  const set = new Set<string>();
  for (const command of workflow.activities) {
    if (!isLive(command)) continue;
    for (const key of writtenBy(command)) set.add(key);
  }
  for (const { key, type } of workflow.arguments)
    if (CHANGED_IN_PLACE.has(type) && workflow.mentions.keys.includes(key)) set.add(key);
  return set;
}

export const rule = defineRule('AAB-REL-023', {
  level: 'project',
  *gather(workflow) {
    yield* gatherNames(workflow);
    const set = setKeys(workflow);
    for (const { at, owner, name, key, direction, default: initial } of workflow.arguments)
      if (direction === 'out' && !set.has(key) && (initial?.text ?? '') === '')
        yield { at: { at, owner, name }, text: UNSET + name.toLowerCase() };
  },
  *check(project) {
    const ofOutputs = project.clues.filter(({ text }) => text.startsWith(UNSET));
    const unset = Map.groupBy(ofOutputs, (clue) => clue.in);
    const names = new NamesInBots(project.clues.filter((clue) => !clue.text.startsWith(UNSET)));
    for (const workflow of unset.size === 0 ? [] : project.workflows) {
      for (const call of workflow.calls) {
        const callee = project.calleeOf(workflow, call);
        if (callee.status !== 'found') continue;
        const outputs = new Set(unset.get(callee.workflow)?.map(({ text }) => text.slice(UNSET.length)));
        for (const { name, direction } of call.bindings) {
          if (direction !== 'out' || !outputs.has(name.toLowerCase())) continue;
          if (names.isUnread(workflow, call, name)) continue;
          yield {
            in: workflow,
            at: call,
            subject: `output ${name}`,
            group: callee.workflow.file,
            message: `"${call.step}" takes the output "${name}" of "${callee.workflow.name}", which no command there sets.`,
          };
        }
      }
    }
  },
});
