/** Compiles expressions of custom rules to closures that count their steps. */
import type { ASTNode } from '@marcbachmann/cel-js';
import { spendOnFile } from '../model/budget/file-work.ts';
import type { CustomRule } from '../model/policy.ts';
import { patternProblem } from '../patterns/user-pattern.ts';
import { ExpressionError, paramType, SUBJECTS } from './expression.ts';
import { burn, FUEL_LIMITS, textSteps } from './fuel.ts';
import type { EvaluationFrame } from './member.ts';
import { SUBJECT_TYPES } from './subject-types.ts';
import { TEXT_FUNCTIONS } from './text-functions.ts';

/** Evaluates an expression for the subject in the frame. @throws Error if its steps are used up */
export type Evaluate = (frame: EvaluationFrame) => unknown;

/** A compiled expression with the type of its value. */
interface Typed {
  readonly type: string;
  readonly run: Evaluate;
}

/** Names that an expression can use. */
interface Scope {
  readonly params: CustomRule['params'];
  /** Number and type of each name. */
  readonly names: ReadonlyMap<string, { readonly slot: number; readonly type: string }>;
}

const SCALARS = ['string', 'int', 'bool'];
const COMPARISONS = ['==', '!=', '<', '<=', '>', '>=', 'in'] as const;
type Comparison = (typeof COMPARISONS)[number];

/** Slots of every frame: the subject, and its workflow. */
export const FRAME_SLOTS = { subject: 0, workflow: 1 } as const;

/** Compiles a checked expression. @throws ExpressionError for what conditions may not contain */
export function compileExpression({ on, params }: Pick<CustomRule, 'on' | 'params'>, ast: ASTNode): Evaluate {
  const { name, type } = SUBJECTS[on];
  const names = new Map([
    ['workflow', { slot: FRAME_SLOTS.workflow, type: 'Workflow' }],
    [name, { slot: FRAME_SLOTS.subject, type }],
  ]);
  const { run } = compile(ast, { params, names });
  const units = partsOf(ast);
  return (frame) => {
    spendOnFile(units);
    return run(frame);
  };
}

/** Returns the number of parts of an expression: each may be evaluated, for a unit of work. */
function partsOf(node: unknown): number {
  if (Array.isArray(node)) return node.reduce((sum: number, part) => sum + partsOf(part), 0);
  return node !== null && typeof node === 'object' && 'args' in node ? 1 + partsOf(node.args) : 0;
}

function compile(node: ASTNode, scope: Scope): Typed {
  switch (node.op) {
    case 'value':
      return constant(node.args);
    case 'id':
      return nameOf(node.args as string, scope);
    case '.':
      return field(node.args[0], node.args[1], scope);
    case 'rcall':
      return method(node.args[0], node.args[1], node.args[2], scope);
    case 'call':
      return call(node.args[0], node.args[1], scope);
    case 'list':
      return list(node.args, scope);
    case '!_': {
      const { run } = compile(node.args, scope);
      return { type: 'bool', run: (frame) => run(frame) !== true };
    }
    case '-_': {
      const { run } = compile(node.args, scope);
      return { type: 'int', run: (frame) => -(run(frame) as number) };
    }
    case '&&': {
      const [a, b] = node.args.map((part) => compile(part, scope).run) as [Evaluate, Evaluate];
      return { type: 'bool', run: (frame) => a(frame) === true && b(frame) === true };
    }
    case '||': {
      const [a, b] = node.args.map((part) => compile(part, scope).run) as [Evaluate, Evaluate];
      return { type: 'bool', run: (frame) => a(frame) === true || b(frame) === true };
    }
    case '?:': {
      const [test, yes, no] = node.args.map((part) => compile(part, scope)) as [Typed, Typed, Typed];
      return { type: yes.type, run: (frame) => (test.run(frame) === true ? yes.run(frame) : no.run(frame)) };
    }
    default:
      if (isComparison(node.op)) return compare(node.op, node.args as readonly [ASTNode, ASTNode], scope);
      throw new ExpressionError(`"${node.op}" is not available in conditions.`);
  }
}

const isComparison = (op: string): op is Comparison => (COMPARISONS as readonly string[]).includes(op);

function constant(value: unknown): Typed {
  if (typeof value === 'string') return { type: 'string', run: () => value };
  if (typeof value === 'boolean') return { type: 'bool', run: () => value };
  if (typeof value !== 'bigint') throw new ExpressionError('Use texts, whole numbers, true and false.');
  const number = Number(value);
  return { type: 'int', run: () => number };
}

function nameOf(name: string, { names }: Scope): Typed {
  const found = names.get(name);
  if (found === undefined) throw new ExpressionError(`Read a parameter by its name: params.maximum.`);
  const { slot, type } = found;
  return { type, run: ({ slots }) => slots[slot] };
}

function field(object: ASTNode, name: string, scope: Scope): Typed {
  if (object.op === 'id' && object.args === 'params') {
    const type = paramType(scope.params[name]!);
    return { type, run: ({ params }) => params[name] };
  }
  const { type, run } = compile(object, scope);
  const member = SUBJECT_TYPES[type]?.[name];
  if (member === undefined || member.texts !== undefined)
    throw new ExpressionError(`${type} has no field ${name}.`);
  const { read } = member;
  return { type: member.type, run: (frame) => read(run(frame), frame) };
}

function call(name: string, args: readonly ASTNode[], scope: Scope): Typed {
  const [first, ...others] = args;
  if (name === 'size' && first !== undefined && others.length === 0) return size(compile(first, scope));
  const known = Object.hasOwn(TEXT_FUNCTIONS, name) ? TEXT_FUNCTIONS[name] : undefined;
  if (known === undefined || known.isMethod || first === undefined)
    throw new ExpressionError(`The function ${name} is not available in conditions.`);
  const { run } = compile(first, scope);
  return {
    type: known.type,
    run: (frame) => {
      const text = run(frame) as string;
      burn(frame.fuel, textSteps(text.length));
      return known.run(text, '');
    },
  };
}

function method(name: string, object: ASTNode, args: readonly ASTNode[], scope: Scope): Typed {
  const subject = compile(object, scope);
  const item = itemType(subject.type);
  if (name === 'size' && args.length === 0) return size(subject);
  if (item !== undefined) return quantifier(name, { subject, item }, args, scope);
  const member = SUBJECT_TYPES[subject.type]?.[name];
  if (member?.texts !== undefined) {
    const texts = args.map((arg) => compile(arg, scope).run);
    const { read } = member;
    return {
      type: member.type,
      run: (frame) => read(subject.run(frame), frame, ...texts.map((text) => text(frame) as string)),
    };
  }
  return textMethod(name, subject, args, scope);
}

function textMethod(name: string, { type, run }: Typed, args: readonly ASTNode[], scope: Scope): Typed {
  const known = Object.hasOwn(TEXT_FUNCTIONS, name) ? TEXT_FUNCTIONS[name] : undefined;
  const [argument] = args;
  if (known?.isMethod !== true || type !== 'string' || argument === undefined)
    throw new ExpressionError(`The method ${name} is not available in conditions.`);
  // What a pattern does is counted in it.
  const isPattern = name === 'matches';
  if (isPattern) requirePattern(argument, scope);
  const other = compile(argument, scope).run;
  const { steps = (text: string) => textSteps(text.length) } = known;
  return {
    type: known.type,
    run: (frame) => {
      const text = run(frame) as string;
      const second = other(frame) as string;
      burn(frame.fuel, steps(text, second), isPattern ? 0 : undefined);
      return known.run(text, second);
    },
  };
}

/** A pattern from the workflow would let its author decide what matches. */
function requirePattern(argument: ASTNode, { params }: Scope): void {
  const pattern =
    argument.op === '.' && argument.args[0].op === 'id' && argument.args[0].args === 'params'
      ? params[argument.args[1]]?.default
      : argument.args;
  if (typeof pattern !== 'string' || (argument.op !== 'value' && argument.op !== '.'))
    throw new ExpressionError('The pattern of matches must be a text or a parameter.');
  const problem = patternProblem(pattern);
  if (problem !== undefined) throw new ExpressionError(problem);
}

function size({ type, run }: Typed): Typed {
  if (type !== 'string' && itemType(type) === undefined) throw new ExpressionError(`${type} has no size.`);
  return { type: 'int', run: (frame) => (run(frame) as { readonly length: number }).length };
}

const itemType = (type: string): string | undefined => /^list<(.+)>$/.exec(type)?.[1];

type Test = (items: readonly unknown[], holds: (item: unknown) => boolean) => unknown;
const QUANTIFIERS: Readonly<Record<string, Test>> = {
  exists: (items, holds) => items.some(holds),
  all: (items, holds) => items.every(holds),
  exists_one: (items, holds) => items.filter(holds).length === 1,
  filter: (items, holds) => items.filter(holds),
};

function quantifier(
  name: string,
  { subject, item }: { readonly subject: Typed; readonly item: string },
  args: readonly ASTNode[],
  scope: Scope,
): Typed {
  const test = Object.hasOwn(QUANTIFIERS, name) ? QUANTIFIERS[name]! : undefined;
  const [variable, body] = args;
  if (test === undefined || variable?.op !== 'id' || body === undefined)
    throw new ExpressionError(`Lists have exists, all, exists_one, filter and size; not ${name}.`);
  const slot = scope.names.size;
  if (scope.names.has(variable.args)) throw new ExpressionError(`The name ${variable.args} is in use.`);
  const names = new Map([...scope.names, [variable.args, { slot, type: item }]]);
  const { run } = compile(body, { ...scope, names });
  const units = partsOf(body);
  return {
    type: name === 'filter' ? subject.type : 'bool',
    run: (frame) => {
      const { slots, fuel } = frame;
      return test(subject.run(frame) as readonly unknown[], (one) => {
        burn(fuel, 1, 1 + units);
        slots[slot] = one;
        return run(frame) === true;
      });
    },
  };
}

function list(items: readonly ASTNode[], scope: Scope): Typed {
  const parts = items.map((item) => compile(item, scope));
  const type = parts[0]?.type ?? 'string';
  if (!SCALARS.includes(type)) throw new ExpressionError('Lists have texts or numbers.');
  if (items.every(({ op }) => op === 'value')) {
    const values = parts.map(({ run }) => run(undefined as never));
    return { type: `list<${type}>`, run: () => values };
  }
  return {
    type: `list<${type}>`,
    run: (frame) => {
      burn(frame.fuel, parts.length);
      return parts.map(({ run }) => run(frame));
    },
  };
}

function compare(op: Comparison, args: readonly [ASTNode, ASTNode], scope: Scope): Typed {
  const [left, right] = args.map((part) => compile(part, scope)) as [Typed, Typed];
  const isFit =
    SCALARS.includes(left.type) && (op === 'in' ? itemType(right.type) : right.type) === left.type;
  if (!isFit) throw new ExpressionError(`"${op}" does not compare ${left.type} with ${right.type}.`);
  const [a, b] = [left.run, right.run];
  if (op === 'in') return { type: 'bool', run: membership(a, b) };
  const holds = COMPARE[op];
  return {
    type: 'bool',
    run: (frame) => {
      const [one, other] = [a(frame), b(frame)] as [Scalar, Scalar];
      if (typeof one === 'string' && one.length >= charactersPerStep) burn(frame.fuel, textSteps(one.length));
      return holds(one, other);
    },
  };
}

const { charactersPerStep } = FUEL_LIMITS;

type Scalar = string | number | boolean;
const COMPARE: Readonly<Record<Exclude<Comparison, 'in'>, (a: Scalar, b: Scalar) => boolean>> = {
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

/** Sets of the lists of a condition and of parameters, which live as long as the rule. */
const sets = new WeakMap<readonly unknown[], ReadonlySet<unknown>>();
const SET_FROM = 8;

function membership(item: Evaluate, items: Evaluate): Evaluate {
  return (frame) => {
    const all = items(frame) as readonly unknown[];
    const wanted = item(frame);
    if (all.length < SET_FROM) return all.includes(wanted);
    let set = sets.get(all);
    if (set === undefined) {
      burn(frame.fuel, Math.trunc(all.length / SET_FROM));
      set = new Set(all);
      sets.set(all, set);
    }
    return set.has(wanted);
  };
}
