/**
 * Servers of production and of another environment in one project. Servers are of one system if their names differ in the
 * word for the environment alone: names of different systems say nothing about each other.
 */
import { ancestorsOf } from '../../model/navigate.ts';
import type { Clue, FoundClue } from '../../model/project.ts';
import type { Workflow } from '../../model/workflow.ts';
import { namedHosts, stagedHost } from '../../patterns/texts/environment-host.ts';
import { isNamedBeside } from '../../patterns/uipath/project/beside-process.ts';
import { defineRule } from '../define-rule.ts';

/** Branch of a decision: its index, and the way that is taken. */
type Choice = readonly [decision: number, way: string];
/** Ways that have to be taken to reach a server. */
interface HostFacts {
  readonly choices: readonly Choice[];
}

function choicesOf(workflow: Workflow, owner: number): readonly Choice[] {
  const choices: Choice[] = [];
  let inside = workflow.activities[owner];
  if (inside === undefined) return choices;
  for (const up of ancestorsOf(workflow, inside)) {
    if (up.role === 'branch') choices.push([up.index, inside.slot]);
    inside = up;
  }
  return choices;
}

function* hostClues(workflow: Workflow): Generator<Clue> {
  const seen = new Set<string>();
  for (const [text, hosts] of namedHosts(workflow)) {
    // A text with several servers chooses one, or lists them.
    if (hosts.size > 1) continue;
    const [host = ''] = hosts;
    const choices = choicesOf(workflow, text.owner);
    const key = `${host} ${choices.join(' ')}`;
    if (seen.has(key)) continue;
    seen.add(key);
    yield { at: text, text: host, data: { choices } satisfies HostFacts };
  }
}

/** Returns whether a run that reaches one server does not reach the other: a decision chooses between them. */
function excludes(one: FoundClue, other: FoundClue): boolean {
  if (one.in !== other.in) return false;
  const ways = new Map((one.data as HostFacts).choices);
  return (other.data as HostFacts).choices.some(
    ([decision, way]) => ways.has(decision) && ways.get(decision) !== way,
  );
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
      const others = same.filter(({ text }) => stagedHost(text).stage !== 'earlier');
      const pair = earlier.flatMap((one) => {
        const other = others.find((clue) => !excludes(one, clue));
        return other === undefined ? [] : [[one, other] as const];
      })[0];
      if (pair === undefined) continue;
      const [{ in: workflow, at, text }, other] = pair;
      const message = `The project uses ${text} here and ${other.text} in "${other.in.name}": they are of different environments.`;
      yield { in: workflow, at, subject: system, message };
    }
  },
});
