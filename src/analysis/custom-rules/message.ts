/** Messages of custom rules: a sentence with names of the subject in braces. */
import type { ASTNode } from '@marcbachmann/cel-js';
import type { CustomRule } from '../model/policy.ts';
import { compileExpression, type Evaluate } from './compile-expression.ts';
import { ExpressionError, parseExpression, SUBJECTS } from './expression.ts';
import type { EvaluationFrame } from './member.ts';
import { SUBJECT_TYPES } from './subject-types.ts';

const BRACES = /\{([^{}]{0,200})\}/;
/** Longest name that a message shows. */
const NAME_MAX = 200;

/** Writes a message for the subject in the frame. */
export type WriteMessage = (frame: EvaluationFrame) => string;

/** Compiles a message. @throws ExpressionError if it shows something else than names */
export function compileMessage(rule: Pick<CustomRule, 'on' | 'params' | 'message'>): WriteMessage {
  // Every second part stands between braces.
  const parts = rule.message.split(BRACES).map((part, index): Evaluate => {
    if (index % 2 === 0) return () => part;
    const ast = parseExpression(rule, part, ['string', 'int', 'list<string>']);
    if (!isName(ast, rule))
      throw new ExpressionError(
        `{${part}} may show a secret; messages show names alone, such as {node.name}.`,
      );
    return compileExpression(rule, ast);
  });
  return (frame) => parts.map((part, index) => (index % 2 === 0 ? part(frame) : shown(part(frame)))).join('');
}

function shown(value: unknown): string {
  const text = Array.isArray(value) ? value.join(', ') : String(value);
  return text.length <= NAME_MAX ? text : `${text.slice(0, NAME_MAX)}…`;
}

/** Returns whether an expression is a name of the subject, of its parts or workflow, or a parameter. */
function isName(ast: ASTNode, { on }: Pick<CustomRule, 'on'>): boolean {
  if (ast.op !== '.') return false;
  const [object, field] = ast.args;
  if (object.op === 'id' && object.args === 'params') return true;
  return SUBJECT_TYPES[typeOf(object, on)]?.[field]?.isName === true;
}

/** Returns the type of a subject or of a field of it; '' for anything else. */
function typeOf(ast: ASTNode, on: CustomRule['on']): string {
  if (ast.op === 'id') return ast.args === 'workflow' ? 'Workflow' : SUBJECTS[on].type;
  if (ast.op !== '.') return '';
  const [object, field] = ast.args;
  return SUBJECT_TYPES[typeOf(object, on)]?.[field]?.type ?? '';
}
