/** Time limits that look at one part of a duration: it begins again at each full minute, hour or day. */
import type { Expr } from '../../model/expr.ts';
import { isAnchorLive } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Expression, Workflow } from '../../model/workflow.ts';
import { expressionTitle } from '../../patterns/code/expression-code.ts';
import { mentionedSymbols, symbolTable } from '../../patterns/used-symbols.ts';
import { lastName } from '../../semantics/callee.ts';
import { walk } from '../../semantics/visit.ts';

/** Members with a part of a duration. The days are all of it: nothing is above them. */
const PART = /^(?:milliseconds|seconds|minutes|hours)$/i;
const ORDER: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);
const MOMENT = /^(?:now|utcnow|today)$/i;
/** Settings of activities that are a length of time. */
const LENGTH = /timeout|delay/i;

/** Returns the keys of the variables of type TimeSpan that an expression mentions. */
const durationsIn = (workflow: Workflow, at: Expression): ReadonlySet<string> =>
  new Set(
    mentionedSymbols(workflow, symbolTable(workflow), at).flatMap(({ type, name }) =>
      type === 'TimeSpan' ? name.toLowerCase() : [],
    ),
  );

/** Returns whether a node is certainly the time between two moments. */
function isDuration(node: Expr, durations: ReadonlySet<string>): boolean {
  switch (node.kind) {
    case 'call':
      return /^subtract$/i.test(lastName(node.callee) ?? '');
    case 'member':
      return /^elapsed$/i.test(node.name);
    case 'binary':
      return node.operator === '-' && [node.left, node.right].some((it) => MOMENT.test(lastName(it) ?? ''));
    case 'reference':
      return durations.has(node.name.toLowerCase());
    default:
      return false;
  }
}

/** Returns the part of a duration that a node is, by its name in the file. */
function partIn(node: Expr, durations: ReadonlySet<string>): string | undefined {
  if (node.kind !== 'member' || node.object === null || !PART.test(node.name)) return undefined;
  return isDuration(node.object, durations) ? node.name : undefined;
}

/** Yields the sides of comparisons by size; parts that are shown one by one are padded in conditions. */
function* comparedIn(tree: Expr): Generator<Expr> {
  for (const node of walk(tree)) {
    if (node.kind === 'conditional') return;
    if (node.kind === 'binary' && ORDER.has(node.operator)) yield* [node.left, node.right];
  }
}

const loop = (condition: string): string =>
  `<Variable x:TypeArguments="s:DateTime" Name="start" /><Variable x:TypeArguments="s:TimeSpan" Name="waited" />
<While DisplayName="Wait for file" Condition="[${condition}]"><Delay Duration="00:00:01" /></While>`;

export const rule = defineRule({
  id: 'UIP-REL-030',
  version: 1,
  title: 'Part of a duration used as its length',
  platforms: ['uipath'],
  category: 'reliability',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Seconds, Minutes and Hours begin again at zero with each full minute, hour or day: a limit of 60 seconds or more is never reached, so that a loop waits without an end, and a timeout may be zero.',
  fix: 'Use TotalSeconds, TotalMinutes, TotalHours or TotalMilliseconds, which are the whole duration.',
  compliance: ['AVAIL'],
  controls: ['CWE-682'],
  options: {},
  level: 'expression',
  words: ['seconds', 'minutes', 'hours'],
  *check(at, { workflow }) {
    if (!isAnchorLive(workflow, at)) return;
    const durations = durationsIn(workflow, at);
    const used = LENGTH.test(at.name) ? [at.tree] : [...comparedIn(at.tree)];
    for (const node of used) {
      const part = partIn(node, durations);
      if (part === undefined) continue;
      const message = `${expressionTitle(workflow, at)} uses "${part}" of a duration as if it were all of it.`;
      yield { at, subject: part.toLowerCase(), message };
      return;
    }
  },
  examples: {
    uipath: {
      bad: [
        loop('Now.Subtract(start).Seconds &lt; 90'),
        loop('(DateTime.Now - start).Minutes &lt; limit AndAlso Not File.Exists(path)'),
        loop('waited.Hours &gt;= 2'),
        '<Variable x:TypeArguments="s:TimeSpan" Name="waited" /><ui:SendMail TimeoutMS="[waited.Milliseconds]" />',
      ],
      good: [
        loop('Now.Subtract(start).TotalSeconds &lt; 90'),
        // Near misses: the hour of a day, all days, and parts that are shown.
        loop('Now.Hour &lt; 18 AndAlso start.TimeOfDay.Hours &gt; 8'),
        loop('(Now - start).Days &lt; 30'),
        '<Variable x:TypeArguments="s:TimeSpan" Name="waited" /><WriteLine Text="[If(waited.Seconds &lt; 10, &quot;0&quot;, &quot;&quot;) + waited.Seconds.ToString]" />',
      ],
    },
  },
});
