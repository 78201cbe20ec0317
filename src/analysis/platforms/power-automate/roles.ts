/** Roles of the built-in action types. `connectors.ts` has those of connector calls. */
import type { Role } from '../../model/workflow.ts';
import { type JsonDocument, JsonKind, stringOf } from '../json/document.ts';
import { internal, stands } from '../shared-names.ts';

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
  ['agent', 'ai'],
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

/** Types that rules know, as the designer writes them: the platform takes any case. */
const SPELLINGS: ReadonlyMap<string, string> = new Map(
  `Scope If Switch Foreach Until Terminate InitializeVariable SetVariable AppendToArrayVariable AppendToStringVariable
  IncrementVariable DecrementVariable Compose ParseJson Query Select Table Join Http HttpWebhook Workflow Response Wait
  OpenApiConnection OpenApiConnectionWebhook OpenApiConnectionNotification ApiConnection ApiConnectionWebhook
  ApiConnectionNotification Request Recurrence`
    .split(/\s+/)
    .map((type) => [type.toLowerCase(), type]),
);

/** Facts about an action by its type. */
export interface ActionType {
  /** In the spelling of the designer. */
  readonly text: string;
  /** As the file writes it. */
  readonly written: string;
  readonly role: Role;
  /** It writes the variable that `inputs.name` names. */
  readonly writesVariable: boolean;
}

const TYPE_LENGTH_MAX = 60;
/**
 * Cache entries for types of one length; they replace each other. Types come from files: a hostile one must not make
 * the table grow.
 */
const TYPES_MAX = 8;
/** Types as they are written in most files, by their length. */
const knownTypes: readonly ActionType[][] = Array.from({ length: TYPE_LENGTH_MAX }, () => []);

function describe(text: string): ActionType {
  const lower = text.toLowerCase();
  return {
    text: SPELLINGS.get(lower) ?? text,
    written: text,
    role: ROLES.get(lower) ?? 'other',
    writesVariable: WRITES_VARIABLE.has(lower),
  };
}

const NO_TYPE = describe('');

/** Returns the action type that a string of the document names; an unknown one if it is no string. */
export function actionTypeAt(doc: JsonDocument, at: number): ActionType {
  if (at === -1 || doc.kinds[at] !== JsonKind.string) return NO_TYPE;
  const start = doc.starts[at]! + 1;
  const end = doc.ends[at]! - 1;
  const known = knownTypes[end - start];
  if (known !== undefined)
    for (let i = 0; i < known.length; i += 1)
      if (stands(known[i]!.written, doc.bytes, start, end)) return known[i]!;
  const type = describe(stringOf(doc, at)!);
  if (known === undefined || type.written.length !== end - start) return type;
  const written = internal(type.written);
  const cached = { ...type, written, text: type.text === written ? written : type.text };
  if (known.length === TYPES_MAX) known.shift();
  known.push(cached);
  return cached;
}
