/** Files and rules of a run, the worst first. */
import { SEVERITIES, type Severity } from '../../model/rule.ts';
import type { FileEntry, OfflineDocument } from '../document.ts';

type Counts = Readonly<Record<Severity, number>>;

/** Compares by the most severe findings, of these by their number. */
function byCounts(a: Counts, b: Counts): number {
  const severity = SEVERITIES.find((one) => a[one] !== b[one]);
  return severity === undefined ? 0 : b[severity] - a[severity];
}

const NONE: Counts = { critical: 0, high: 0, medium: 0, low: 0 };

const countsOf = ({ result }: FileEntry): Counts => result?.summary ?? NONE;

/** Returns 0 for a file that could not be read, 1 for a blocked one. */
function rankOf({ status, result }: FileEntry): number {
  if (status === 'failed') return 0;
  return result?.passed === false ? 1 : 2;
}

/** Returns the positions of the files with findings or errors: unread and blocked ones first, then the worst. */
export function worstFiles({ files }: Pick<OfflineDocument, 'files'>): readonly number[] {
  const shown = files.flatMap((file, index) =>
    file.status !== 'failed' && (file.result?.findings.length ?? 0) === 0 ? [] : [index],
  );
  return shown.toSorted((a, b) => {
    const [first, second] = [files[a]!, files[b]!];
    return rankOf(first) - rankOf(second) || byCounts(countsOf(first), countsOf(second)) || a - b;
  });
}

/** Findings of one rule in a run. */
export interface RuleCount {
  readonly ruleId: string;
  readonly title: string;
  readonly severity: Severity;
  readonly findings: number;
  readonly files: number;
}

/** Returns how often each rule is reported, the most severe and most frequent first. */
export function worstRules({
  files,
  projectFindings,
}: Pick<OfflineDocument, 'files' | 'projectFindings'>): readonly RuleCount[] {
  const found = [
    ...files.flatMap(({ result }, file) => (result?.findings ?? []).map((finding) => ({ finding, file }))),
    ...projectFindings.map((finding) => ({ finding, file: -1 })),
  ];
  return [...Map.groupBy(found, ({ finding }) => finding.catalogRuleId)]
    .map(([ruleId, all]) => ({
      ruleId,
      title: all[0]!.finding.rule,
      severity: SEVERITIES.find((severity) => all.some(({ finding }) => finding.severity === severity))!,
      findings: all.length,
      files: new Set(all.map(({ file }) => file)).size,
    }))
    .sort(
      (a, b) =>
        SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
        b.findings - a.findings ||
        (a.ruleId < b.ruleId ? -1 : 1),
    );
}
