/** Says what a rule that follows data looks at, by rows and names of its pack. */
import type { DataClasses, OwnBarrier, OwnRows, OwnStep } from '../analysis/model/data-flow/own-rows.ts';
import type { CustomRule } from '../analysis/model/policy.ts';
import type { Rule } from '../analysis/model/rule.ts';

/** Names of one row that are listed. */
const LISTED_MAX = 10;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, LISTED_MAX).join(', ');
  return names.length > LISTED_MAX ? `${shown} and ${names.length - LISTED_MAX} more` : shown;
}

/** Returns steps with their settings: `GetEmployee (Region = EU): Employee`. */
function stepText({ steps, hosts, when = {}, settings }: OwnStep): string {
  const names = [
    ...(steps === undefined ? [] : [listed(steps)]),
    ...(hosts === undefined ? [] : [`requests to ${listed(hosts)}`]),
  ].join(', ');
  const tests = Object.entries(when).map(([name, text]) => `${name} = ${text}`);
  const given = tests.length === 0 ? '' : ` (${tests.join(', ')})`;
  return `${names}${given}${settings === undefined ? '' : `: ${listed(settings)}`}`;
}

const barrierText = (barrier: OwnBarrier): string =>
  'functions' in barrier ? `function ${listed(barrier.functions)}` : stepText(barrier);

function rowLines({ sources = [], sinks = [], barriers = [], guards = [] }: OwnRows): readonly string[] {
  return [
    ...sources.map(
      (source) => `from ${source.words}: ${'names' in source ? listed(source.names) : stepText(source)}`,
    ),
    ...sinks.map(({ sink, words, ...step }) => `to ${words} (${sink}): ${stepText(step)}`),
    ...barriers.map((barrier) => `safe behind ${barrierText(barrier)}`),
    ...guards.map(({ functions }) => `safe where a condition calls ${listed(functions)}`),
  ];
}

/** A rule, its text where the pack has it, and the names of the pack. */
export interface FollowedRule {
  readonly rule: Rule;
  readonly own: CustomRule | undefined;
  readonly classes: DataClasses | undefined;
}

/** Returns what a rule follows besides the tables of the product, one line each; none for other rules. */
export function followedLines({ rule, own, classes }: FollowedRule): readonly string[] {
  const follows = own?.follows;
  const family = follows?.family ?? rule.follows?.family;
  if (family === undefined) return [];
  const names = follows?.rows?.sources === undefined ? (classes?.[family] ?? []) : [];
  const lines = [];
  if (follows !== undefined) lines.push(`follows ${family} data`);
  if (names.length > 0) lines.push(`from names of the pack: ${listed(names)}`);
  if (follows !== undefined && follows.sinks.length > 0) lines.push(`to ${follows.sinks.join(', ')}`);
  if (follows?.rows !== undefined) lines.push(...rowLines(follows.rows));
  return lines.map((line) => `  ${line}`);
}
