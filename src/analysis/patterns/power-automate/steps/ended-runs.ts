/** Scopes of a cloud flow in which a Terminate ends the run after every failure. */

import { derived } from '../../../model/interning/derived.ts';
import { childrenOf, isLive, literalOf, propertyOf } from '../../../model/navigate.ts';
import type { Activity, Workflow } from '../../../model/workflow.ts';
import { incomingOf, outgoingOf } from '../../../semantics/flow/links.ts';
import { type Spend, stepLimit } from '../../work-limit.ts';

/** Steps over one flow; only files made to be slow need more. */
const STEPS_MAX = 5_000_000;

/** Way in which an action ends. */
type Ending = 'succeeded' | 'failed' | 'timedout' | 'skipped';

/** Actions that work on data of the run alone; they fail on mistakes of the author. */
const INTERNAL: ReadonlySet<Activity['role']> = new Set(['assign', 'terminate', 'delay']);

/** Returns whether an action ends the run as failed or cancelled. */
export function endsAsFailure(action: Activity): boolean {
  if (action.role !== 'terminate') return false;
  return literalOf(propertyOf(action, 'inputs.runStatus'))?.toLowerCase() !== 'succeeded';
}

/** Search for the end of runs in one flow. */
class EndSearch {
  readonly #workflow: Workflow;
  readonly #spend: Spend = stepLimit(STEPS_MAX);
  readonly #orders = new Map<number, readonly Activity[]>();

  constructor(workflow: Workflow) {
    this.#workflow = workflow;
  }

  /** Returns the Terminate of an action that runs: itself, or one in a scope. */
  #terminateIn(action: Activity): Activity | undefined {
    this.#spend();
    if (endsAsFailure(action)) return action;
    if (action.type !== 'Scope') return undefined;
    return this.#terminateAfter(action, undefined, 'succeeded');
  }

  /** Returns the Terminate that runs in a scope after the given ending of one action. */
  #terminateAfter(scope: Activity, ended: Activity | undefined, ending: Ending): Activity | undefined {
    const incoming = incomingOf(this.#workflow);
    const endings = new Map<number, Ending>();
    for (const action of this.#orderOf(scope)) {
      const edges = incoming[action.index]!;
      this.#spend(1 + edges.length);
      const runs = edges.every(({ from, when }) => when.includes(endings.get(from) ?? ''));
      if (runs && action !== ended) {
        const terminate = this.#terminateIn(action);
        if (terminate !== undefined) return terminate;
      }
      endings.set(action.index, !runs ? 'skipped' : action === ended ? ending : 'succeeded');
    }
    return undefined;
  }

  /** Returns the actions of a scope, each behind those that it waits for; those in a circle are left out. */
  #orderOf(scope: Activity): readonly Activity[] {
    const known = this.#orders.get(scope.index);
    if (known !== undefined) return known;
    const actions = childrenOf(this.#workflow, scope).filter(isLive);
    const incoming = incomingOf(this.#workflow);
    const outgoing = outgoingOf(this.#workflow);
    const waiting = new Map(actions.map(({ index }) => [index, incoming[index]!.length]));
    const order = actions.filter(({ index }) => waiting.get(index) === 0);
    for (const { index } of order)
      for (const { to } of outgoing[index]!) {
        const left = (waiting.get(to) ?? 0) - 1;
        waiting.set(to, left);
        if (left === 0) order.push(this.#workflow.activities[to]!);
      }
    this.#orders.set(scope.index, order);
    return order;
  }

  /** Returns a Terminate that ends the run whenever an action in a scope ends in a way; undefined if one failure leaves it. */
  endOf(scope: Activity, ending: Ending): Activity | undefined {
    let found: Activity | undefined;
    for (const action of childrenOf(this.#workflow, scope)) {
      if (!isLive(action) || INTERNAL.has(action.role)) continue;
      if (action.type === 'Scope' && this.endOf(action, ending) !== undefined) continue;
      const end = this.#terminateAfter(scope, action, ending);
      if (end === undefined) return undefined;
      found ??= end;
    }
    return found;
  }
}

const searchOf = derived((workflow: Workflow) => new EndSearch(workflow));

/**
 * Returns the Terminate that ends the run before the failure of a scope reaches another step; undefined when some failure
 * leaves the scope.
 * @param when endings of the scope that the other step waits for
 */
export function endBehind(
  workflow: Workflow,
  scope: Activity,
  when: readonly string[],
): Activity | undefined {
  if (scope.type !== 'Scope') return undefined;
  let end: Activity | undefined;
  for (const ending of when) {
    if (ending !== 'failed' && ending !== 'timedout') return undefined;
    const found = searchOf(workflow).endOf(scope, ending);
    if (found === undefined) return undefined;
    end ??= found;
  }
  return end;
}

/** End of a run before a step that waits for the failure of a scope. */
export interface EarlyEnd {
  readonly scope: Activity;
  /** Terminate in the scope. */
  readonly by: Activity;
}

/** Returns the Terminate that ends the run before a step that waits for the failure of one scope. */
export function endBefore(workflow: Workflow, step: Activity): EarlyEnd | undefined {
  const [edge, more] = incomingOf(workflow)[step.index] ?? [];
  const scope = edge === undefined || more !== undefined ? undefined : workflow.activities[edge.from];
  if (scope === undefined) return undefined;
  const by = endBehind(workflow, scope, edge!.when);
  return by && { scope, by };
}
