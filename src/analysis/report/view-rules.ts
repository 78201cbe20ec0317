/** Rules of a run, for its reports. */
import { complianceTagsOf } from '../engine/findings/findings.ts';
import { selectRuleset } from '../engine/ruleset.ts';
import type { Platform } from '../model/platform.ts';
import type { Rule } from '../model/rule.ts';
import type { BuiltinRuleset } from '../model/ruleset.ts';
import type { ViewRule } from './view-rule.ts';

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
