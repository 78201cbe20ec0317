/** Prediction of a file's findings under another policy. */
import type { JudgedFile } from '../../analysis/engine/policies/judgement.ts';
import type { RuleProblem } from '../../analysis/engine/run-rules.ts';
import type { Finding } from '../../analysis/model/finding.ts';
import type { RuleSetting } from '../../analysis/model/ruleset.ts';
import type { ScopedException } from '../../contract/exception.ts';
import type { UnknownReason } from './difference.ts';
import type { EarlierRun } from './earlier-run.ts';
import { predictRule } from './predict-rule.ts';
import { type Side, settingsFor } from './side.ts';

/** The two policies of a dry run. */
export interface Sides {
  readonly from: Side;
  readonly to: Side;
}

/** Predicted findings. */
export interface PredictedFile {
  /** Findings of known rules. */
  readonly findings: readonly Finding[];
  /** Reasons for unknown findings, by rule. */
  readonly unknown: ReadonlyMap<string, UnknownReason>;
}

/** Predicts the findings of a file: rule by rule, then their severities. */
export function predictFile(
  found: readonly Finding[],
  run: EarlierRun,
  { from, to }: Sides,
  exceptions: readonly ScopedException[],
): PredictedFile {
  const file: JudgedFile = { platform: run.platform, path: run.path };
  const [before, after] = [settingsFor(from, file), settingsFor(to, file)];
  const byRule = Map.groupBy(found, ({ ruleId }) => ruleId);
  const unknown = new Map<string, UnknownReason>();
  const findings: Finding[] = [];
  const ruleIds = new Set([...after.keys(), ...byRule.keys()]);
  for (const ruleId of ruleIds) {
    const own = byRule.get(ruleId) ?? [];
    const setting = after.get(ruleId);
    // Its findings go.
    if (setting === undefined) continue;
    const was = before.get(ruleId) ?? null;
    const predicted =
      was !== null && isSame(was, setting)
        ? { staying: own, added: [] }
        : predictRule({ before: was, after: setting }, own, run);
    if (predicted === null) {
      unknown.set(ruleId, was === null ? 'rule_on' : 'options');
      continue;
    }
    const judged = judge(predicted.staying, to, file);
    const ofRule = exceptions.filter((exception) => exception.ruleId === ruleId);
    if (mayRegroup(setting, predicted.staying, judged)) unknown.set(ruleId, 'groups');
    else if (predicted.added.length > 0 && ofRule.length > 0) unknown.set(ruleId, 'exceptions');
    else if (mayRenumber(predicted.staying, judged) && ofRule.some(({ fingerprint }) => fingerprint !== null))
      unknown.set(ruleId, 'exceptions');
    else
      findings.push(...judged, ...predicted.added.map((subject, i) => newFinding(setting, subject, i, run)));
  }
  return { findings, unknown };
}

function isSame(one: RuleSetting, other: RuleSetting): boolean {
  return (
    one.rule.textDigest === other.rule.textDigest &&
    JSON.stringify(one.options, Object.keys(one.options).sort()) ===
      JSON.stringify(other.options, Object.keys(one.options).sort())
  );
}

/** Gives findings the severity that a policy decides. */
function judge(
  findings: readonly Finding[],
  { judge, settings }: Side,
  file: JudgedFile,
): readonly Finding[] {
  const problems = findings.map((finding): RuleProblem & { readonly finding: Finding } => ({
    setting: { ...settings.get(finding.ruleId)!, severity: ownSeverity(finding) },
    problem: { at: { at: 0, owner: -1, name: '' }, message: '' },
    finding,
  }));
  return judge.judge(problems, file).map(({ finding, setting: { severity } }) => ({ ...finding, severity }));
}

const ownSeverity = ({ ownSeverity, severity }: Finding): Finding['severity'] => ownSeverity ?? severity;

const isChanged = (before: readonly Finding[], after: readonly Finding[]): boolean =>
  before.some(({ severity }, i) => severity !== after[i]!.severity);

/** Returns whether other severities may join or part the places of groups, which have one severity each. */
function mayRegroup({ rule }: RuleSetting, before: readonly Finding[], after: readonly Finding[]): boolean {
  if (rule.groupBy === undefined || !isChanged(before, after)) return false;
  return before.some(
    ({ ownSeverity, severity }) => ownSeverity !== undefined || severity !== before[0]!.severity,
  );
}

/** Returns whether equal findings may change their order, which numbers their fingerprints. */
function mayRenumber(before: readonly Finding[], after: readonly Finding[]): boolean {
  return (
    isChanged(before, after) && before.some((finding) => ownSeverity(finding) !== ownSeverity(before[0]!))
  );
}

/** Makes a finding that the run does not have; its place is unknown. */
function newFinding(
  { rule, severity }: RuleSetting,
  subject: string,
  index: number,
  run: EarlierRun,
): Finding {
  const fingerprint = `new ${rule.id} ${index}`;
  return {
    id: fingerprint,
    ruleId: rule.id,
    rule: rule.title,
    detectorId: `${rule.id}@${rule.version}`,
    severity,
    category: rule.category,
    confidence: rule.confidence,
    kind: rule.kind,
    description: rule.why,
    remediation: rule.fix,
    complianceTags: [],
    location: { names: [run.path], path: fingerprint, line: 1, column: 1 },
    subject,
    dedupeGroup: rule.dedupeGroup ?? rule.id,
    fingerprints: { element: fingerprint, strong: fingerprint, medium: fingerprint, weak: fingerprint },
    exceptionId: null,
    exceptionStatus: 'none',
  };
}
