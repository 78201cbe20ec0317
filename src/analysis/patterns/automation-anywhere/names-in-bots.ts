/** Names of variables in bots, for checks of what a bot hands to another one. */
import { isAnchorLive } from '../../model/navigate.ts';
import type { CallFacts, Clue, FoundClue, WorkflowFacts } from '../../model/project.ts';
import type { Workflow } from '../../model/workflow.ts';
import { liveReads } from './live-keys.ts';

const USED = 'used';
const UNREAD = 'unread';
/** Names with a line between them, behind the name of the list. */
const listOf = (what: string, names: Iterable<string>): string => [what, ...names].join('\n');

/** Lists of names by bot, and by the place of a call in it. */
export class NamesInBots {
  private readonly lists = new Map<WorkflowFacts, Map<number, ReadonlySet<string>>>();

  /** Collects the lists that `gatherNames` has stored. */
  constructor(clues: readonly FoundClue[]) {
    for (const { in: workflow, at, text } of clues) {
      const [what, ...names] = text.split('\n');
      const lists = this.lists.get(workflow) ?? new Map<number, ReadonlySet<string>>();
      lists.set(what === USED ? -1 : at.at, new Set(names));
      this.lists.set(workflow, lists);
    }
  }

  /** Returns whether the commands of a bot use a variable of this name. */
  uses(workflow: WorkflowFacts, name: string): boolean {
    return this.lists.get(workflow)?.get(-1)?.has(name.toLowerCase()) === true;
  }

  /** Returns whether no command reads the variable that takes an output of a call. */
  isUnread(workflow: WorkflowFacts, call: CallFacts, output: string): boolean {
    return this.lists.get(workflow)?.get(call.at)?.has(output.toLowerCase()) === true;
  }
}

/** Gathers the variables that a bot uses, and the outputs of each call that it never reads. */
export function* gatherNames(workflow: Workflow): Generator<Clue> {
  yield { at: { at: 0, owner: -1, name: workflow.name }, text: listOf(USED, workflow.mentions.keys) };
  for (const call of workflow.calls) {
    if (!isAnchorLive(workflow, call)) continue;
    const reads = liveReads(workflow);
    const unread = call.bindings.filter(
      ({ direction, value }) =>
        direction === 'out' && !(value.expression?.mentions ?? []).some((key) => reads.has(key)),
    );
    if (unread.length > 0)
      yield {
        at: call,
        text: listOf(
          UNREAD,
          unread.map(({ name }) => name.toLowerCase()),
        ),
      };
  }
}
