/** A line of the log that holds a whole record. */
import type { CallArgument, Expr } from '../../model/expr.ts';
import type { Expression, Workflow } from '../../model/workflow.ts';
import { HARMLESS_TYPES } from '../../patterns/uipath/own-values.ts';
import { calledName } from '../../semantics/callee.ts';
import { resolveSymbol, symbolTable } from '../../semantics/symbols.ts';
import { childNodes, walk } from '../../semantics/visit.ts';
import { defineRule } from '../define-rule.ts';

/** Settings with the text of a line. */
const TEXT = /^(?:message|text)$/i;
/** Members that are all fields of a queue item or row. */
const WHOLE = /^(?:specificcontent|itemarray)$/i;
/** Members that give all fields in another form. */
const SAME = /^(?:values|select|cast|oftype|toarray|tolist|todictionary|orderby)$/i;
/** Types that are fields by name. */
const RECORD_TYPES = /^(?:I?Dictionary|I?ReadOnlyDictionary|JObject)\b/;

/** Returns what an expression gives all fields of. */
function wholeOf(value: Expr): Expr {
  const member = value.kind === 'call' ? value.callee : value;
  if (member.kind !== 'member' || member.object === null || !SAME.test(member.name)) return value;
  return wholeOf(member.object);
}

/** Returns the member that gives all fields, where nothing takes one of them or only counts them. */
function wholeRecord(tree: Expr): string | undefined {
  for (const node of walk(tree))
    for (const child of childNodes(node)) {
      const isPart =
        node.kind === 'member' || node.kind === 'index' || (node.kind === 'call' && node.callee === child);
      const whole = wholeOf(child);
      if (!isPart && whole.kind === 'member' && WHOLE.test(whole.name)) return whole.name;
    }
  return undefined;
}

const isSerialised = (type: string): boolean => type !== 'String' && !HARMLESS_TYPES.test(type);

/** Returns the name of a variable with fields that becomes one text. */
function writtenOut(workflow: Workflow, { tree, owner, language }: Expression): string | undefined {
  const recordIn = (argument: CallArgument | undefined, isRecord: (type: string) => boolean) => {
    const value = argument === undefined ? undefined : wholeOf(argument.value);
    if (value?.kind !== 'reference') return undefined;
    const key = language === 'csharp' ? value.name : value.name.toLowerCase();
    const type = resolveSymbol(workflow, symbolTable(workflow), key, owner)?.type;
    return type !== undefined && isRecord(type) ? value.name : undefined;
  };
  for (const call of walk(tree)) {
    if (call.kind !== 'call') continue;
    const name = calledName(call);
    const record =
      (name === 'serializeobject' && recordIn(call.args[0], isSerialised)) ||
      (name === 'join' && recordIn(call.args[1], (type) => RECORD_TYPES.test(type)));
    if (record) return record;
  }
  return undefined;
}

export const rule = defineRule('UIP-PRV-004', {
  level: 'expression',
  words: ['specificcontent', 'itemarray', 'serializeobject', 'join'],
  *check(expression, { workflow }) {
    const step = workflow.activities[expression.owner];
    if (step?.role !== 'log' || !TEXT.test(expression.name)) return;
    const record = wholeRecord(expression.tree) ?? writtenOut(workflow, expression);
    if (record === undefined) return;
    const message = `"${step.name}" writes all of "${record}" to the log.`;
    yield { at: expression, subject: expression.name, message };
  },
});
