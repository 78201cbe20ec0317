/** The arguments of an invoke differ from those that the invoked workflow declares. */
import type { ArgumentFacts, BindingFacts, CallFacts } from '../../model/project.ts';
import { briefQuote } from '../../patterns/uipath/constants/text-failures.ts';
import { besideProcess } from '../../patterns/uipath/project/beside-process.ts';
import { rejectsText } from '../../patterns/uipath/texts/text-for-type.ts';
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

/** Types of values that a workflow hands on or types in when they are empty. */
const MAY_BE_EMPTY = new Set(['String', 'Object', 'GenericValue', 'SecureString']);

/** Returns the mismatch of an argument that a call leaves out, or whose field is empty in it. */
function leftOut({ name, type, isOpened }: ArgumentFacts, isBlank: boolean): Mismatch {
  const value = EMPTY_VALUES.get(type);
  const message = isBlank
    ? `leaves "${name}" empty, which the invoked workflow reads`
    : `does not hand over "${name}", which the invoked workflow reads`;
  if (value !== undefined)
    return { subject: name, message: `${message} as ${value} then.`, severity: 'medium' };
  // An empty field may be meant where the callee only hands the value on.
  const isMild = isBlank && !isOpened && MAY_BE_EMPTY.has(type);
  return { subject: name, message: `${message}.`, ...(isMild ? { severity: 'medium' } : {}) };
}

/** Collections, which are none of these types, with any items. */
const COLLECTION = /^(?:List|Dictionary|HashSet)\b|\[\]$/;

function typesDiffer(a: string, b: string): boolean {
  if ((TYPES.has(a) && COLLECTION.test(b)) || (TYPES.has(b) && COLLECTION.test(a))) return true;
  return a !== b && TYPES.has(a) && TYPES.has(b) && !(NUMBERS.has(a) && NUMBERS.has(b));
}

/** Calls in code, whose dictionary or parameters hold inputs of both directions. */
const IN_CODE = /^RunWorkflow(?:Method)?$/;

function mismatchOf(
  { type }: CallFacts,
  binding: BindingFacts,
  argument: ArgumentFacts | undefined,
): string | undefined {
  if (argument === undefined) return 'which the invoked workflow does not have';
  const isGiven = IN_CODE.test(type) && binding.direction === 'in' && argument.direction === 'in-out';
  if (argument.direction !== binding.direction && !isGiven)
    return `as ${DIRECTIONS[binding.direction]}, but it is ${DIRECTIONS[argument.direction]}`;
  if (typesDiffer(binding.type, argument.type)) return `as ${binding.type}, but it is ${argument.type}`;
  const { fixed } = binding;
  return fixed !== undefined && rejectsText(argument.type, fixed)
    ? `as the text ${briefQuote(fixed.text)}, but it is ${argument.type}`
    : undefined;
}

/** Callers whose model or service fills the inputs at run time. */
const FILLED_LATER = /^uipath-(?:agent|agent-resource|process)$/;
/** Callers that describe what they hand over in a form of their own. */
const IN_OTHER_FORM = /^uipath-process$/;

/** Names what a call hands over: `"in_Year"`, or `argument 2` of a position. */
const shownName = ({ name }: BindingFacts): string =>
  name.startsWith('[') ? `argument ${Number(name.slice(1, -1)) + 1}` : `"${name}"`;

function* mismatches(
  call: CallFacts,
  callee: readonly ArgumentFacts[],
  ignoreDefault: boolean,
): Generator<Mismatch> {
  const byName = new Map(callee.map((argument) => [argument.name.toLowerCase(), argument]));
  // A call by the generated method may give its inputs by position: `[0]`.
  for (const [position, argument] of callee.filter(({ direction }) => direction !== 'out').entries())
    byName.set(`[${position}]`, argument);
  let isRenamed = false;
  for (const binding of call.bindings) {
    if (binding.isBlank === true) continue;
    const argument = byName.get(binding.name.toLowerCase());
    const reason = mismatchOf(call, binding, argument);
    isRenamed ||= argument === undefined;
    if (reason !== undefined)
      yield { subject: binding.name, message: `hands over ${shownName(binding)} ${reason}.` };
  }
  // One finding is enough after a renaming.
  if (isRenamed || call.isOpen || call.type === 'RunWorkflowMethod') return;
  const bound = new Map(call.bindings.map(({ name, isBlank }) => [name.toLowerCase(), isBlank === true]));
  for (const argument of callee) {
    const { name, direction, isUsed, isGuarded, hasDefault } = argument;
    const isBlank = bound.get(name.toLowerCase());
    if (direction !== 'in' || !isUsed || isGuarded || isBlank === false) continue;
    if (!ignoreDefault || !hasDefault) yield leftOut(argument, isBlank === true);
  }
}

export const rule = defineRule('UIP-REL-011', {
  level: 'project',
  *check(project, { options }) {
    const isBeside = besideProcess(project);
    for (const workflow of project.workflows) {
      if (IN_OTHER_FORM.test(workflow.kind)) continue;
      for (const call of workflow.calls) {
        const each = FILLED_LATER.test(workflow.kind) ? { ...call, isOpen: true } : call;
        const callee = project.calleeOf(workflow, call);
        if (callee.status !== 'found') continue;
        const { arguments: declared } = callee.workflow;
        const found = [...mismatches(each, declared, options.ignoreMissingWithDefault)];
        // One call is one finding: its arguments were never imported again. A worse one decides its severity.
        const isMild = isBeside(workflow) || found.every(({ severity }) => severity !== undefined);
        const group = JSON.stringify([workflow.file, each.step, callee.workflow.file]);
        for (const { subject, message } of found) {
          const own = { subject, group, message: `"${each.step}" ${message}` };
          yield { in: workflow, at: each, ...own, ...(isMild ? { severity: 'medium' } : {}) };
        }
      }
    }
  },
});
