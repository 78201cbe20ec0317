/** Finds formats of dates whose letters stand for another part than the author means. */
import type { Expr } from '../../model/expr.ts';
import { literalOf } from '../../model/navigate.ts';
import type { Property, Workflow } from '../../model/workflow.ts';
import { dateFormatFault, type FormatFault } from '../../patterns/texts/date-format.ts';
import { isCode } from '../../semantics/assigned.ts';
import { calledName, qualifiedName } from '../../semantics/callee.ts';
import { walk } from '../../semantics/visit.ts';
import { defineRule } from '../define-rule.ts';

type CallNode = Extract<Expr, { kind: 'call' }>;

/** Place of the format among the arguments, by function: .NET, cloud flows, Blue Prism. */
const FORMAT_AT: ReadonlyMap<string, number> = new Map(
  [
    'tostring utcnow',
    'parseexact tryparseexact format formatdate formatdatetime formatutcdatetime startofday startofhour startofmonth',
    'convertfromutc converttoutc adddays addhours addminutes addseconds getfuturetime getpasttime parsedatetime',
    'converttimezone addtotime subtractfromtime',
  ].flatMap((names, place) => names.split(' ').map((name) => [name, place] as const)),
);
/** Settings that hold a format, of A360 and desktop flows. */
const SETTING = /^(?:custom|(?:\w{1,40})?date)format$/i;
/** `{0:yyyy-MM-dd}` in a text with places. */
const PLACE = /\{\d{1,3}:([^{}]{1,100})\}/g;
/** Most expressions need no tree: no text in them may be a format. */
const MAY_BE_FORMAT = /yy|h:mm/i;

/** Yields the formats of dates that a call names as literals. */
function* formatsOf(call: CallNode): Generator<string> {
  const name = calledName(call);
  const isTemplate = /(?:^|\.)string\.format$/i.test(qualifiedName(call.callee));
  const value = isTemplate ? call.args[0]?.value : call.args[FORMAT_AT.get(name) ?? -1]?.value;
  if (value?.kind !== 'literal' || value.type !== 'text') return;
  if (!isTemplate) yield value.value;
  else for (const [, format] of value.value.matchAll(PLACE)) yield format!;
}

const isCall = (node: Expr): node is CallNode => node.kind === 'call';

/** Yields the formats in a setting. */
function* formatsIn(property: Property): Generator<string> {
  const { name, expression } = property;
  const fixed = name.endsWith('ormat') && SETTING.test(name) ? literalOf(property) : undefined;
  if (fixed !== undefined) yield fixed;
  else if (expression !== undefined && !isCode(expression) && MAY_BE_FORMAT.test(expression.text))
    for (const node of walk(expression.tree)) if (isCall(node)) yield* formatsOf(node);
}

const dialectOf = ({ platform }: Workflow) => (platform === 'automation-anywhere' ? 'java' : 'dotnet');

export const rule = defineRule('XPL-REL-013', {
  level: 'activity',
  words: ['yy', 'h:mm'],
  *check(activity, { workflow }) {
    const dialect = dialectOf(workflow);
    for (const property of activity.properties) {
      const seen = new Set<string>();
      for (const format of formatsIn(property)) {
        const fault: FormatFault | undefined = dateFormatFault(format, dialect);
        if (fault === undefined || seen.has(fault.letters)) continue;
        seen.add(fault.letters);
        const message = `In the date format "${format}" of "${activity.name}", "${fault.letters}" ${fault.why}.`;
        yield {
          at: property,
          subject: fault.letters,
          message,
          ...(fault.isMild && { severity: 'low' as const }),
        };
      }
    }
  },
});
