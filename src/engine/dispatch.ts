/** A table from what stands in a workflow to the rules that want it, so that a rule costs nothing elsewhere. */
import type { Platform } from '../model/platform.ts';
import { concerns, type Level, type RuleDefinition } from '../model/rule.ts';
import type { RuleSetting, Ruleset } from '../model/ruleset.ts';
import type { Activity, ExpressionLanguage } from '../model/workflow.ts';

export interface Dispatch {
  /** Rules that concern the platform and language, in the order of their ids. */
  readonly settings: readonly RuleSetting[];
  /** Rules of a level other than `activity`. */
  forLevel(level: Exclude<Level, 'activity'>): readonly RuleSetting[];
  /** Rules that want this activity. */
  forActivity(activity: Activity): readonly RuleSetting[];
}

function wants(rule: RuleDefinition<'activity', never>, activity: Activity): boolean {
  if (rule.roles === undefined && rule.types === undefined) return true;
  return (rule.roles?.includes(activity.role) ?? false) || (rule.types?.includes(activity.type) ?? false);
}

/** Builds the table once for a ruleset, platform and language; role and type pairs are filled in as they are met. */
export function createDispatch(ruleset: Ruleset, platform: Platform, language: ExpressionLanguage): Dispatch {
  const settings = ruleset.settings.filter(({ rule }) => concerns(rule, platform, language));
  const levels = new Map<Level, RuleSetting[]>();
  for (const setting of settings) {
    const level = levels.get(setting.rule.level);
    if (level) level.push(setting);
    else levels.set(setting.rule.level, [setting]);
  }
  const activityRules = levels.get('activity') ?? [];
  // Types come from the file, and a hostile one has a million: only those that rules name may become keys.
  const namedTypes = new Set(activityRules.flatMap(({ rule }) => ('types' in rule && rule.types) || []));
  const byTypeAndRole = new Map<string, readonly RuleSetting[]>();
  return {
    settings,
    forLevel: (level) => levels.get(level) ?? [],
    forActivity(activity) {
      const { role, type } = activity;
      const key = namedTypes.has(type) ? `${role} ${type}` : role;
      let found = byTypeAndRole.get(key);
      if (found === undefined) {
        found = activityRules.filter(({ rule }) =>
          wants(rule as RuleDefinition<'activity', never>, activity),
        );
        byTypeAndRole.set(key, found);
      }
      return found;
    },
  };
}
