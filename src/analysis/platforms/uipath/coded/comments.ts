/** Comments of C#, which the lexer leaves out: they stand between its tokens. */
import type { CodeFile } from '../../dot-net/code/code.ts';
import type { CodedReading } from './reading.ts';

/** A comment without its marks. */
export interface CodeComment {
  readonly at: number;
  readonly end: number;
  readonly text: string;
}

/** Yields the comments of a file; those of adjacent lines are one. */
export function* commentsOf({ cursor }: CodeFile): Generator<CodeComment> {
  let from = 0;
  for (let index = 0; ; index += 1) {
    const isLast = cursor.token(index) === undefined;
    const to = isLast ? cursor.text.length : cursor.start(index);
    // The holes of an interpolated text stand inside of one another's tokens.
    if (to - from > 1) yield* commentsIn(cursor.text, from, to);
    if (isLast) return;
    from = Math.max(from, cursor.endOf(index));
  }
}

function* commentsIn(text: string, from: number, to: number): Generator<CodeComment> {
  const lines: string[] = [];
  let first = -1;
  let end = -1;
  for (let at = from; at < to; at += 1) {
    if (text[at] !== '/') continue;
    if (text[at + 1] === '/') {
      if (first === -1) first = at;
      end = lineEnd(text, at, to);
      lines.push(text.slice(at, end).replace(/^\/+\s?/, ''));
      at = end;
    } else if (text[at + 1] === '*') {
      if (first === -1) first = at;
      const close = text.indexOf('*/', at + 2);
      end = close === -1 ? to : close + 2;
      lines.push(text.slice(at + 2, close === -1 ? to : close));
      at = end - 1;
    }
  }
  if (first !== -1) yield { at: first, end, text: lines.join('\n').trim() };
}

function lineEnd(text: string, from: number, to: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 || end > to ? to : end;
}

/** Adds comments as notes about the step behind them. */
export function addComments(reading: CodedReading): void {
  const { draft, file } = reading;
  const steps = draft.activities.toSorted((a, b) => a.at - b.at);
  let next = 0;
  for (const { at, end, text } of commentsOf(file)) {
    while (next < steps.length && steps[next]!.at < end) next += 1;
    const step = steps[next];
    const note = { at, owner: step?.parent ?? -1, name: 'Comment', kind: 'comment', text } as const;
    draft.notes.push(step === undefined ? note : { ...note, about: { step: step.index, slot: step.slot } });
  }
}
