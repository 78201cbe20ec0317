/** Result of a dry run for people. */
import { print } from '../../infra/logging/output.ts';
import { showControlCharacters } from '../../text/control-characters.ts';
import { plural } from '../../text/format.ts';

/** Findings of a rule that change alike. */
interface ShownChange {
  readonly ruleId: string;
  readonly severityBefore: string | null;
  readonly severityAfter: string | null;
  readonly findings: number;
  readonly workflows: number;
}

/** Result as the service and the command have it. */
export interface ShownResult {
  readonly workflows: Readonly<Record<string, number>>;
  readonly reasons: Readonly<Record<string, number>>;
  readonly passToFail: number;
  readonly failToPass: number;
  readonly verdictUnknown: number;
  readonly flips: readonly {
    readonly path: string;
    readonly branch: string | null;
    readonly passes: boolean;
    readonly rules: readonly string[];
  }[];
  readonly changes: readonly ShownChange[];
  readonly unknownRules: Readonly<Record<string, number>>;
  readonly score: Readonly<Record<'better' | 'worse' | 'unchanged' | 'delta', number>>;
  readonly lostExceptions: readonly string[];
  readonly lostExceptionsCount: number;
}

/** Flips and rules that are named. */
const NAMED_MAX = 50;

/** Sentences for reasons why something is unknown. */
const REASONS: Readonly<Record<string, string>> = {
  older_run: 'validated by another version, or before dry runs were possible: validate them again',
  list_cut: 'more findings than are stored',
  notes: 'notes in the file waive findings',
  rule_failed: 'a rule failed before its end',
  archive_paths: 'overrides by path, and the file is an archive',
  rule_on: 'a rule is on that was off',
  options: 'a rule has other options',
  groups: 'findings that stand for several places',
  exceptions: 'exceptions for findings that would be new',
  new_findings: 'the gate counts new findings',
  unreadable_policy: 'the policy of the run cannot be opened',
};

/** Prints a result. */
export function printDryRun(title: string, result: ShownResult): void {
  const lines = [title, ...classes(result), ...flips(result), ...changes(result), ...unknown(result)];
  print(`${lines.map(showControlCharacters).join('\n')}\n`);
}

function classes({ workflows, score, lostExceptions, lostExceptionsCount }: ShownResult): readonly string[] {
  const { exact = 0, reanalysis = 0, unknown = 0 } = workflows;
  const all = exact + reanalysis + unknown;
  const shares = [
    ...(exact > 0 ? [`${exact} exact`] : []),
    ...(reanalysis > 0 ? [`${reanalysis} analysed again`] : []),
    ...(unknown > 0 ? [`${unknown} not known`] : []),
  ];
  const lost = lostExceptions.slice(0, NAMED_MAX).join(', ');
  return [
    `${plural(all, 'workflow')}${shares.length === 0 ? '' : `: ${shares.join(', ')}`}.`,
    `Scores: ${score.better} better, ${score.worse} worse, ${score.unchanged} unchanged.`,
    ...(lostExceptionsCount > 0 ? [`Exceptions without a target: ${lostExceptionsCount} (${lost})`] : []),
  ];
}

function flips({ passToFail, failToPass, verdictUnknown, flips: all }: ShownResult): readonly string[] {
  const open = verdictUnknown > 0 ? `, ${verdictUnknown} not known` : '';
  const shown = all.slice(0, NAMED_MAX).map(({ path, branch, passes, rules }) => {
    const where = branch === null ? path : `${path} (${branch})`;
    return `  ${passes ? 'passes' : 'fails '}  ${where}  ${rules.join(', ')}`;
  });
  const more = passToFail + failToPass - shown.length;
  return [
    `Would fail: ${passToFail}, would pass: ${failToPass}${open}.`,
    ...shown,
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

function changes({ changes: all }: ShownResult): readonly string[] {
  const sorted = all.toSorted((a, b) => b.findings - a.findings);
  return sorted.slice(0, NAMED_MAX).map((change) => {
    const { ruleId, severityBefore: was, severityAfter: is, findings, workflows } = change;
    const how = was === null ? `new, ${is}` : is === null ? `gone, ${was}` : `${was} to ${is}`;
    return `  ${ruleId}  ${plural(findings, 'finding')} ${how}, in ${plural(workflows, 'workflow')}`;
  });
}

function unknown({ reasons, unknownRules }: ShownResult): readonly string[] {
  const why = Object.entries(reasons).map(([reason, count]) => `  ${count}: ${REASONS[reason] ?? reason}`);
  const rules = Object.entries(unknownRules)
    .sort(([, a], [, b]) => b - a)
    .slice(0, NAMED_MAX)
    .map(([id, count]) => `${id} (${count})`);
  if (why.length === 0) return [];
  const named = rules.length === 0 ? [] : [`  rules: ${rules.join(', ')}`];
  return ['Not known, by the number of workflows:', ...why, ...named];
}
