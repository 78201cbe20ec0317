/** A required input of an agent that neither a prompt nor a tool takes. */
import type { Clue } from '../../model/project.ts';
import type { Workflow } from '../../model/workflow.ts';
import { agentFolder } from '../../patterns/uipath/orchestration/agent-clues.ts';
import { isAgent } from '../../patterns/uipath/orchestration/kinds.ts';
import { defineRule } from '../define-rule.ts';

/** Setting of a tool that hands an input of the agent over: `$['customerEmail']`. */
const PATH = /(?:^|\.)argumentPath$/;

/** Yields the unused inputs of an agent, and the inputs that a resource takes. */
function* gather(workflow: Workflow): Generator<Clue> {
  const start = { at: 0, owner: -1, name: '' };
  for (const { properties } of workflow.activities)
    for (const { name, text } of properties)
      if (PATH.test(name)) yield { at: start, text, data: { kind: 'taken' } };
  if (!isAgent(workflow)) return;
  const used = new Set(workflow.expressions.flatMap(({ mentions }) => mentions));
  for (const field of workflow.arguments)
    if (field.direction === 'in' && field.modifiers?.includes('required') === true && !used.has(field.key))
      yield { at: field, text: field.name, data: { kind: 'unused', agent: workflow.name.slice(0, 60) } };
}

export const rule = defineRule('UIP-REL-117', {
  level: 'project',
  languages: ['javascript'],
  gather,
  *check({ clues }) {
    const read = clues.map((clue) => ({ ...clue, ...(clue.data as { kind: string; agent?: string }) }));
    const taken = Map.groupBy(
      read.filter(({ kind }) => kind === 'taken'),
      (clue) => agentFolder(clue.in.file),
    );
    for (const { kind, at, text, agent = '', in: file } of read) {
      if (kind !== 'unused') continue;
      if (taken.get(agentFolder(file.file))?.some((path) => path.text.includes(text)) === true) continue;
      const message = `The agent "${agent}" requires "${text}", and neither a prompt nor a tool takes it.`;
      yield { in: file, at, subject: text, message };
    }
  },
});
