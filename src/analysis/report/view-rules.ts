/** Rules of a run, for its reports. */
import { complianceTagsOf } from '../engine/findings/findings.ts';
import { preparePolicy } from '../engine/policies/prepare-policy.ts';
import type { TaskPolicy } from '../engine/policies/task-policy.ts';
import type { Platform } from '../model/platform.ts';
import type { Rule } from '../model/rule.ts';
import type { ViewRule } from './view-rule.ts';

/** Returns the rules of the ruleset that apply to one of the platforms, by id. */
export function rulesOfRun(
  catalogue: readonly Rule[],
  ruleset: TaskPolicy,
  platforms: ReadonlySet<Platform>,
): readonly ViewRule[] {
  const { detection, judgeOf } = preparePolicy(ruleset, catalogue);
  return judgeOf(detection)
    .ruleset.settings.filter(({ rule }) => rule.platforms.some((platform) => platforms.has(platform)))
    .map(({ rule, severity, tags = [] }) => ({
      id: rule.id,
      title: rule.title,
      why: rule.why,
      fix: rule.fix,
      category: rule.category,
      severity,
      confidence: rule.confidence,
      kind: rule.kind,
      controls: [...new Set([...complianceTagsOf(rule), ...tags])],
    }));
}
