/** Reads the statements of a Robin script that hold no others: actions, SET, CALL, WAIT, jumps. */
import type { Property, Role } from '../../../model/workflow.ts';
import type { DraftActivity } from '../../draft.ts';
import { robinKey } from './expressions.ts';
import { decodeText, type Lexeme } from './lexer.ts';
import { roleOfAction, roleOfConnector, titleOfAction, titleWith } from './roles.ts';
import { dottedName, type Keyword, type Statement } from './statements.ts';
import { outerEnd, readActionSettings, readProperty, writtenProperty } from './values.ts';
import { addStep, declareWritten, pageOf, type ScriptWalk } from './walk.ts';

/** Returns the name in a token: labels and blocks are written with or without quotation marks. */
export function plainName(token: Lexeme | undefined): string {
  if (token === undefined) return '';
  return token.kind === 'text' ? decodeText(token.text) : token.text;
}

/** Gives an activity its properties, and declares the variables that they write. */
export function complete(walk: ScriptWalk, activity: DraftActivity, properties: Property[]): void {
  activity.properties = properties;
  declareWritten(walk, properties, activity.enabled);
}

/** Reads an action's settings from token `from`, where its name begins; returns its full name. */
export function readActionAt(
  walk: ScriptWalk,
  tokens: readonly Lexeme[],
  from: number,
  owner: number,
  properties: Property[],
): string {
  const { name, next } = dottedName(tokens, from);
  readActionSettings(walk, tokens, next, owner, properties);
  return name;
}

const literal = (properties: readonly Property[], name: string): Property | undefined =>
  properties.find((property) => property.name === name && property.expression === undefined);

/** Reads the calls of other flows and connectors. */
function readOutside(walk: ScriptWalk, activity: DraftActivity, properties: readonly Property[]): void {
  const { draft } = walk;
  const owner = activity.index;
  if (activity.type === 'External.RunFlow') {
    const target = literal(properties, 'FlowId');
    const bindings = properties
      .filter((property) => property.name !== 'FlowId' && property.name !== 'WaitToComplete')
      .map((property) => ({ name: property.name, direction: property.direction, value: property }));
    draft.calls.push({ at: activity.at, owner, name: activity.name, target: target?.text, bindings });
  }
  const connector = literal(properties, 'ConnectorId');
  if (activity.type !== 'External.InvokeCloudConnector' || connector === undefined) return;
  const api = connector.text.slice(connector.text.lastIndexOf('/') + 1);
  activity.role = roleOfConnector(api);
  const name = literal(properties, 'Connection')?.text ?? api;
  draft.connections.push({ at: connector.at, owner, name, connector: api, fixed: false });
}

/** Reads `Module.Action Setting: value Output=> variable`. */
export function readAction(walk: ScriptWalk, statement: Statement): DraftActivity {
  const { name: type } = dottedName(statement.tokens, 0);
  const activity = addStep(walk, statement, { type, role: roleOfAction(type), name: titleOfAction(type) });
  const properties: Property[] = [];
  readActionAt(walk, statement.tokens, 0, activity.index, properties);
  complete(walk, activity, properties);
  readOutside(walk, activity, properties);
  return activity;
}

function readSet(walk: ScriptWalk, statement: Statement): void {
  const { tokens } = statement;
  const to = outerEnd(tokens, 1, ({ kind, text }) => kind === 'name' && text === 'TO');
  const target = tokens.slice(1, to);
  const shown = walk.script.slice(target[0]?.start ?? 0, target.at(-1)?.end ?? 0);
  const activity = addStep(walk, statement, { type: 'Set', role: 'assign', name: `Set ${shown}`.trim() });
  if (target.length === 0) return;
  complete(walk, activity, [
    writtenProperty(walk, target, activity.index, 'Variable'),
    readProperty(walk, tokens.slice(to + 1), activity.index, 'Value', statement.start),
  ]);
}

function readCall(walk: ScriptWalk, statement: Statement): void {
  const target = plainName(statement.tokens[1]);
  const name = `Run subflow ${target}`;
  const activity = addStep(walk, statement, { type: 'Call', role: 'invoke', name });
  walk.draft.calls.push({ at: activity.at, owner: activity.index, name, target, bindings: [] });
}

function readWait(walk: ScriptWalk, statement: Statement): void {
  const { tokens } = statement;
  const activity = addStep(walk, statement, { type: 'Wait', role: 'delay', name: 'Wait' });
  const properties: Property[] = [];
  // `WAIT (Module.Action …) FOR 10` waits for a condition, `WAIT 5` for a time.
  const end = outerEnd(tokens, 1, ({ kind, text }) => kind === 'name' && text === 'FOR');
  const { index } = activity;
  if (tokens[1]?.text === '(' && dottedName(tokens, 2).name.includes('.')) {
    const action = readActionAt(walk, tokens.slice(0, end - 1), 2, index, properties);
    activity.name = titleWith('Wait for', action);
    properties.unshift(fixed(tokens[2]!, index, 'Action', action));
    const limit = tokens.slice(end + 1);
    if (limit.length > 0) properties.push(readProperty(walk, limit, index, 'Timeout', statement.start));
  } else properties.push(readProperty(walk, tokens.slice(1), index, 'Duration', statement.start));
  complete(walk, activity, properties);
}

/** Returns a setting for a part of the statement itself, such as the action in the condition of an IF. */
export function fixed(token: Lexeme, owner: number, name: string, text: string): Property {
  return { at: token.start, owner, name, text, expression: undefined, direction: 'in' };
}

function readLastError(walk: ScriptWalk, statement: Statement): void {
  const { tokens } = statement;
  const activity = addStep(walk, statement, { type: 'GetLastError', role: 'other', name: 'Get last error' });
  const properties: Property[] = [];
  const arrow = tokens.findIndex(({ text }) => text === '=>');
  const target = arrow === -1 ? [] : tokens.slice(arrow + 1, arrow + 2);
  if (target.length > 0) properties.push(writtenProperty(walk, target, activity.index, 'Error'));
  complete(walk, activity, properties);
}

function readExit(walk: ScriptWalk, statement: Statement): void {
  const activity = addStep(walk, statement, { type: 'Exit', role: 'terminate', name: 'Stop flow' });
  const properties: Property[] = [];
  readActionSettings(walk, statement.tokens, 1, activity.index, properties);
  complete(walk, activity, properties);
}

function readLabel(walk: ScriptWalk, statement: Statement): void {
  const label = plainName(statement.tokens[1]);
  const activity = addStep(walk, statement, { type: 'Label', role: 'other', name: `Label ${label}` });
  walk.labels.set(`${pageOf(walk)} ${robinKey(label)}`, activity.index);
}

function readGoTo(walk: ScriptWalk, statement: Statement): void {
  const label = plainName(statement.tokens[1]);
  const activity = addStep(walk, statement, { type: 'GoTo', role: 'other', name: `Go to ${label}` });
  walk.jumps.push({ activity, label, page: pageOf(walk) });
}

function plain(type: string, role: Role, name: string): (walk: ScriptWalk, statement: Statement) => void {
  return (walk, statement) => {
    addStep(walk, statement, { type, role, name });
  };
}

/** Readers of statements by keyword. Keywords that open, divide or close a block are not here. */
export const STEPS: ReadonlyMap<Keyword, (walk: ScriptWalk, statement: Statement) => void> = new Map<
  Keyword,
  (walk: ScriptWalk, statement: Statement) => void
>([
  ['SET', readSet],
  ['CALL', readCall],
  ['WAIT', readWait],
  ['ERROR', readLastError],
  ['EXIT', readExit],
  ['LABEL', readLabel],
  ['GOTO', readGoTo],
  ['EXIT LOOP', plain('ExitLoop', 'other', 'Exit loop')],
  ['NEXT LOOP', plain('NextLoop', 'other', 'Next loop')],
  ['EXIT FUNCTION', plain('ExitFunction', 'other', 'Exit subflow')],
  // Continuing behind the action or the block is an empty handler and has no statement of its own.
  ['REPEAT BLOCK', plain('RepeatBlock', 'other', 'Go to beginning of block')],
  ['THROW ERROR', plain('Throw', 'throw', 'Throw error')],
]);
