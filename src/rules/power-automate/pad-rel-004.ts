/** A loop of a desktop flow whose condition is always true and that nothing leaves. */
import { ancestorsOf, descendantsOf, enclosing, isLive, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity, Token, Workflow } from '../../model/workflow.ts';
import { pagesOf } from '../patterns/flow-graph.ts';

const COMPARE: Readonly<Record<string, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '<>': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

/** Whether tokens are `True`, or compare two fixed values so that the answer is yes. */
function isAlwaysTrue(tokens: readonly Token[]): boolean {
  const [left, operator, right, more] = tokens.filter(({ text }) => text !== '(' && text !== ')');
  const isFixed = (token: Token): boolean =>
    token.kind === 'number' || token.kind === 'string' || /^(?:true|false)$/i.test(token.text);
  if (left === undefined || !isFixed(left)) return false;
  if (operator === undefined) return /^true$/i.test(left.text);
  if (right === undefined || more !== undefined || !isFixed(right)) return false;
  const [a, b] = [left.text.toLowerCase(), right.text.toLowerCase()];
  const order =
    left.kind === 'number' && right.kind === 'number' ? Number(a) - Number(b) : a < b ? -1 : a > b ? 1 : 0;
  return COMPARE[operator.text]?.(order) ?? false;
}

/** What the rule asks about a workflow, prepared once. */
interface Flow {
  readonly workflow: Workflow;
  /** By activity: the subflow that it calls, in lower case. */
  readonly called: ReadonlyMap<number, string>;
  /** By activity: the label that it jumps to. */
  readonly jumps: ReadonlyMap<number, number>;
  /** Subflows of this file, in lower case. */
  readonly pages: ReadonlySet<string>;
  /** Those of them that can end the whole run, themselves or through others. */
  readonly stopping: ReadonlySet<string>;
}

const endsRun = ({ role }: Activity): boolean => role === 'terminate' || role === 'throw';

function flowOf(workflow: Workflow): Flow {
  const { activities } = workflow;
  const pages = pagesOf(workflow);
  const nameOf = (index: number): string => activities[pages[index]!]?.name.toLowerCase() ?? '';
  const stopping = new Set<string>();
  for (const activity of activities)
    if (endsRun(activity) && isLive(activity)) stopping.add(nameOf(activity.index));
  const callers = new Map<string, Set<string>>();
  const called = new Map<number, string>();
  for (const { owner, target } of workflow.calls) {
    const key = target?.toLowerCase() ?? '';
    called.set(owner, key);
    callers.set(key, (callers.get(key) ?? new Set()).add(nameOf(owner)));
  }
  for (const name of stopping) for (const caller of callers.get(name) ?? []) stopping.add(caller);
  return {
    workflow,
    called,
    jumps: new Map(workflow.transitions.map(({ from, to }) => [from, to])),
    pages: new Set(activities.filter(({ role }) => role === 'page').map(({ name }) => name.toLowerCase())),
    stopping,
  };
}

function isInside(workflow: Workflow, activity: Activity, container: Activity): boolean {
  for (const up of ancestorsOf(workflow, activity)) if (up === container) return true;
  return false;
}

/** Whether a statement in the loop leads out of it. What is not in the file may: the benefit of the doubt. */
function leaves(
  { workflow, called, jumps, pages, stopping }: Flow,
  loop: Activity,
  inner: Activity,
): boolean {
  if (endsRun(inner) || inner.type === 'ExitFunction') return true;
  if (inner.type === 'ExitLoop') return enclosing(workflow, inner, 'loop') === loop;
  if (inner.type === 'GoTo') {
    const target = workflow.activities[jumps.get(inner.index) ?? -1];
    return target === undefined || !isInside(workflow, target, loop);
  }
  if (inner.type !== 'Call') return false;
  const target = called.get(inner.index) ?? '';
  return !pages.has(target) || stopping.has(target);
}

function isEndless(loop: Activity): boolean {
  const condition = propertyOf(loop, 'Condition');
  if (condition === undefined) return false;
  const { expression, text } = condition;
  return expression === undefined ? /^true$/i.test(text) : isAlwaysTrue(expression.tokens);
}

export const rule = defineRule({
  id: 'PAD-REL-004',
  version: 1,
  title: 'Endless loop',
  platforms: ['power-automate'],
  category: 'reliability',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'The flow never ends by itself: it holds the machine and its session until somebody stops it or the run times out.',
  fix: 'Give the loop a condition that becomes false, or add "Exit loop" behind the check that ends the work. Count the turns and leave after a limit.',
  compliance: ['AVAIL'],
  controls: ['CWE-835'],
  options: {},
  level: 'workflow',
  *check(workflow) {
    let flow: Flow | undefined;
    for (const loop of workflow.activities) {
      if (loop.type !== 'LoopWhile' || !isLive(loop) || !isEndless(loop)) continue;
      flow ??= flowOf(workflow);
      let isLeft = false;
      for (const inner of descendantsOf(workflow, loop))
        isLeft ||= isLive(inner) && leaves(flow, loop, inner);
      if (isLeft) continue;
      yield {
        at: loop,
        subject: 'Condition',
        message: 'The condition of this loop is always true, and nothing in it leaves the loop.',
      };
    }
  },
  examples: {
    'power-automate': {
      bad: [
        `LOOP WHILE (1) = (1)
    WAIT 5
    LOOP FOREACH Mail IN Mails
        EXIT LOOP
    END
END`,
        `IMPORT 'controlRepo.appmask' AS appmask
LOOP WHILE (True) = (True)
    CALL Work
    GOTO Again
    LABEL Again
END
FUNCTION Work GLOBAL
    EXIT FUNCTION
END FUNCTION`,
      ],
      good: [
        `LOOP WHILE (1) = (1)
    IF Done = True THEN
        EXIT LOOP
    END
END`,
        `LOOP WHILE (Tries) < (10)
    SET Tries TO Tries + 1
END`,
        `IMPORT 'controlRepo.appmask' AS appmask
LOOP WHILE (1) = (1)
    CALL Work
END
FUNCTION Work GLOBAL
    CALL Stop
END FUNCTION
FUNCTION Stop GLOBAL
    EXIT Code: 0
END FUNCTION`,
        `LOOP WHILE (1) = (1)
    IF (System.IfProcess.ProcessIsRunning ProcessName: $'''crm''') THEN
        GOTO Finished
    END
END
LABEL Finished`,
      ],
    },
  },
});
