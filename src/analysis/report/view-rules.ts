/** Rules of a run as reports describe them. */
import { complianceTagsOf } from '../engine/findings/findings.ts';
import { selectRuleset } from '../engine/ruleset.ts';
import type { Finding } from '../model/finding.ts';
import type { Platform } from '../model/platform.ts';
import type { Category, Confidence, Rule, RuleKind, Severity } from '../model/rule.ts';
import type { BuiltinRuleset } from '../model/ruleset.ts';

/** Description of a rule. */
export interface ViewRule {
  readonly id: string;
  readonly title: string;
  /** Absent for a rule that is known by its findings alone. */
  readonly why?: string;
  readonly fix: string;
  readonly category: Category;
  readonly severity: Severity;
  readonly confidence: Confidence;
  readonly kind: RuleKind;
  /** Ids of the controls that it is relevant to. */
  readonly controls: readonly string[];
}

/** Returns the rules of the ruleset that apply to one of the platforms, by id. */
export function rulesOfRun(
  catalogue: readonly Rule[],
  ruleset: BuiltinRuleset,
  platforms: ReadonlySet<Platform>,
): readonly ViewRule[] {
  return selectRuleset(ruleset, catalogue)
    .settings.filter(({ rule }) => rule.platforms.some((platform) => platforms.has(platform)))
    .map(({ rule, severity }) => ({
      id: rule.id,
      title: rule.title,
      why: rule.why,
      fix: rule.fix,
      category: rule.category,
      severity,
      confidence: rule.confidence,
      kind: rule.kind,
      controls: complianceTagsOf(rule),
    }));
}

/** Returns the rule of a finding, as far as the finding has it. */
export function ruleOfFinding(finding: Finding): ViewRule {
  return {
    id: finding.ruleId,
    title: finding.rule,
    fix: finding.remediation,
    category: finding.category,
    severity: finding.severity,
    confidence: finding.confidence,
    kind: finding.kind,
    controls: finding.complianceTags,
  };
}
