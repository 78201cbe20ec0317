/** The arguments of an invoke differ from those that the invoked workflow declares. */
import type { ArgumentFacts, BindingFacts, CallFacts } from '../../model/project.ts';
import { defineRule } from '../define-rule.ts';

/** Types that do not convert to each other; numbers widen. */
const TYPES = new Set([
  'String',
  'Boolean',
  'DateTime',
  'DataTable',
  'DataRow',
  'SecureString',
  'TimeSpan',
  'Int32',
  'Double',
]);
const NUMBERS = new Set(['Int32', 'Double']);
const DIRECTIONS = { in: 'In', out: 'Out', 'in-out': 'In/Out' } as const;

/** Types with a value where nothing is handed over: the step does not fail. */
const EMPTY_VALUES: ReadonlyMap<string, string> = new Map([
  ...['Int16', 'Int32', 'Int64', 'UInt32', 'Single', 'Double', 'Decimal'].map((type) => [type, '0'] as const),
  ['Boolean', 'False'],
  ['DateTime', '01/01/0001'],
  ['TimeSpan', '00:00:00'],
]);

interface Mismatch {
  readonly subject: string;
  readonly message: string;
  readonly severity?: 'medium';
}

/** Returns the mismatch of an argument that a call leaves out. */
function leftOut({ name, type }: ArgumentFacts): Mismatch {
  const value = EMPTY_VALUES.get(type);
  const message = `does not hand over "${name}", which the invoked workflow reads`;
  if (value === undefined) return { subject: name, message: `${message}.` };
  return { subject: name, message: `${message} as ${value} then.`, severity: 'medium' };
}

/** Collections, which are none of these types, with any items. */
const COLLECTION = /^(?:List|Dictionary|HashSet)\b|\[\]$/;

function typesDiffer(a: string, b: string): boolean {
  if ((TYPES.has(a) && COLLECTION.test(b)) || (TYPES.has(b) && COLLECTION.test(a))) return true;
  return a !== b && TYPES.has(a) && TYPES.has(b) && !(NUMBERS.has(a) && NUMBERS.has(b));
}

function mismatchOf(binding: BindingFacts, argument: ArgumentFacts | undefined): string | undefined {
  if (argument === undefined) return 'which the invoked workflow does not have';
  if (argument.direction !== binding.direction)
    return `as ${DIRECTIONS[binding.direction]}, but it is ${DIRECTIONS[argument.direction]}`;
  if (typesDiffer(binding.type, argument.type)) return `as ${binding.type}, but it is ${argument.type}`;
  return undefined;
}

function* mismatches(
  call: CallFacts,
  callee: readonly ArgumentFacts[],
  ignoreDefault: boolean,
): Generator<Mismatch> {
  const byName = new Map(callee.map((argument) => [argument.name.toLowerCase(), argument]));
  let isRenamed = false;
  for (const binding of call.bindings) {
    const argument = byName.get(binding.name.toLowerCase());
    const reason = mismatchOf(binding, argument);
    isRenamed ||= argument === undefined;
    if (reason !== undefined)
      yield { subject: binding.name, message: `hands over "${binding.name}" ${reason}.` };
  }
  // One finding is enough after a renaming.
  if (isRenamed || call.isOpen) return;
  const bound = new Set(call.bindings.map(({ name }) => name.toLowerCase()));
  for (const argument of callee) {
    const { name, direction, isUsed, isGuarded, hasDefault } = argument;
    if (direction !== 'in' || !isUsed || isGuarded || bound.has(name.toLowerCase())) continue;
    if (!ignoreDefault || !hasDefault) yield leftOut(argument);
  }
}

export const rule = defineRule('UIP-REL-011', {
  level: 'project',
  *check(project, { options }) {
    for (const workflow of project.workflows) {
      for (const each of workflow.calls) {
        const callee = project.calleeOf(workflow, each);
        if (callee.status !== 'found') continue;
        const { arguments: declared } = callee.workflow;
        const found = [...mismatches(each, declared, options.ignoreMissingWithDefault)];
        // One call is one finding: its arguments were never imported again. A worse one decides its severity.
        const isMild = found.every(({ severity }) => severity !== undefined);
        const group = JSON.stringify([workflow.file, each.step, callee.workflow.file]);
        for (const { subject, message } of found) {
          const own = { subject, group, message: `"${each.step}" ${message}` };
          yield { in: workflow, at: each, ...own, ...(isMild ? { severity: 'medium' } : {}) };
        }
      }
    }
  },
});
