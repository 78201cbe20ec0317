/** Conditions and names of custom rules: CEL, checked against the types of subjects. */
import { type ASTNode, Environment } from '@marcbachmann/cel-js';
import type { CustomParam, CustomRule, CustomSubject } from '../model/policy.ts';
import type { OptionValue } from '../model/rule-option.ts';
import { SUBJECT_TYPES } from './subject-types.ts';
import { TEXT_FUNCTIONS } from './text-functions.ts';

/** Error of an expression: a sentence. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
}

/** Name and type of the subject in conditions. */
export const SUBJECTS = {
  activity: { name: 'node', type: 'Activity' },
  assignment: { name: 'assignment', type: 'Assignment' },
  expression: { name: 'expression', type: 'Expression' },
  call: { name: 'call', type: 'Call' },
  symbol: { name: 'symbol', type: 'Symbol' },
  connection: { name: 'connection', type: 'Connection' },
  workflow: { name: 'workflow', type: 'Workflow' },
  flow: { name: 'flow', type: 'Flow' },
} as const satisfies Readonly<Record<CustomSubject, { readonly name: string; readonly type: string }>>;

const LIMITS = {
  maxAstNodes: 500,
  maxDepth: 32,
  maxListElements: 200,
  maxMapEntries: 0,
  maxCallArguments: 4,
};

/** Functions that CEL has itself. */
const OWN_METHODS = ['contains', 'startsWith', 'endsWith', 'matches'];

/** Returns the type of a parameter in conditions. */
export function paramType({ default: value }: CustomParam): string {
  return typeOf(value);
}

function typeOf(value: OptionValue): string {
  if (typeof value === 'number') return 'int';
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'string' ? 'string' : 'list<string>';
}

/**
 * Parses an expression and checks its types.
 * @param wanted types that its value may have
 * @throws ExpressionError
 */
export function parseExpression(
  { on, params }: Pick<CustomRule, 'on' | 'params'>,
  text: string,
  wanted: readonly string[],
): ASTNode {
  const { key, environment } = environmentFor(on, params);
  try {
    const parsed = environment.parse(text);
    const checked = parsed.check();
    if (!checked.valid) throw checked.error;
    if (!wanted.includes(checked.type!))
      throw new ExpressionError(`It has the type ${checked.type}; it must be ${wanted.join(' or ')}.`);
    return parsed.ast;
  } catch (error) {
    // An environment remembers the functions that it looked up, also those that do not exist.
    environments.delete(key);
    if (error instanceof ExpressionError) throw error;
    const { message } = error as Error;
    const [first = ''] = message.split('\n');
    throw new ExpressionError(`${first.replace(/\.$/, '')}.`, { cause: error });
  }
}

/** Environments in memory: a copy costs more than all expressions of a rule. */
const ENVIRONMENTS_MAX = 100;
const environments = new Map<string, Environment>();

/** Returns the environment of a subject and parameters of these types. */
function environmentFor(
  on: CustomSubject,
  params: CustomRule['params'],
): { readonly key: string; readonly environment: Environment } {
  const fields = Object.entries(params).map(([name, param]) => [name, paramType(param)] as const);
  const key = JSON.stringify([on, ...fields]);
  let environment = environments.get(key);
  if (environment === undefined) {
    environment = createEnvironment(on, fields);
    if (environments.size >= ENVIRONMENTS_MAX) environments.clear();
    environments.set(key, environment);
  }
  return { key, environment };
}

function createEnvironment(on: CustomSubject, fields: readonly (readonly [string, string])[]): Environment {
  const environment = baseEnvironment().clone();
  class Params {}
  if (fields.length > 0) {
    environment.registerType('Params', { ctor: Params, fields: Object.fromEntries(fields) });
    environment.registerVariable('params', 'Params');
  }
  const { name, type } = SUBJECTS[on];
  environment.registerVariable(name, type);
  // A way may lead through several workflows.
  if (on !== 'workflow' && on !== 'flow') environment.registerVariable('workflow', 'Workflow');
  return environment;
}

let known: Environment | undefined;

/** Returns the environment with all types and functions, which the others are copies of. */
function baseEnvironment(): Environment {
  known ??= createBaseEnvironment();
  return known;
}

function createBaseEnvironment(): Environment {
  const environment = new Environment({ limits: LIMITS });
  for (const [type, members] of Object.entries(SUBJECT_TYPES)) {
    class Subject {}
    const fields = Object.entries(members).filter(([, { texts }]) => texts === undefined);
    const types = fields.map(([name, member]) => [name, member.type]);
    environment.registerType(type, { ctor: Subject, fields: Object.fromEntries(types) });
  }
  const never = (): never => {
    throw new Error('conditions are compiled, not interpreted');
  };
  for (const [type, members] of Object.entries(SUBJECT_TYPES))
    for (const [name, member] of Object.entries(members))
      if (member.texts !== undefined)
        environment.registerFunction(`${type}.${name}(string): ${member.type}`, never);
  for (const [name, { type }] of Object.entries(TEXT_FUNCTIONS))
    if (!OWN_METHODS.includes(name)) environment.registerFunction(`${name}(string): ${type}`, never);
  return environment;
}
