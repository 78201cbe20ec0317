/**
 * Parser from a Robin script to the normal form: subflows are pages, error handlers are catches inside the block they
 * guard.
 */
import type { Workflow } from '../../../model/workflow.ts';
import { closeDraft, openDraft } from '../../draft.ts';
import { BLOCKS, closeAll, openPage } from './blocks.ts';
import { readDeclaration, sensitiveNames } from './declarations.ts';
import { linkScript } from './flow.ts';
import { type ScriptHome, scriptSource } from './source.ts';
import {
  declarationOf,
  isAction,
  isAnnotation,
  type Statement,
  statementKeyword,
  statementsOf,
} from './statements.ts';
import { readAction, STEPS } from './steps.ts';
import { frameOf, inHandler, type ScriptWalk, skipStatement, topFrame } from './walk.ts';

/** A script with its context. */
export interface Script {
  readonly text: string;
  /** The flow's name. */
  readonly name: string;
  readonly artifactKey: string;
  readonly home: ScriptHome;
  /** True for a whole flow; false: only if the text itself shows it. */
  readonly whole: boolean;
}

/**
 * Returns whether a script is a whole flow: copied actions have neither the declarations at the head of a flow nor
 * subflows.
 */
function looksWhole(statements: readonly Statement[]): boolean {
  return statements.some((statement) => {
    const keyword = statementKeyword(statement);
    return keyword === 'IMPORT' || keyword === 'FUNCTION' || declarationOf(statement) !== undefined;
  });
}

/** Reads the one flow of a script. */
export function readScript({ text, name, artifactKey, home, whole }: Script): Workflow {
  const draft = openDraft(
    'power-automate',
    'power-automate-desktop-flow',
    name,
    'robin',
    scriptSource(text, home),
  );
  draft.artifactKey = artifactKey;
  const statements = statementsOf(text);
  const walk: ScriptWalk = {
    script: text,
    draft,
    frames: [topFrame(-1)],
    sensitive: sensitiveNames(statements),
    declared: new Set(),
    pages: new Map(),
    labels: new Map(),
    jumps: [],
    whole: whole || looksWhole(statements),
    row: 0,
    unreadFrom: -1,
    unreadKind: undefined,
  };
  draft.settings.set('scope', walk.whole ? 'flow' : 'actions');
  if (walk.whole) openPage(walk, statements[0]?.start ?? 0, 'Main');
  for (const statement of statements) readStatement(walk, statement);
  closeAll(walk);
  linkScript(walk);
  return closeDraft(draft);
}

function readStatement(walk: ScriptWalk, statement: Statement): void {
  const first = statement.tokens[0]!;
  const unreadBefore = walk.draft.unread.length;
  const unreadFrom = walk.unreadFrom;
  if (first.kind === 'comment' || first.kind === 'region') {
    readComment(walk, statement);
  } else if (!isAnnotation(statement)) {
    const declaration = declarationOf(statement);
    if (declaration !== undefined) declare(walk, statement, declaration);
    else run(walk, statement);
  }
  // A statement that was parsed ends the run of those that were not.
  if (walk.draft.unread.length === unreadBefore && walk.unreadFrom === unreadFrom) walk.unreadFrom = -1;
}

function readComment(walk: ScriptWalk, { tokens, start }: Statement): void {
  const { kind, text } = tokens[0]!;
  if (!inHandler(walk)) walk.row += 1;
  const { activity: owner, slot } = frameOf(walk);
  if (kind !== 'comment' || text === '') return;
  const about = { step: walk.draft.activities.length, slot };
  walk.draft.notes.push({ at: start, owner, name: 'Comment', kind: 'comment', text, about });
}

function declare(walk: ScriptWalk, statement: Statement, declaration: string): void {
  if (declaration === 'SENSITIVE') return;
  const argument = readDeclaration(walk, statement, declaration === 'INPUT' ? 'in' : 'out', walk.sensitive);
  if (argument === undefined) {
    skipStatement(walk, statement, 'The declaration has no name.');
    return;
  }
  walk.declared.add(argument.key);
  walk.draft.arguments.push(argument);
}

function run(walk: ScriptWalk, statement: Statement): void {
  const keyword = statementKeyword(statement);
  // Handlers are set in a dialog of the action: neither they nor their contents have a row in the designer.
  if (keyword !== 'ON ERROR' && keyword !== 'ON BLOCK ERROR' && !inHandler(walk)) walk.row += 1;
  if (keyword === 'IMPORT') {
    walk.row = 0;
    return;
  }
  const read = keyword === undefined ? undefined : (BLOCKS.get(keyword) ?? STEPS.get(keyword));
  if (read !== undefined) read(walk, statement);
  else if (isAction(statement)) readAction(walk, statement);
  else skipStatement(walk, statement, 'This line is no statement of a desktop flow.');
}
