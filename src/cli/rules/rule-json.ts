/** A rule as JSON, as the command lists it. */
import { complianceTagsOf } from '../../analysis/engine/findings/findings.ts';
import { PLATFORMS } from '../../analysis/model/platform.ts';
import type { Rule } from '../../analysis/model/rule.ts';

/** Returns what a list of rules says about one. */
export function ruleJson(rule: Rule) {
  const { id, version, title, platforms, category, severity, confidence, kind, preset, why, fix } = rule;
  return {
    ruleId: id,
    version,
    title,
    platforms: platforms.map((name) => PLATFORMS[name].aliases[0]),
    category,
    severity,
    confidence,
    kind,
    preset,
    why,
    fix,
    complianceTags: complianceTagsOf(rule),
  };
}
