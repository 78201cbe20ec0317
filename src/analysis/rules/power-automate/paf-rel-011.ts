/** An expression that fails when a value is missing, where one question mark would give null. */
import { ancestorsOf, isAnchorLive } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Expression, Token, Workflow } from '../../model/workflow.ts';

/** Functions that return data of other systems, which may lack any member. */
const SOURCES = ['body', 'outputs', 'triggerbody', 'triggeroutputs', 'first', 'last', 'json'];
/** Parts of every output. */
const PARTS = ['body', 'headers', 'statuscode'];
/** Beginning of the headers that name who started an instant flow. */
const PERSON = 'x-ms-user-';
/** Functions that test whether something is there: the author has thought of it. */
const TESTS = ['empty', 'length', 'contains'];

const isName = ({ kind, text }: Token, names: readonly string[]): boolean =>
  kind === 'name' && names.includes(text.toLowerCase());

/** Returns the index of the opening bracket of the one at `close`; -1 if there is none. */
function openingOf(tokens: readonly Token[], close: number): number {
  let depth = 0;
  for (let at = close; at >= 0; at -= 1) {
    const { kind, text } = tokens[at]!;
    if (kind === 'string') continue;
    if (text === ')' || text === ']') depth += 1;
    else if (text === '(' || text === '[') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

/** Returns the member that is read without `?` from data of another system; undefined if there is none. */
function unsafeMember(tokens: readonly Token[]): string | undefined {
  for (let at = 1; at + 1 < tokens.length; at += 1) {
    if (tokens[at]!.kind === 'string' || tokens[at]!.text !== '[') continue;
    const member = tokens[at + 1]!;
    if (member.kind !== 'string' && member.kind !== 'number') continue;
    if (PARTS.includes(member.text.toLowerCase())) continue;
    let start = at - 1;
    // Members before it: `body('Get')?['value'][0]` reads from the same source.
    while (start > 0 && tokens[start]!.text === ']' && tokens[start]!.kind !== 'string') {
      start = openingOf(tokens, start) - 1;
      if (start >= 0 && tokens[start]!.text === '?') start -= 1;
    }
    if (start <= 0 || tokens[start]!.text !== ')' || tokens[start]!.kind === 'string') continue;
    const name = tokens[openingOf(tokens, start) - 1];
    if (name !== undefined && isName(name, SOURCES)) return member.text;
  }
  return undefined;
}

/** Returns whether the expression, or a condition around its action, tests whether something is there. */
function isGuarded(workflow: Workflow, { owner, tokens }: Expression): boolean {
  if (tokens.some((token) => isName(token, TESTS))) return true;
  const activity = workflow.activities[owner];
  if (activity === undefined) return false;
  const containers = [activity, ...ancestorsOf(workflow, activity)];
  return containers.some(({ role, properties }) =>
    role !== 'branch' && role !== 'loop'
      ? false
      : properties.some(({ expression }) => expression?.tokens.some((token) => isName(token, TESTS))),
  );
}

const compose = (inputs: string, more = ''): string =>
  `"Keep": {"type": "Compose", "inputs": "${inputs}", "runAfter": {}${more}}`;

export const rule = defineRule({
  id: 'PAF-REL-011',
  version: 1,
  title: 'Unsafe access to a missing value',
  platforms: ['power-automate'],
  category: 'reliability',
  severity: 'low',
  confidence: 'medium',
  kind: 'issue',
  preset: 'strict',
  why: 'When the other system leaves the member out, the action fails with InvalidTemplate, and the run with it.',
  fix: "Read it as ?['name'], and give a default with coalesce().",
  compliance: ['ERR'],
  controls: ['CWE-476'],
  options: {},
  level: 'expression',
  words: SOURCES,
  *check(expression, { workflow }) {
    if (!isAnchorLive(workflow, expression)) return;
    const member = unsafeMember(expression.tokens);
    // The designer writes members of connections, required inputs of the trigger and the person who started it this way.
    if (member === undefined || member.startsWith('$') || member.startsWith(PERSON)) return;
    if (workflow.arguments.some(({ key }) => key === `input:${member.toLowerCase()}`)) return;
    if (isGuarded(workflow, expression)) return;
    const step = workflow.activities[expression.owner]?.name ?? workflow.name;
    const shown = /^\d+$/.test(member) ? `entry ${member}` : `"${member}"`;
    yield {
      at: expression,
      subject: 'member',
      message: `"${step}" reads ${shown} without "?", so that it fails when the value is missing.`,
    };
  },
  examples: {
    'power-automate': {
      bad: [
        compose("@triggerBody()['name']"),
        compose("@{body('Get')?['value'][0]}"),
        compose("@first(body('Get')?['value'])['id']"),
        compose("@outputs('Get')['body']['error']"),
      ],
      good: [
        compose("@triggerBody()?['name']"),
        compose("@outputs('Get')['body']?['error']"),
        compose("@if(empty(body('Get')?['value']), '', body('Get')['value'][0])"),
        // What the designer writes for a required input.
        `{"triggers": {"manual": {"type": "Request", "kind": "Button", "inputs": {"schema": {"type": "object", "properties": {"text": {"title": "Name", "type": "string"}}, "required": ["text"]}}}}, "actions": {${compose("@triggerBody()['text']")}}}`,
        compose("@triggerOutputs()['headers']['x-ms-user-email-encoded']"),
        // Near misses: an own variable, and a text with brackets.
        compose("@variables('Rows')['name']"),
        compose("@concat(body('Get'), ')[0]')"),
        `"If": {"type": "If", "expression": {"greater": ["@length(body('Get')?['value'])", 0]}, "actions": {${compose("@body('Get')?['value'][0]")}}, "runAfter": {}}`,
      ],
    },
  },
});
