/** Test cases of an agent whose outcome does not depend on the agent. */
import type { Clue } from '../../model/project.ts';
import type { Workflow } from '../../model/workflow.ts';
import { agentsIn, gatherAgent } from '../../patterns/uipath/orchestration/agent-clues.ts';
import { defineRule } from '../define-rule.ts';

/** A test case as the reader of its set keeps it. */
type EvaluationCase = readonly [name: string, inputs: string, expected: string, expects: boolean];

/** Findings of one kind in one set: the first says it all. */
const PROBLEMS_MAX = 5;

function* casesIn({ settings }: Workflow): Generator<readonly [at: number, EvaluationCase]> {
  for (const [key, value] of settings)
    if (key.startsWith('case.')) yield [Number(key.slice('case.'.length)), JSON.parse(value)];
}

/** Yields what is wrong within one set. */
function* problemsOf(workflow: Workflow): Generator<Clue> {
  const answers = new Map<string, readonly [name: string, expected: string]>();
  const set = workflow.name;
  let count = 0;
  for (const [at, [name, inputs, expected, expects]] of casesIn(workflow)) {
    const same = inputs === '' ? undefined : answers.get(inputs);
    let text: string | undefined;
    if (!expects) text = `The test case "${name}" of "${set}" expects nothing.`;
    else if (same !== undefined && expected !== '' && same[1] !== '' && same[1] !== expected)
      text = `The test cases "${same[0]}" and "${name}" of "${set}" have the same inputs and expect different outputs.`;
    if (inputs !== '' && same === undefined) answers.set(inputs, [name, expected]);
    if (text === undefined) continue;
    yield { at: { at, owner: -1, name }, text };
    count += 1;
    if (count === PROBLEMS_MAX) return;
  }
}

export const rule = defineRule('UIP-OBS-102', {
  level: 'project',
  languages: ['javascript'],
  *gather(workflow) {
    yield* gatherAgent(workflow);
    if (workflow.kind === 'uipath-evaluation-set') yield* problemsOf(workflow);
  },
  *check({ clues }) {
    for (const { in: file, at, text, data } of clues)
      if (data === undefined) yield { in: file, at, subject: at.name, message: text };
    for (const { evaluations, evaluators } of agentsIn(clues)) {
      const ids = new Set(evaluators.map(({ facts }) => facts.id));
      for (const { in: file, at, facts } of evaluations) {
        if (facts.count === 0 || facts.evaluators === undefined) continue;
        const [missing] = facts.evaluators.filter((id) => !ids.has(id));
        let message: string | undefined;
        if (facts.evaluators.length === 0) message = `The evaluation set "${facts.name}" has no evaluator.`;
        // Without any evaluator, they are not among the files.
        else if (ids.size > 0 && missing !== undefined)
          message = `The evaluation set "${facts.name}" names the evaluator "${missing}", which does not exist.`;
        if (message !== undefined) yield { in: file, at, subject: 'evaluators', message };
      }
    }
  },
});
