/** Compiles custom rules to rules of the engine. */
import { createHash } from 'node:crypto';
import { MARK } from '../model/data-flow/family.ts';
import type { DataFlow } from '../model/data-flow/flow.ts';
import type { DataClasses, OwnTables } from '../model/data-flow/own-rows.ts';
import { isAnchorLive } from '../model/navigate.ts';
import type { CustomRule } from '../model/policy.ts';
import type { Context, FollowedData, Problem, Rule, RuleDefinition } from '../model/rule.ts';
import type { Options } from '../model/rule-option.ts';
import type { Assignment } from '../model/subjects/assignment.ts';
import type { Anchor, Role, Workflow } from '../model/workflow.ts';
import { compileExpression, FRAME_SLOTS } from './compile-expression.ts';
import { ExpressionError, parseExpression } from './expression.ts';
import { FUEL_LIMITS } from './fuel.ts';
import type { EvaluationFrame } from './member.ts';
import { compileMessage } from './message.ts';
import { narrow } from './narrowing.ts';

/** Problem of a custom rule: its field, and a sentence. */
export interface CustomRuleProblem {
  readonly field: 'where' | 'message';
  readonly message: string;
}

/** Returns what is wrong with the expressions of a rule. */
export function customRuleProblems(rule: CustomRule): readonly CustomRuleProblem[] {
  const problems: CustomRuleProblem[] = [];
  const check = (field: CustomRuleProblem['field'], compile: () => void): void => {
    try {
      compile();
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      problems.push({ field, message: error.message });
    }
  };
  check('where', () => compileExpression(rule, parseExpression(rule, rule.where, ['bool'])));
  check('message', () => compileMessage(rule));
  return problems;
}

/** Returns the facts of a rule, without its check. */
export function describeCustomRule(rule: CustomRule): Rule {
  const { id, title, category, platforms, severity, kind, why, fix, params } = rule;
  return {
    id,
    version: 1,
    textDigest: createHash('sha256').update(JSON.stringify(rule)).digest('hex').slice(0, 8),
    title,
    platforms,
    category,
    severity,
    confidence: 'medium',
    kind,
    preset: 'opt-in',
    why,
    fix,
    compliance: [],
    options: params,
    level: 'workflow',
    check: () => [],
  };
}

/**
 * Compiles a rule for its options.
 * @param classes names of the pack that hold data; a rule with rows of its own needs them
 * @throws ExpressionError
 */
export function compileCustomRule(rule: CustomRule, options: Options, classes: DataClasses = {}): Rule {
  if (rule.on === 'flow') return compileFlowRule(rule, options, classes);
  const described = describeCustomRule(rule) as RuleDefinition<'workflow', Options>;
  const ast = parseExpression(rule, rule.where, ['bool']);
  const holds = compileExpression(rule, ast);
  const message = compileMessage(rule);
  const budgets = new WeakMap<Workflow, { left: number }>();

  function* check(subject: Subject, workflow: Workflow): Generator<Problem> {
    const fuel = { left: 0 };
    const frame: EvaluationFrame = { workflow, params: options, fuel, slots: [] };
    frame.slots[FRAME_SLOTS.workflow] = workflow;
    frame.slots[FRAME_SLOTS.subject] = subject;
    const budget = budgetFor(budgets, workflow);
    const steps = Math.min(FUEL_LIMITS.subjectStepsMax, budget.left);
    fuel.left = steps;
    const isFound = holds(frame) === true;
    budget.left -= steps - fuel.left;
    if (!isFound) return;
    fuel.left = FUEL_LIMITS.subjectStepsMax;
    yield { ...placeOf(subject), message: message(frame) };
  }

  if (rule.on === 'workflow')
    return { ...described, check: (workflow: Workflow) => check(workflow, workflow) };
  if (rule.on === 'symbol')
    return {
      ...described,
      wants: 'symbols',
      *check(workflow: Workflow) {
        for (const symbol of [...workflow.variables, ...workflow.arguments])
          if (isAnchorLive(workflow, symbol)) yield* check(symbol, workflow);
      },
    };
  const checkOne = {
    level: rule.on,
    check: (subject: Subject, { workflow }: Context) => check(subject, workflow),
  };
  if (rule.on === 'call' || rule.on === 'connection') return { ...described, ...checkOne } as Rule;
  const { roles, types, words } = narrow(ast, rule.on, options);
  return {
    ...described,
    // A condition on both is narrowed by its roles alone: the engine takes activities that fit either.
    ...(roles === undefined ? {} : { roles: roles as readonly Role[] }),
    ...(roles !== undefined || types === undefined ? {} : { types }),
    ...(words === undefined ? {} : { words }),
    ...checkOne,
  } as Rule;
}

/** Returns what a rule about ways follows; its own rows make tables that it has for itself. */
function followedBy({ id, follows }: CustomRule, classes: DataClasses): FollowedData {
  const { family, sinks, rows } = follows!;
  if (rows === undefined) return { family, sinks };
  const own: OwnTables = { by: id, classes, rows: { ...rows, family, kinds: sinks } };
  return { family, sinks: [...new Set([...sinks, ...(rows.sinks ?? []).map(({ sink }) => sink)])], own };
}

/** Compiles a rule about ways of data. A way that is not certain is no subject. @throws ExpressionError */
function compileFlowRule(rule: CustomRule, options: Options, classes: DataClasses): Rule {
  const holds = compileExpression(rule, parseExpression(rule, rule.where, ['bool']));
  const message = compileMessage(rule);
  const budgets = new WeakMap<Workflow, { left: number }>();
  const evaluate = <Value>(flow: DataFlow, left: number, run: (frame: EvaluationFrame) => Value) => {
    const fuel = { left };
    const slots: unknown[] = [];
    slots[FRAME_SLOTS.subject] = flow;
    // Without a document in memory: a condition on ways does not read it.
    const value = run({ workflow: undefined as never, params: options, fuel, slots });
    return { value, spent: left - fuel.left };
  };
  return {
    ...describeCustomRule(rule),
    level: 'dataFlow',
    follows: followedBy(rule, classes),
    *check(flow: DataFlow, { workflow }: Partial<Context>) {
      if ((flow.marks & MARK.possible) !== 0) return;
      // Across files, the budget of the project is the limit.
      const budget = workflow === undefined ? { left: Infinity } : budgetFor(budgets, workflow);
      const steps = Math.min(FUEL_LIMITS.subjectStepsMax, budget.left);
      const { value, spent } = evaluate(flow, steps, holds);
      budget.left -= spent;
      if (value !== true) return;
      const text = evaluate(flow, FUEL_LIMITS.subjectStepsMax, message).value;
      const subject = `${flow.from.name} → ${flow.to.name}`;
      yield { at: flow.to.at, subject, message: text, trace: flow.trace };
    },
  } as Rule;
}

type Subject = Anchor | Assignment | Workflow;

/** Returns the place of a problem; a part of a setting has a name of its own, as each may have the problem. */
function placeOf(subject: Subject): Pick<Problem, 'at' | 'subject'> {
  if ('activities' in subject) return { at: { at: 0, owner: -1, name: subject.name } };
  if (!('via' in subject)) return { at: subject };
  const { at, name, isPart } = subject;
  return isPart ? { at, subject: `${at.name} ${name}` } : { at };
}

function budgetFor(budgets: WeakMap<Workflow, { left: number }>, workflow: Workflow): { left: number } {
  let budget = budgets.get(workflow);
  if (budget === undefined) {
    const { workflowStepsMax, stepsPerActivity } = FUEL_LIMITS;
    budget = { left: workflowStepsMax + stepsPerActivity * workflow.activities.length };
    budgets.set(workflow, budget);
  }
  return budget;
}
