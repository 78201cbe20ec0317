/** Reads the statements of a Robin script that open, divide or close a block. */
import type { Property } from '../../../model/workflow.ts';
import type { DraftActivity } from '../../draft.ts';
import { robinKey } from './expressions.ts';
import { titleWith } from './roles.ts';
import { dottedName, type Keyword, type Statement, wordAt } from './statements.ts';
import { complete, fixed, plainName, readActionAt } from './steps.ts';
import { outerEnd, readProperty, writtenProperty } from './values.ts';
import {
  addStep,
  declareWritten,
  frameOf,
  openFrame,
  type ScriptWalk,
  skipStatement,
  topFrame,
} from './walk.ts';

const SPACE = 0x20;
/** Enough of a line to know a bare `END`. */
const LINE_LOOKED_AT = 64;

type Read = (walk: ScriptWalk, statement: Statement) => void;

/** Reads the condition from token `from` up to the word that ends it: a call of an action in brackets, or an expression. */
function readCondition(
  walk: ScriptWalk,
  { tokens, start }: Statement,
  from: number,
  owner: number,
  name: string,
  properties: Property[],
): string | undefined {
  const end = outerEnd(tokens, from, ({ kind, text }) => kind === 'name' && text === 'THEN');
  const open = tokens[from]?.text === '(' ? from + 1 : from;
  const { name: action, next } = dottedName(tokens, open);
  if (open > from && action.includes('.') && tokens[next]?.kind === 'name') {
    properties.push(fixed(tokens[open]!, owner, name, action));
    return readActionAt(walk, tokens.slice(0, end - 1), open, owner, properties);
  }
  properties.push(readProperty(walk, tokens.slice(from, end), owner, name, start));
  return undefined;
}

const readIf: Read = (walk, statement) => {
  const activity = addStep(walk, statement, { type: 'If', role: 'branch', name: 'If' });
  const properties: Property[] = [];
  const action = readCondition(walk, statement, 1, activity.index, 'Condition', properties);
  if (action !== undefined) activity.name = titleWith('If', action);
  complete(walk, activity, properties);
  openFrame(walk, 'branch', activity, 'Then');
};

/** Divides the innermost branch; skips a statement outside of one. */
function divide(walk: ScriptWalk, statement: Statement, slot: string): DraftActivity | undefined {
  const frame = frameOf(walk);
  if (frame.kind !== 'branch') {
    skipStatement(walk, statement, `"${wordAt(statement, 0)}" stands outside a condition.`);
    return undefined;
  }
  frame.slot = slot;
  frame.last = -1;
  return walk.draft.activities[frame.activity]!;
}

/** Adds a further condition to a branch, under a name with its number. */
function divideBy(name: string, from: number): Read {
  return (walk, statement) => {
    const frame = frameOf(walk);
    const slot = `${name} ${frame.conditions + 1}`;
    const activity = divide(walk, statement, slot);
    if (activity === undefined) return;
    frame.conditions += 1;
    const properties: Property[] = [];
    readCondition(walk, statement, from, activity.index, slot, properties);
    (activity.properties as Property[]).push(...properties);
    declareWritten(walk, properties, activity.enabled);
  };
}

const readSwitch: Read = (walk, statement) => {
  const activity = addStep(walk, statement, { type: 'Switch', role: 'branch', name: 'Switch' });
  const value = readProperty(walk, statement.tokens.slice(1), activity.index, 'Value', statement.start);
  complete(walk, activity, [value]);
  openFrame(walk, 'branch', activity, '');
};

/** `LOOP WHILE c`, `LOOP FOREACH x IN list`, `LOOP [x] FROM a TO b STEP c`. */
const readLoop: Read = (walk, statement) => {
  const { tokens, start } = statement;
  const kind = wordAt(statement, 1);
  const type = kind === 'WHILE' ? 'LoopWhile' : kind === 'FOREACH' ? 'LoopForEach' : 'Loop';
  const activity = addStep(walk, statement, { type, role: 'loop', name: 'Loop' });
  const { index } = activity;
  const properties: Property[] = [];
  const until = (from: number, word: string): number =>
    outerEnd(tokens, from, (token) => token.kind === 'name' && token.text === word);
  if (type === 'LoopWhile') {
    activity.name = 'Loop while';
    const action = readCondition(walk, statement, 2, index, 'Condition', properties);
    if (action !== undefined) activity.name = titleWith('Loop while', action);
  } else if (type === 'LoopForEach') {
    const list = until(2, 'IN');
    activity.name = `For each ${plainName(tokens[2])}`;
    if (list > 2) properties.push(writtenProperty(walk, tokens.slice(2, list), index, 'CurrentItem'));
    properties.push(readProperty(walk, tokens.slice(list + 1), index, 'Values', start));
  } else {
    const [from, to, step] = [until(1, 'FROM'), until(1, 'TO'), until(1, 'STEP')];
    if (from > 1 && from < tokens.length)
      properties.push(writtenProperty(walk, tokens.slice(1, from), index, 'Index'));
    properties.push(readProperty(walk, tokens.slice(from + 1, to), index, 'From', start));
    properties.push(readProperty(walk, tokens.slice(to + 1, step), index, 'To', start));
  }
  complete(walk, activity, properties);
  openFrame(walk, 'loop', activity, '');
};

const readBlock: Read = (walk, statement) => {
  const name = plainName(statement.tokens[1]);
  const title = name === '' ? 'On block error' : `On block error ${name}`;
  const activity = addStep(walk, statement, { type: 'Block', role: 'try', name: title });
  openFrame(walk, 'block', activity, '');
};

const readBlockHandler: Read = (walk, statement) => {
  const frame = frameOf(walk);
  if (frame.kind !== 'block') return skipStatement(walk, statement, 'ON BLOCK ERROR stands outside a block.');
  const { last } = frame;
  frame.slot = 'OnError';
  const activity = addStep(walk, statement, { type: 'OnBlockError', role: 'catch', name: 'Error handler' });
  frame.slot = '';
  frame.last = last;
  openFrame(walk, 'handler', activity, '');
};

/** Returns the column of the first non-blank character in the line of `at`. */
function indentAt(script: string, at: number): number {
  // Not with lastIndexOf: a script with one kind of line end would be searched to its beginning for the other.
  let start = at;
  while (start > 0 && script[start - 1] !== '\n' && script[start - 1] !== '\r') start -= 1;
  return at - start;
}

/**
 * Returns whether an `END` of its own closes `ON ERROR REPEAT …`. Only the layout decides: its content is indented, or
 * it is empty and the `END` cannot belong to the block around.
 */
function opensBlock(script: string, { tokens, start }: Statement, atTop: boolean): boolean {
  let next = tokens.at(-1)!.end;
  while (next < script.length && script.charCodeAt(next) <= SPACE) next += 1;
  if (next >= script.length) return false;
  const deeper = indentAt(script, next) - indentAt(script, start);
  if (deeper > 0) return true;
  return deeper === 0 && isBareEnd(script, next) && (atTop || indentAt(script, start) > 0);
}

/** Returns whether the line at `at` is `END` and no more. */
function isBareEnd(script: string, at: number): boolean {
  return /^END[ \t]*(?:\r|\n|$)/.test(script.slice(at, at + LINE_LOOKED_AT));
}

/**
 * Returns whether an `ON ERROR` is a further one for the same action, and not inside the last. One `END` closes them
 * all.
 */
function isNextHandler(walk: ScriptWalk, { start }: Statement): boolean {
  const { kind, activity, last } = frameOf(walk);
  const open = walk.draft.activities[activity];
  if (kind !== 'handler' || open?.type !== 'OnError') return false;
  return last === -1 || indentAt(walk.script, start) <= indentAt(walk.script, open.at);
}

/** `ON ERROR [name]` handles errors of the action before it, or of the condition that has just been opened. */
const readHandler: Read = (walk, statement) => {
  const { tokens, start } = statement;
  if (isNextHandler(walk, statement)) walk.frames.pop();
  const frame = frameOf(walk);
  const target = frame.last === -1 ? frame.activity : frame.last;
  const guarded = walk.draft.activities[target];
  if (guarded === undefined || guarded.role === 'page')
    return skipStatement(walk, statement, 'ON ERROR has no action before it.');
  // Number of retries before its errors count: a line of its own, or a block around the handlers.
  if (wordAt(statement, 2) === 'REPEAT') {
    const times = tokens.slice(3, 4);
    if (times.length > 0) {
      const repeat = readProperty(walk, times, target, 'OnError.Repeat', start);
      (guarded.properties as Property[]).push(repeat);
    }
    if (opensBlock(walk.script, statement, frame.kind === 'page' || frame.kind === 'script'))
      openFrame(walk, 'handler', guarded, 'OnError');
    return;
  }
  const { activity: parent, slot, last } = frame;
  const error = plainName(tokens[2]);
  const name = error === '' ? 'On error' : `On error ${error}`;
  const activity = addStep(walk, statement, { type: 'OnError', role: 'catch', name });
  activity.parent = target;
  activity.slot = 'OnError';
  if (error !== '') activity.properties = [fixed(tokens[2]!, activity.index, 'Error', error)];
  frame.last = last === -1 && parent === target ? -1 : last;
  frame.slot = slot;
  openFrame(walk, 'handler', activity, '');
};

const readEnd: Read = (walk, statement) => {
  const frame = frameOf(walk);
  if (frame.kind === 'script' || frame.kind === 'page')
    skipStatement(walk, statement, 'END closes nothing that is open.', 'unmatched-end');
  else walk.frames.pop();
};

/** The key of the subflow in which a flow begins. */
export const MAIN = 'main';

/** Reports blocks that were never closed, and returns to the top. */
export function closeAll(walk: ScriptWalk): void {
  for (let frame = frameOf(walk); walk.frames.length > 1; frame = frameOf(walk)) {
    const { at, name } = walk.draft.activities[frame.activity]!;
    const reason = `"${name}" is not closed by END.`;
    walk.draft.unread.push({ at, owner: frame.activity, name, kind: 'unmatched-end', reason });
    walk.frames.pop();
  }
}

/** Begins a subflow: everything up to `END FUNCTION` is in it. */
export function openPage(walk: ScriptWalk, start: number, name: string): void {
  walk.row = 0;
  walk.frames[0] = topFrame(-1);
  const statement: Statement = { tokens: [], disabled: false, start };
  const page = addStep(walk, statement, { type: 'Subflow', role: 'page', name });
  if (!walk.pages.has(robinKey(name))) walk.pages.set(robinKey(name), page.index);
  walk.frames[0] = topFrame(page.index);
}

const readFunction: Read = (walk, statement) => {
  closeAll(walk);
  openPage(walk, statement.start, plainName(statement.tokens[1]));
};

const endFunction: Read = (walk) => {
  closeAll(walk);
  walk.frames[0] = topFrame(walk.pages.get(MAIN) ?? -1);
};

/** Readers of statements by keyword. */
export const BLOCKS: ReadonlyMap<Keyword, Read> = new Map<Keyword, Read>([
  ['IF', readIf],
  ['ELSE IF', divideBy('ElseIf', 2)],
  ['ELSE', (walk, statement) => void divide(walk, statement, 'Else')],
  ['SWITCH', readSwitch],
  ['CASE', divideBy('Case', 1)],
  ['DEFAULT', (walk, statement) => void divide(walk, statement, 'Default')],
  ['LOOP', readLoop],
  ['BLOCK', readBlock],
  ['ON BLOCK ERROR', readBlockHandler],
  ['ON ERROR', readHandler],
  ['END', readEnd],
  ['FUNCTION', readFunction],
  ['END FUNCTION', endFunction],
]);
