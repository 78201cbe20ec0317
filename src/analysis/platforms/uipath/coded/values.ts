/** Steps that compute: assignments, and calls of the language and of the project's own code. */
import { callsIn } from '../../dot-net/code/calls-in.ts';
import type { CodeSpan, TextRange } from '../../dot-net/code/code.ts';
import { spanOf } from '../../dot-net/code/parts.ts';
import { addCalls } from './calls.ts';
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

/** Adds the steps of an expression that stands as a statement. */
export function addValue(reading: CodedReading, span: CodeSpan, place: StepPlace): void {
  const { cursor } = reading.file;
  const sign = assignmentIn(reading, span);
  if (sign !== -1) {
    const target = spanOf(cursor, span.from, sign);
    declareParts(reading, target, place);
    // A member is no variable: rules about code look at what it is set to.
    if (!hasMember(reading, target)) {
      assign(reading, target, spanOf(cursor, sign + 1, span.to), place);
      return;
    }
  }
  const steps = addCalls(reading, span, place);
  const last = steps.at(-1)?.call;
  // The statement is a call of a service and nothing else.
  if (last !== undefined && last.to === span.to && last.from - span.from <= awaits(reading, span)) return;
  const calls = callsIn(cursor, span);
  const set = sign === -1 ? undefined : cursor.textOf(span.from, sign);
  const name = set ?? calls.at(-1)?.callee ?? 'statement';
  const step = addCodedStep(reading, place, { type: 'Statement', role: 'other', name, at: span.start });
  step.properties = [setting(reading, step.index, 'Code', span), ...writtenIn(reading, step.index, span)];
}

const hasMember = ({ file: { cursor } }: CodedReading, { from, to }: CodeSpan): boolean => {
  for (let at = from; at < to; at += 1) if (cursor.isSign('.', at)) return true;
  return false;
};

const awaits = ({ file: { cursor } }: CodedReading, { from }: CodeSpan): number =>
  cursor.word(from) === 'await' ? 1 : 0;

/** Returns the index of the `=` of an assignment, or -1. */
function assignmentIn({ file: { cursor } }: CodedReading, { from, to }: CodeSpan): number {
  for (let at = from; at < to; at += 1) {
    // `a <<= b` and its like have the sign behind another one.
    if (cursor.isSign('=', at)) return /^[<>?%|^]/.test(cursor.sign(at - 1)) ? -1 : at;
    const close = cursor.closeOf(at);
    if (close !== -1) at = close;
  }
  return -1;
}

/** Adds the step that gives a value to a variable, or the call whose result the value is. */
export function assign(reading: CodedReading, target: TextRange, value: CodeSpan, place: StepPlace): void {
  const steps = addCalls(reading, value, place);
  const last = steps.at(-1);
  const isWhole =
    last !== undefined && last.call.to === value.to && last.call.from - value.from <= awaits(reading, value);
  const name = sourceOf(reading, target);
  if (last !== undefined && isWhole) {
    const { activity } = last;
    addSettings(activity, output(reading, activity.index, 'Result', target));
    if (activity.type === 'NApplicationCard') reading.screens.add(name);
    return;
  }
  const step = addCodedStep(reading, place, {
    type: 'Assign',
    role: 'assign',
    name: `Assign ${/^[\w.]+/.exec(name)?.[0] ?? ''}`.trim(),
    at: target.start,
  });
  addSettings(step, output(reading, step.index, 'To', target), setting(reading, step.index, 'Value', value));
}

/** Declares the variables of `var (a, b) = …` and `(string a, int b) = …`. */
function declareParts(reading: CodedReading, { from, to }: CodeSpan, { parent }: StepPlace): void {
  const { cursor } = reading.file;
  const isVar = cursor.word(from) === 'var';
  if (!isVar && !cursor.isSign('(', from)) return;
  for (let at = from + 1; at < to; at += 1) {
    const isEnd = cursor.isSign(',', at + 1) || cursor.isSign(')', at + 1);
    const isDeclared = isVar || cursor.isName(at - 1);
    if (!cursor.isName(at) || !isEnd || !isDeclared) continue;
    const name = { text: cursor.token(at)!.text, at: cursor.start(at) };
    const type = isVar ? '' : cursor.token(at - 1)!.text;
    declare(reading, parent, { name, type: type === 'var' ? '' : type });
  }
}

/** Returns the variables that a statement writes without `=`: `count++`, `total += 1`, `out var found`. */
function writtenIn(reading: CodedReading, owner: number, { from, to }: CodeSpan) {
  const { cursor } = reading.file;
  const written = [];
  for (let at = from; at < to; at += 1) {
    if (!cursor.isName(at)) continue;
    const isCounted =
      /^(?:\+\+|--|[-+*/&]=)$/.test(cursor.sign(at + 1)) || /^(?:\+\+|--)$/.test(cursor.sign(at - 1));
    const isPassed = /^(?:out|ref)$/.test(cursor.word(at - 1)) && !/^(?:out|ref)$/.test(cursor.word(at));
    if (isCounted || isPassed) written.push(output(reading, owner, 'Result', spanOf(cursor, at, at + 1)));
  }
  return written;
}
