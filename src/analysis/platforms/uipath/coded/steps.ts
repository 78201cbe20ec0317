/** Turns the statements of a method into the steps that Studio has for the same. */
import type {
  Branch,
  CodeMethod,
  CodeSpan,
  CodeStatement,
  Handler,
  Local,
  LoopStatement,
  TryStatement,
  TypeDeclaration,
} from '../../dot-net/code/code.ts';
import type { DraftActivity } from '../../draft.ts';
import { addCalls } from './calls.ts';
import {
  addCodedStep,
  addSettings,
  type CodedReading,
  declare,
  inside,
  type StepPlace,
  setting,
  sourceOf,
  textSetting,
} from './reading.ts';
import { addValue, assign } from './values.ts';

/** Adds the steps of a list of statements. */
export function addSteps(
  reading: CodedReading,
  statements: readonly CodeStatement[],
  place: StepPlace,
): void {
  for (const statement of statements) addStatement(reading, statement, place);
}

/** Adds the steps of a list with variables of its own: they stand in a sequence, as Studio has them. */
function addScope(
  reading: CodedReading,
  statements: readonly CodeStatement[],
  place: StepPlace,
  name: string,
): void {
  const declares = statements.some(({ kind }) => kind === 'declaration');
  const at = statements[0]?.start ?? 0;
  const scope = declares
    ? inside(addCodedStep(reading, place, { type: 'Sequence', role: 'sequence', name, at }), place)
    : place;
  addSteps(reading, statements, scope);
}

function addStatement(reading: CodedReading, statement: CodeStatement, place: StepPlace): void {
  const { start } = statement;
  switch (statement.kind) {
    case 'value':
      addValue(reading, statement.value, place);
      break;
    case 'declaration':
      for (const local of statement.locals) addLocal(reading, local, statement.isConstant, place);
      break;
    case 'block':
      addBlock(reading, statement, place);
      break;
    case 'if':
      addIf(reading, statement.branches, start, place);
      break;
    case 'switch':
      addSwitch(reading, statement, place);
      break;
    case 'loop':
      addLoop(reading, statement, start, place);
      break;
    case 'try':
      addTry(reading, statement, start, place);
      break;
    case 'return':
      addReturn(reading, statement.value, start, place);
      break;
    case 'throw':
      addThrow(reading, statement.value, start, place);
      break;
    case 'jump':
      if (statement.word === 'goto' || (statement.word === 'break' && place.isInSwitch)) break;
      addCodedStep(reading, place, {
        type: statement.word === 'break' ? 'Break' : 'Continue',
        role: 'other',
        name: statement.word,
        at: start,
      });
      break;
    case 'function':
      addMethod(reading, statement.method, place);
      break;
  }
}

/** Place of what stands in no container. */
export const OUTSIDE: StepPlace = { parent: -1, slot: '', isInSwitch: false };

/** Adds the fields of types as variables, and their methods but for one. */
export function addMembers(
  reading: CodedReading,
  types: readonly TypeDeclaration[],
  except?: CodeMethod,
): void {
  for (const { fields, methods } of types) {
    for (const field of fields) if (field.value !== undefined) declare(reading, -1, field, 'field');
    for (const method of methods) if (method !== except) addMethod(reading, method, OUTSIDE);
  }
}

/** Adds a method with its parameters as variables. */
export function addMethod(
  reading: CodedReading,
  { name, parameters, body }: CodeMethod,
  place: StepPlace,
): void {
  const step = { type: 'Method', role: 'sequence', name: name.text, at: name.at } as const;
  const method = addCodedStep(reading, place, step);
  for (const parameter of parameters) declare(reading, method.index, parameter, 'DelegateInArgument');
  addSteps(reading, body, { ...inside(method, place), isInSwitch: false });
}

function addLocal(reading: CodedReading, local: Local, isConstant: boolean, place: StepPlace): void {
  const { name, type, value } = local;
  if (isConstant || value === undefined) {
    declare(reading, place.parent, local);
    return;
  }
  declare(reading, place.parent, { name, type: type === 'var' ? '' : type });
  assign(reading, { start: name.at, end: name.at + name.text.length }, value, place);
}

function addBlock(
  reading: CodedReading,
  { word, body, start }: CodeStatement & { readonly kind: 'block' },
  place: StepPlace,
): void {
  // Braces alone are no step.
  const step = { type: 'Sequence', role: 'sequence', name: word, at: start } as const;
  if (word === '') addScope(reading, body, place, 'block');
  else addSteps(reading, body, inside(addCodedStep(reading, place, step), place));
}

function addCondition(
  reading: CodedReading,
  step: DraftActivity,
  name: string,
  test: CodeSpan | undefined,
): void {
  if (test !== undefined) addSettings(step, setting(reading, step.index, name, test));
}

function addIf(reading: CodedReading, branches: readonly Branch[], at: number, place: StepPlace): void {
  const conditions = branches.filter(({ label }) => label !== undefined);
  for (const { label } of conditions) addCalls(reading, label!, place);
  const [first, ...others] = branches;
  if (conditions.length === 1) {
    const step = addCodedStep(reading, place, { type: 'If', role: 'branch', name: 'if', at });
    addCondition(reading, step, 'Condition', first!.label);
    addScope(reading, first!.body, inside(step, place, 'Then'), 'then');
    for (const { body } of others) addScope(reading, body, inside(step, place, 'Else'), 'else');
    return;
  }
  const step = addCodedStep(reading, place, { type: 'IfElseIf', role: 'branch', name: 'if … else if', at });
  for (const [number, { label, body }] of branches.entries()) {
    if (label === undefined) addScope(reading, body, inside(step, place, 'Else'), 'else');
    else {
      const own = { type: 'IfElseIfBlock', role: 'branch', name: 'else if', at: label.start } as const;
      const block = addCodedStep(reading, inside(step, place, `Branch ${number + 1}`), own);
      addCondition(reading, block, 'Condition', label);
      addSteps(reading, body, inside(block, place, 'Then'));
    }
  }
}

function addSwitch(
  reading: CodedReading,
  { value, branches, start }: CodeStatement & { readonly kind: 'switch' },
  place: StepPlace,
): void {
  if (value !== undefined) addCalls(reading, value, place);
  const step = addCodedStep(reading, place, { type: 'Switch', role: 'branch', name: 'switch', at: start });
  addCondition(reading, step, 'Expression', value);
  for (const [number, { label, body }] of branches.entries()) {
    const slot = label === undefined ? 'Default' : `Case ${number + 1}`;
    addScope(reading, body, { ...inside(step, place, slot), isInSwitch: true }, 'case');
  }
}

const LOOPS = {
  while: { type: 'While', setting: 'Condition' },
  do: { type: 'DoWhile', setting: 'Condition' },
  for: { type: 'While', setting: 'Condition' },
  foreach: { type: 'ForEach', setting: 'Values' },
} as const;

function addLoop(reading: CodedReading, loop: LoopStatement, at: number, place: StepPlace): void {
  const { word, before, test, item, after, body } = loop;
  addSteps(reading, before, place);
  if (word === 'foreach' && test !== undefined) addCalls(reading, test, place);
  const { type, setting: name } = LOOPS[word];
  const title = item === undefined ? word : `${word} ${item.name.text}`;
  const step = addCodedStep(reading, place, { type, role: 'loop', name: title, at });
  addCondition(reading, step, name, test);
  if (item !== undefined) declare(reading, step.index, item, 'DelegateInArgument');
  const within = { ...inside(step, place), isInSwitch: false };
  addSteps(reading, body, within);
  if (after !== undefined) addValue(reading, after, within);
}

function addTry(
  reading: CodedReading,
  { body, handlers, last }: TryStatement,
  at: number,
  place: StepPlace,
): void {
  const step = addCodedStep(reading, place, { type: 'TryCatch', role: 'try', name: 'try', at });
  addScope(reading, body, inside(step, place, 'Try'), 'try');
  for (const handler of handlers) addHandler(reading, handler, inside(step, place, 'Catches'));
  if (last !== undefined) addScope(reading, last, inside(step, place, 'Finally'), 'finally');
}

function addHandler(
  reading: CodedReading,
  { start, type, variable, filter, body }: Handler,
  place: StepPlace,
): void {
  const text = type === '' || type === 'Exception' ? 'System.Exception' : type;
  const name = `catch ${text.slice(text.lastIndexOf('.') + 1)}`;
  const step = addCodedStep(reading, place, { type: 'Catch', role: 'catch', name, at: start });
  const exception = { owner: step.index, name: 'TypeArguments', at: start, direction: 'in', text } as const;
  addSettings(step, { ...exception, expression: undefined });
  if (filter !== undefined) addSettings(step, setting(reading, step.index, 'When', filter));
  if (variable !== undefined)
    declare(reading, step.index, { name: variable, type: text }, 'DelegateInArgument');
  addSteps(reading, body, inside(step, place));
}

/** Adds the step that ends a method; its value is that of the workflow's outputs in the method that starts it. */
function addReturn(reading: CodedReading, value: CodeSpan | undefined, at: number, place: StepPlace): void {
  if (value !== undefined) addCalls(reading, value, place);
  const step = addCodedStep(reading, place, { type: 'Return', role: 'other', name: 'return', at });
  if (value !== undefined) addSettings(step, setting(reading, step.index, 'Value', value));
  const outputs = reading.draft.arguments.filter(({ direction }) => direction === 'out');
  if (methodOf(reading, place) === 0)
    for (const { name } of outputs)
      addSettings(
        step,
        textSetting(reading, { owner: step.index, name: 'To', at, text: name, direction: 'out' }),
      );
}

/** Returns the index of the outermost step around a place. */
function methodOf({ draft }: CodedReading, { parent }: StepPlace): number {
  let at = parent;
  while (at > 0 && draft.activities[at]!.type !== 'Method') at = draft.activities[at]!.parent;
  return at;
}

function addThrow(reading: CodedReading, value: CodeSpan | undefined, at: number, place: StepPlace): void {
  if (value === undefined) {
    addCodedStep(reading, place, { type: 'Rethrow', role: 'throw', name: 'throw', at });
    return;
  }
  const name = `throw ${/^new [\w.]+/.exec(sourceOf(reading, value))?.[0] ?? ''}`.trim();
  const step = addCodedStep(reading, place, { type: 'Throw', role: 'throw', name, at });
  addSettings(step, setting(reading, step.index, 'Exception', value));
}
