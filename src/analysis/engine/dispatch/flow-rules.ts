/** Rules about data flow that are concerned with a language, by their tables: data is followed once for each. */
import { type FlowRules, isFlowRule } from '../../model/data-flow/flow-rules.ts';
import type { OwnTables } from '../../model/data-flow/own-rows.ts';
import type { Platform } from '../../model/platform.ts';
import { concerns } from '../../model/rule.ts';
import type { RuleSetting } from '../../model/ruleset.ts';
import type { ExpressionLanguage } from '../../model/workflow.ts';

/** Rules by the tables that they follow data by; undefined: the built-in ones. */
export type FlowRulesByTables = ReadonlyMap<OwnTables | undefined, FlowRules>;

const known = new WeakMap<readonly RuleSetting[], Map<string, FlowRulesByTables>>();

/** Returns the rules about data flow of a list of settings for a language of a platform. */
export function flowRulesOf(
  settings: readonly RuleSetting[],
  platform: Platform,
  language: ExpressionLanguage,
): FlowRulesByTables {
  let ofSettings = known.get(settings);
  if (ofSettings === undefined) {
    ofSettings = new Map();
    known.set(settings, ofSettings);
  }
  const key = `${platform} ${language}`;
  let found = ofSettings.get(key);
  if (found === undefined) {
    const rules = settings.map(({ rule }) => rule).filter((rule) => concerns(rule, platform, language));
    const following = rules.filter(({ follows }) => follows !== undefined);
    const byTables = Map.groupBy(following, ({ follows }) => follows!.own);
    found = new Map(
      [...byTables].map(([own, ofTables]) => [
        own,
        { rules: ofTables.filter(isFlowRule), follows: ofTables.map(({ follows }) => follows!) },
      ]),
    );
    ofSettings.set(key, found);
  }
  return found;
}
