/** Rules about data flow that are concerned with a language, and what they follow: one list for each, as data is followed once for a list. */
import { type FlowRules, isFlowRule } from '../../model/data-flow/flow-rules.ts';
import type { Platform } from '../../model/platform.ts';
import { concerns } from '../../model/rule.ts';
import type { RuleSetting } from '../../model/ruleset.ts';
import type { ExpressionLanguage } from '../../model/workflow.ts';

const known = new WeakMap<readonly RuleSetting[], Map<string, FlowRules>>();

/** Returns the rules about data flow of a list of settings for a language of a platform. */
export function flowRulesOf(
  settings: readonly RuleSetting[],
  platform: Platform,
  language: ExpressionLanguage,
): FlowRules {
  let ofSettings = known.get(settings);
  if (ofSettings === undefined) {
    ofSettings = new Map();
    known.set(settings, ofSettings);
  }
  const key = `${platform} ${language}`;
  let found = ofSettings.get(key);
  if (found === undefined) {
    const own = settings.map(({ rule }) => rule).filter((rule) => concerns(rule, platform, language));
    found = { rules: own.filter(isFlowRule), follows: own.flatMap(({ follows }) => follows ?? []) };
    ofSettings.set(key, found);
  }
  return found;
}
