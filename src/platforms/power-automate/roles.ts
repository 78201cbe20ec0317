/** What the built-in action types do, as roles. Connector calls are told apart by `connectors.ts`. */
import { ownText } from '../../model/own-text.ts';
import type { Role } from '../../model/workflow.ts';

/** Action type in lower case → role. Types that are not here are `other`. */
const ROLES: ReadonlyMap<string, Role> = new Map<string, Role>([
  ['scope', 'sequence'],
  ['if', 'branch'],
  ['switch', 'branch'],
  ['foreach', 'loop'],
  ['until', 'loop'],
  ['terminate', 'terminate'],
  ['initializevariable', 'assign'],
  ['setvariable', 'assign'],
  ['appendtoarrayvariable', 'assign'],
  ['appendtostringvariable', 'assign'],
  ['incrementvariable', 'assign'],
  ['decrementvariable', 'assign'],
  ['compose', 'assign'],
  ['http', 'http'],
  ['httpwebhook', 'http'],
  ['workflow', 'invoke'],
  ['response', 'respond'],
  ['wait', 'delay'],
  ['javascriptcode', 'script'],
  ['csharpscriptcode', 'script'],
  ['powershellcode', 'script'],
]);

/** Action types that write the variable named by `inputs.name`. */
const WRITES_VARIABLE: ReadonlySet<string> = new Set([
  'setvariable',
  'appendtoarrayvariable',
  'appendtostringvariable',
  'incrementvariable',
  'decrementvariable',
]);

const TYPE_LENGTH_MAX = 60;
/** Types as they are written in most files. */
const WRITTEN_ROLES = new Map<string, Role>();
/** They come from files: a hostile one must not make the table grow. */
const WRITTEN_MAX = 200;

/** The role of a built-in action type. */
export function roleOf(type: string): Role {
  let role = WRITTEN_ROLES.get(type);
  if (role !== undefined) return role;
  role = ROLES.get(type.toLowerCase()) ?? 'other';
  if (WRITTEN_ROLES.size < WRITTEN_MAX && type.length < TYPE_LENGTH_MAX)
    WRITTEN_ROLES.set(ownText(type), role);
  return role;
}

/** Whether an action of this type writes the variable that its `inputs.name` names. */
export function writesVariable(type: string): boolean {
  return WRITES_VARIABLE.has(type.toLowerCase());
}
