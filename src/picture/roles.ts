/** Roles of steps in plain words, and the glyph of each. */
import type { Role } from '../analysis/model/workflow.ts';

/** Names of glyphs; `svg/glyphs.ts` has their forms. */
export type Glyph =
  | 'play'
  | 'list'
  | 'branch'
  | 'loop'
  | 'shield'
  | 'stop'
  | 'pencil'
  | 'call'
  | 'code'
  | 'globe'
  | 'mail'
  | 'store'
  | 'pointer'
  | 'key'
  | 'note'
  | 'dot';

interface RoleFacts {
  readonly glyph: Glyph;
  /** Completes the sentence that begins with the step. */
  readonly words: string;
}

const ROLES: Readonly<Record<Role, RoleFacts>> = {
  trigger: { glyph: 'play', words: 'starts the workflow' },
  page: { glyph: 'list', words: 'is a page' },
  sequence: { glyph: 'list', words: 'runs steps in order' },
  branch: { glyph: 'branch', words: 'decides' },
  loop: { glyph: 'loop', words: 'repeats steps' },
  try: { glyph: 'shield', words: 'handles errors of its steps' },
  catch: { glyph: 'shield', words: 'handles an error' },
  resume: { glyph: 'shield', words: 'ends the handling of an error' },
  finally: { glyph: 'shield', words: 'runs in any case' },
  retry: { glyph: 'loop', words: 'tries again' },
  throw: { glyph: 'stop', words: 'raises an error' },
  terminate: { glyph: 'stop', words: 'ends the workflow' },
  assign: { glyph: 'pencil', words: 'sets a value' },
  invoke: { glyph: 'call', words: 'starts another workflow' },
  script: { glyph: 'code', words: 'runs code' },
  shell: { glyph: 'code', words: 'runs a program' },
  http: { glyph: 'globe', words: 'calls a web service' },
  email: { glyph: 'mail', words: 'handles e-mail' },
  message: { glyph: 'mail', words: 'sends or shows a message' },
  database: { glyph: 'store', words: 'works with a database' },
  file: { glyph: 'store', words: 'works with files' },
  spreadsheet: { glyph: 'store', words: 'works with a spreadsheet' },
  clipboard: { glyph: 'store', words: 'uses the clipboard' },
  screenshot: { glyph: 'pointer', words: 'takes a screenshot' },
  ui: { glyph: 'pointer', words: 'operates an application' },
  credential: { glyph: 'key', words: 'reads a credential' },
  queue: { glyph: 'store', words: 'works with a queue' },
  approval: { glyph: 'mail', words: 'waits for an approval' },
  ai: { glyph: 'globe', words: 'calls an AI service' },
  log: { glyph: 'note', words: 'writes a log line' },
  delay: { glyph: 'dot', words: 'waits' },
  respond: { glyph: 'play', words: 'answers the caller' },
  comment: { glyph: 'note', words: 'is a comment' },
  other: { glyph: 'dot', words: 'is a step' },
};

/** Roles of what a call graph has in place of steps. */
const CALL_GRAPH_ROLES = {
  workflow: { glyph: 'list', words: 'is a workflow' },
  missing: { glyph: 'stop', words: 'is missing' },
  outside: { glyph: 'globe', words: 'is outside of the project, or chosen at run time' },
} as const satisfies Readonly<Record<string, RoleFacts>>;

export type CallGraphRole = keyof typeof CALL_GRAPH_ROLES;

const ALL_ROLES: Readonly<Record<string, RoleFacts>> = { ...ROLES, ...CALL_GRAPH_ROLES };

const UNKNOWN: RoleFacts = ROLES.other;

/** Returns the glyph and the words of a role; of one that is unknown here those of any step. */
export function roleFacts(role: string): RoleFacts {
  return Object.hasOwn(ALL_ROLES, role) ? ALL_ROLES[role]! : UNKNOWN;
}

/** Names of parts of containers that go without saying. */
const PLAIN_SLOTS = new Set(['', 'Body', 'children', 'branches', 'actions', 'ActivityBody', 'Handler']);

const SLOT_WORDS: ReadonlyMap<string, string> = new Map([
  ['else', 'Else'],
  ['default', 'Default'],
  ['OnError', 'On error'],
]);
const BRANCH_WORDS: ReadonlyMap<string, string> = new Map([
  ['actions', 'Then'],
  ['children', 'Then'],
  ['branches', 'Otherwise'],
]);
const TRY_WORDS: ReadonlyMap<string, string> = new Map([
  ['children', 'Try'],
  ['branches', 'Handlers'],
]);

/** Returns the shown name of a part of a container. @param isAlone the container has no other part */
export function slotWords(slot: string, role: string, isAlone: boolean): string {
  const own = role === 'branch' ? BRANCH_WORDS : role === 'try' ? TRY_WORDS : undefined;
  const words = own?.get(slot) ?? SLOT_WORDS.get(slot);
  if (words !== undefined) return words;
  if (PLAIN_SLOTS.has(slot) && (isAlone || slot === '')) return '';
  return slot.startsWith('cases.') ? `Case ${slot.slice('cases.'.length)}` : slot;
}

/** Words for the conditions of edges. */
const WHEN_WORDS: ReadonlyMap<string, string> = new Map([
  ['succeeded', 'done'],
  ['failed', 'failed'],
  ['skipped', 'skipped'],
  ['timedout', 'timed out'],
  ['true', 'yes'],
  ['false', 'no'],
  ['otherwise', 'otherwise'],
  ['done', 'done'],
  ['repeat', 'repeat'],
  ['case', 'case'],
]);

/** Returns the shown condition of an edge, such as `failed or timed out`. */
export function whenWords(when: string): string {
  if (when === '') return '';
  return when
    .split(',')
    .map((part) => WHEN_WORDS.get(part) ?? part)
    .join(' or ');
}

/** Returns whether an edge is taken after an error. */
export const isErrorEdge = (when: string): boolean => /failed|skipped|timedout/.test(when);
