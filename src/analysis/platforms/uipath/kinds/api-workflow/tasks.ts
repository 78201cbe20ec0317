/** Kinds of tasks of an API workflow: what the designer calls them, and what they do. */
import type { Role } from '../../../../model/workflow.ts';
import { type JsonDocument, member, text } from '../../../json/document.ts';
import { objectAt } from '../../../kinds/schema-fields.ts';
import { connectorRole } from '../connector-role.ts';

/** Kind of a task. */
export interface TaskKind {
  /** The designer's word, or that of the Serverless Workflow language where the file has none. */
  readonly type: string;
  readonly role: Role;
}

/** Member by which a task is known, its word, and its role. Source: Serverless Workflow DSL 1.0, "Tasks". */
const BY_MEMBER: readonly (readonly [member: string, type: string, role: Role])[] = [
  ['try', 'TryCatch', 'try'],
  ['for', 'ForEach', 'loop'],
  ['switch', 'If', 'branch'],
  ['break', 'Break', 'other'],
  ['response', 'Response', 'respond'],
  ['raise', 'Raise', 'throw'],
  ['wait', 'Wait', 'delay'],
  ['listen', 'Listen', 'other'],
  ['emit', 'Emit', 'message'],
  ['fork', 'Fork', 'sequence'],
  ['set', 'Assign', 'assign'],
  ['do', 'Sequence', 'sequence'],
];

/** Roles of the designer's words. */
const BY_TYPE: ReadonlyMap<string, Role> = new Map<string, Role>([
  ['Assign', 'assign'],
  ['JsInvoke', 'script'],
  ['If', 'branch'],
  ['Switch', 'branch'],
  ['ForEach', 'loop'],
  ['DoWhile', 'loop'],
  ['TryCatch', 'try'],
  ['Response', 'respond'],
  ['Sequence', 'sequence'],
  ['HttpRequest', 'http'],
  ['Http', 'http'],
  ['Wait', 'delay'],
]);

/** The first step of each workflow, which the designer writes. */
export const START = 'WorkflowStart';

function runKind(doc: JsonDocument, run: number): TaskKind {
  if (member(doc, run, 'script') !== -1) return { type: 'JsInvoke', role: 'script' };
  if (member(doc, run, 'workflow') !== -1) return { type: 'RunWorkflow', role: 'invoke' };
  return { type: 'Run', role: 'shell' };
}

function callKind(doc: JsonDocument, task: number, call: string): TaskKind {
  const settings = objectAt(doc, task, 'with');
  if (/http$/i.test(call)) return { type: 'HttpRequest', role: 'http' };
  const connector = settings === -1 ? undefined : text(doc, settings, 'connector');
  if (connector !== undefined) {
    const endpoint = text(doc, settings, 'endpoint') ?? '';
    return { type: 'Connector', role: connectorRole(connector, endpoint) };
  }
  return { type: call, role: /process|job|workflow|agent/i.test(call) ? 'invoke' : 'other' };
}

/** Returns the kind of a task. */
export function taskKind(doc: JsonDocument, task: number, key: string): TaskKind {
  if (key === START) return { type: START, role: 'trigger' };
  const metadata = objectAt(doc, task, 'metadata');
  const word = metadata === -1 ? undefined : text(doc, metadata, 'activityType');
  const call = text(doc, task, 'call');
  const run = objectAt(doc, task, 'run');
  const found =
    call !== undefined
      ? callKind(doc, task, call)
      : run !== -1
        ? runKind(doc, run)
        : BY_MEMBER.map(([name, type, role]) => ({ name, type, role })).find(
            ({ name }) => member(doc, task, name) !== -1,
          );
  const type = word ?? found?.type ?? 'Task';
  return { type, role: call === undefined ? (BY_TYPE.get(type) ?? found?.role ?? 'other') : found!.role };
}
