/** Steps that are calls: of services of UiPath, and of other workflows. */
import type { Binding, Property } from '../../../model/workflow.ts';
import { type CodeArgument, type CodeCall, callsIn, splitAtCommas } from '../../dot-net/code/calls-in.ts';
import type { CodeSpan } from '../../dot-net/code/code.ts';
import type { DraftActivity } from '../../draft.ts';
import { roleOfActivity } from '../roles.ts';
import {
  addCodedStep,
  addSettings,
  type CodedReading,
  declare,
  output,
  type StepPlace,
  setting,
  sourceOf,
} from './reading.ts';
import { serviceCall } from './services.ts';

/** A step, and the call that it is. */
export interface CallStep {
  readonly activity: DraftActivity;
  readonly call: CodeCall;
}

/** Adds a step for each call of a service in a span, in the order in which they run. */
export function addCalls(reading: CodedReading, span: CodeSpan, place: StepPlace): CallStep[] {
  const steps: CallStep[] = [];
  for (const call of callsIn(reading.file.cursor, span)) {
    const activity = addCall(reading, call, place);
    if (activity !== undefined) steps.push({ activity, call });
  }
  return steps;
}

function addCall(reading: CodedReading, call: CodeCall, place: StepPlace): DraftActivity | undefined {
  const known = serviceCall(call.callee, reading.screens);
  if (known === undefined) return undefined;
  const { type, settings } = known;
  const activity = addCodedStep(reading, place, {
    type,
    role: roleOfActivity(type),
    name: call.callee,
    at: call.start,
  });
  const { index } = activity;
  const properties = call.args.map(({ name, direction, value }, position) => {
    const label = name === undefined ? (settings[position] ?? `[${position}]`) : studioName(name);
    if (direction === 'out') declareOut(reading, call.args[position]!, place);
    return (direction === 'in' ? setting : output)(reading, index, label, value);
  });
  activity.properties = properties.map((property) =>
    property.name === 'Level' ? level(property) : property,
  );
  if (type === 'RunWorkflow') addRun(reading, activity, call);
  else if (type === 'RunWorkflowMethod') addMethodCall(reading, activity, call);
  return activity;
}

/** Returns a level as Studio writes it: `Info` for `LogLevel.Info`. */
function level(property: Property): Property {
  const { at, owner, name, direction, text } = property;
  const fixed = /^(?:[\w.]+\.)?LogLevel\.(\w+)$/.exec(text)?.[1];
  return fixed === undefined ? property : { at, owner, name, direction, text: fixed, expression: undefined };
}

/** Returns the name of a setting in Studio from that of a parameter. */
const studioName = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Declares the variable of `out var password`. */
function declareOut(reading: CodedReading, { value }: CodeArgument, { parent }: StepPlace): void {
  const { cursor } = reading.file;
  const isDeclared = cursor.isName(value.from - 1) && cursor.word(value.from - 1) !== 'out';
  if (!isDeclared || cursor.word(value.from) === '_') return;
  const type = cursor.word(value.from - 1);
  const name = { text: sourceOf(reading, value), at: value.start };
  declare(reading, parent, { name, type: type === 'var' ? '' : type });
}

/** Adds the call of a workflow by its path: its arguments stand in a dictionary. */
function addRun(reading: CodedReading, activity: DraftActivity, { args }: CodeCall): void {
  const [path] = activity.properties;
  const values = args.find(({ name }, position) =>
    name === undefined ? position === 1 : name === 'arguments',
  );
  const entries = values === undefined ? [] : entriesOf(reading, activity.index, values.value);
  const isOpen = values !== undefined && entries === undefined && !isNothing(reading, values.value);
  if (isOpen) addSettings(activity, setting(reading, activity.index, 'ArgumentsVariable', values.value));
  else if (entries !== undefined) {
    activity.properties = activity.properties.filter(({ at }) => at !== values?.value.start);
    activity.properties = activity.properties.concat(entries);
  }
  const target = path?.expression?.literal;
  reading.draft.calls.push({
    at: path?.at ?? activity.at,
    owner: activity.index,
    name: activity.name,
    target,
    bindings: (entries ?? []).map(bindingOf),
  });
}

const PREFIX = 'Arguments.';

function bindingOf(value: Property): Binding {
  return { name: value.name.slice(PREFIX.length), direction: value.direction, value };
}

const isNothing = (reading: CodedReading, span: CodeSpan): boolean =>
  /^(?:null|default)$/.test(sourceOf(reading, span));

/** Returns the entries of `new Dictionary<string, object> { { "name", value }, ["name"] = value }`. */
function entriesOf(reading: CodedReading, owner: number, { from, to }: CodeSpan): Property[] | undefined {
  const { cursor } = reading.file;
  if (cursor.word(from) !== 'new') return undefined;
  let open = from;
  while (open < to && !cursor.isSign('{', open)) open += 1;
  if (open === to) return [];
  const entries: Property[] = [];
  for (const entry of splitAtCommas(cursor, open + 1, cursor.closeOf(open))) {
    const inner = { from: entry.from + 1, to: cursor.closeOf(entry.from) };
    const [key, value] = cursor.isSign('{', entry.from)
      ? splitAtCommas(cursor, inner.from, inner.to)
      : indexed(reading, entry);
    const name = key === undefined ? undefined : cursor.token(key.from);
    // A name that is computed may be any.
    if (name?.kind !== 'string' || value === undefined) return undefined;
    entries.push(setting(reading, owner, PREFIX + name.text, value));
  }
  return entries;
}

/** Splits `["name"] = value`. */
function indexed({ file: { cursor } }: CodedReading, { from, to }: CodeSpan): CodeSpan[] {
  const close = cursor.isSign('[', from) ? cursor.closeOf(from) : -1;
  if (close === -1 || !cursor.isSign('=', close + 1)) return [];
  return [...splitAtCommas(cursor, from + 1, close), ...splitAtCommas(cursor, close + 2, to)];
}

/** Adds the call of a workflow by the method that Studio generates for it: arguments have names or positions. */
function addMethodCall(reading: CodedReading, activity: DraftActivity, { callee, args }: CodeCall): void {
  reading.draft.calls.push({
    at: activity.at,
    owner: activity.index,
    name: activity.name,
    target: callee.slice(callee.indexOf('.') + 1),
    bindings: activity.properties.map((value, position): Binding => {
      const { name, direction } = args[position]!;
      return { name: name ?? `[${position}]`, direction, value };
    }),
  });
}
