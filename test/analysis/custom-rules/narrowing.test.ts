/** Conditions of custom rules find the same with and without the words, roles and types that the engine skips by. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { compileCustomRule } from '../../../src/analysis/custom-rules/compile-rule.ts';
import { hostOf } from '../../../src/analysis/custom-rules/text-functions.ts';
import { createDispatch } from '../../../src/analysis/engine/dispatch/dispatch.ts';
import { runRules } from '../../../src/analysis/engine/run-rules.ts';
import { literalOf } from '../../../src/analysis/model/navigate.ts';
import { PLATFORM_NAMES } from '../../../src/analysis/model/platform.ts';
import type { CustomRule, CustomSubject } from '../../../src/analysis/model/policy.ts';
import type { Rule } from '../../../src/analysis/model/rule.ts';
import type { Activity, Expression, Workflow } from '../../../src/analysis/model/workflow.ts';
import { openFile } from '../../../src/analysis/platforms/input-file.ts';
import { READ_LIMITS } from '../../../src/analysis/platforms/limits.ts';
import { readWorkflows } from '../../../src/analysis/platforms/read-workflows.ts';
import { assignedValues, assignmentsOf } from '../../../src/analysis/semantics/assignments/assignments.ts';
import { calledName, invocationsIn, qualifiedName } from '../../../src/analysis/semantics/callee.ts';
import { AppError } from '../../../src/errors.ts';
import { CORPUS_ABSENT, corpusFiles } from '../../support/files/corpus.ts';
import { bySize } from '../../support/ring.ts';

const RULES_COUNT = bySize(30, 80);
const FILE_BYTES_MAX = 200_000;

/** Returns a source of numbers below a limit, the same in every run. */
function numbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor(state / 256) % limit;
  };
}
const below = numbers(7);
const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)]!;

function workflowsOfCorpus(): readonly Workflow[] {
  const found: Workflow[] = [];
  for (const { path, bytes, platform } of corpusFiles()) {
    if (bytes.length > FILE_BYTES_MAX) continue;
    try {
      const file = openFile(path.slice(path.lastIndexOf('/') + 1), bytes, READ_LIMITS);
      found.push(
        ...readWorkflows(file, platform).workflows.filter(({ activities }) => activities.length > 0),
      );
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  return found;
}

const quoted = (text: string): string => JSON.stringify(text.slice(0, 200));

/** Returns a part of a text, so that it is found again. */
function partOf(text: string): string {
  if (text.length < 4 || below(3) === 0) return text;
  const start = below(text.length - 2);
  return text.slice(start, start + 2 + below(text.length - start));
}

/** Returns a test that the activity passes, or nearly. */
function testOf({ name, type, role, properties }: Activity, other: Activity): string {
  const property = properties.length === 0 ? undefined : pick(properties);
  const key = quoted(property?.name ?? 'None');
  const literal = literalOf(property) ?? '';
  return pick([
    `node.name == ${quoted(name)}`,
    `node.name.contains(${quoted(partOf(name))})`,
    `lower(node.name).endsWith(${quoted(partOf(name.toLowerCase()))})`,
    `node.type in [${quoted(type)}, ${quoted(other.type)}]`,
    `node.role == ${quoted(role)}`,
    `node.role in [${quoted(role)}, ${quoted(other.role)}]`,
    `node.prop(${key}).contains(${quoted(partOf(property?.text ?? 'x'))})`,
    `node.lit(${key}) == ${quoted(literal)}`,
    `lower(node.lit(${key})).startsWith(${quoted(literal.slice(0, 4).toLowerCase())})`,
    `host(node.lit(${key})) == ${quoted(hostOf(literal))}`,
    `node.host == ${quoted(hostOf(literal))}`,
    'node.host in params.hosts',
    'node.depth > 3',
    `node.children.exists(c, c.name == ${quoted(name)})`,
  ]);
}

/** Returns a test that an assignment of the workflow passes, or nearly. */
function testOfAssignment(workflow: Workflow): string {
  const values = [...assignedValues(workflow)];
  const assignments = values.length === 0 ? [] : assignmentsOf(workflow, [pick(values)]);
  const { name, via, at, text } = assignments.length === 0 ? NO_ASSIGNMENT : pick(assignments);
  return pick([
    `assignment.name == ${quoted(name)}`,
    `lower(assignment.name).contains(${quoted(partOf(name.toLowerCase()))})`,
    `assignment.setting.endsWith(${quoted(partOf(at.name))})`,
    `assignment.via == ${quoted(via)}`,
    `assignment.value == ${quoted(text ?? '')}`,
    `!assignment.dynamic`,
  ]);
}
const NO_ASSIGNMENT = { name: 'None', via: 'setting', at: { name: 'None' }, text: '' };

/** Returns a test that an expression passes, or nearly. */
function testOfExpression({ name, text, tree }: Pick<Expression, 'name' | 'text' | 'tree'>): string {
  const calls = [...invocationsIn(tree)];
  const call = calls.length === 0 ? undefined : pick(calls);
  const called = call === undefined ? 'concat' : calledName(call);
  const path = call?.kind === 'call' ? qualifiedName(call.callee) : called;
  return pick([
    `expression.name == ${quoted(name)}`,
    `expression.text.contains(${quoted(partOf(text))})`,
    `lower(expression.text).startsWith(${quoted(text.slice(0, 4).toLowerCase())})`,
    `expression.calls.exists(c, lower(c.name) == ${quoted(called)})`,
    `expression.calls.exists(c, c.path.contains(${quoted(partOf(path))}) || c.name == ${quoted(called)})`,
    'expression.dynamic',
  ]);
}
const NO_EXPRESSION = { name: 'None', text: 'a', tree: { kind: 'unparsed', start: 0, end: 1 } } as const;

const SUBJECTS: readonly CustomSubject[] = ['activity', 'activity', 'assignment', 'expression'];

it('custom rules find the same with and without the shortcut', { skip: CORPUS_ABSENT }, () => {
  const workflows = workflowsOfCorpus();
  const anyActivity = (): Activity => pick(pick(workflows).activities);
  const test = (on: CustomSubject): string => {
    if (on === 'activity') return testOf(anyActivity(), anyActivity());
    const workflow = pick(workflows);
    if (on === 'assignment') return testOfAssignment(workflow);
    const { expressions } = workflow;
    return testOfExpression(expressions.length === 0 ? NO_EXPRESSION : pick(expressions));
  };
  const condition = (on: CustomSubject, depth: number): string => {
    if (depth === 0 || below(3) === 0) return test(on);
    const [a, b] = [condition(on, depth - 1), condition(on, depth - 1)];
    return pick([`(${a} || ${b})`, `(${a} || ${b})`, `(${a} && ${b})`, `(${a} && ${b})`, `!(${a})`]);
  };
  const hosts = ['', 'api.github.com', 'graph.microsoft.com', 'example.com'].slice(below(2));
  const pairs = Array.from({ length: RULES_COUNT }, (_, number) => {
    const on = SUBJECTS[number % SUBJECTS.length]!;
    const text: CustomRule = {
      id: `ACME-REL-${String(number).padStart(3, '0')}`,
      title: 'Generated',
      severity: 'low',
      category: 'reliability',
      kind: 'issue',
      platforms: PLATFORM_NAMES,
      why: 'Why.',
      fix: 'Fix.',
      on,
      where: condition(on, 3),
      message: 'Found.',
      params: { hosts: { default: hosts, about: 'Hosts.', stricter: 'longer' } },
    };
    const short = compileCustomRule(text, { hosts });
    const {
      roles: _roles,
      types: _types,
      words: _words,
      ...whole
    } = short as Rule & { readonly level: 'activity' };
    return { where: text.where, short, whole: whole as Rule };
  });
  const placesOf = (workflow: Workflow, kind: 'short' | 'whole'): ReadonlyMap<string, readonly number[]> => {
    const settings = pairs.map((pair) => ({
      rule: pair[kind],
      severity: 'low' as const,
      options: { hosts },
    }));
    const ruleset = { name: kind, digest: kind, settings };
    const key = `${kind} ${workflow.platform} ${workflow.language}`;
    const dispatch = dispatches.get(key) ?? createDispatch(ruleset, workflow.platform, workflow.language);
    dispatches.set(key, dispatch);
    const { problems, ruleErrors } = runRules(workflow, dispatch);
    assert.deepEqual(ruleErrors, []);
    const places = new Map<string, number[]>();
    for (const { setting, problem } of problems)
      places.set(setting.rule.id, [...(places.get(setting.rule.id) ?? []), problem.at.at]);
    for (const list of places.values()) list.sort((a, b) => a - b);
    return places;
  };
  const dispatches = new Map<string, ReturnType<typeof createDispatch>>();
  const matching = new Set<string>();
  for (const workflow of workflows) {
    const [short, whole] = [placesOf(workflow, 'short'), placesOf(workflow, 'whole')];
    for (const { where, short: rule } of pairs) {
      if (whole.has(rule.id)) matching.add(rule.id);
      assert.deepEqual(short.get(rule.id), whole.get(rule.id), where);
    }
  }
  const narrowed = pairs.filter(({ short }) => short.words !== undefined || short.roles !== undefined);
  assert.ok(
    matching.size > RULES_COUNT / 2 && narrowed.length > RULES_COUNT / 4,
    'the rules are worth a test',
  );
});
