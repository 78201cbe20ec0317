/**
 * Servers of production and of another environment in one project. Servers are of one system if their names differ in the
 * word for the environment alone: names of different systems say nothing about each other.
 */
import type { Clue, FoundClue } from '../../model/project.ts';
import type { Workflow } from '../../model/workflow.ts';
import { isSite, stagedHost } from '../../patterns/texts/environment-host.ts';
import { type HostFacts, hostUses } from '../../patterns/texts/host-uses.ts';
import { isNamedBeside } from '../../patterns/uipath/project/beside-process.ts';
import { defineRule } from '../define-rule.ts';

function* hostClues(workflow: Workflow): Generator<Clue> {
  for (const { text, host, facts } of hostUses(workflow)) yield { at: text, text: host, data: facts };
}

/** Uses of one system that are compared with each other. */
const COMPARED_MAX = 100;

/** Returns whether a run uses one server in place of the other: a decision chooses, or the same variable gets both. */
function excludes(one: FoundClue, other: FoundClue): boolean {
  if (one.in !== other.in) return false;
  const [first, second] = [one.data as HostFacts, other.data as HostFacts];
  // A branch that overwrites the usual value.
  const isBranched = first.choices.length + second.choices.length > 0;
  if (isBranched && first.target !== '' && first.target === second.target) return true;
  if (first.apart.includes(second.owner)) return true;
  const ways = new Map(first.choices);
  return second.choices.some(([decision, way]) => ways.has(decision) && ways.get(decision) !== way);
}

/** Returns whether two servers of a system may be of different environments. */
function differs(earlier: FoundClue, other: FoundClue): boolean {
  const { stage } = stagedHost(other.text);
  return stage === 'production' || (stage === undefined && !isSite(stagedHost(earlier.text)));
}

export const rule = defineRule('XPL-CFG-001', {
  level: 'project',
  isEnoughAlone: true,
  gather: hostClues,
  *check({ clues }) {
    const used = clues.filter((clue) => !isNamedBeside(clue.in.file));
    for (const [system, same] of Map.groupBy(used, ({ text }) => stagedHost(text).system)) {
      if (system === '') continue;
      const earlier = same.filter(({ text }) => stagedHost(text).stage === 'earlier');
      const others = same.filter(({ text }) => stagedHost(text).stage !== 'earlier').slice(0, COMPARED_MAX);
      const otherOf = (one: FoundClue): FoundClue | undefined =>
        others.find((clue) => differs(one, clue) && !excludes(one, clue));
      const first = earlier.slice(0, COMPARED_MAX).find((one) => otherOf(one) !== undefined);
      if (first === undefined) continue;
      const { in: workflow, at, text } = first;
      const other = otherOf(first)!;
      const message = `The project uses ${text} here and ${other.text} in "${other.in.name}": they belong to different environments.`;
      yield { in: workflow, at, subject: system, message };
    }
  },
});
