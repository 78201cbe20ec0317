/** Grace periods of rules that an upgrade brought: their findings are listed, and block nothing yet. */
import { isWithin } from '../../../contract/exception.ts';
import type { Rule, Severity } from '../../model/rule.ts';
import type { RuleSetting, Ruleset } from '../../model/ruleset.ts';
import type { Judge } from './judgement.ts';
import type { GracePeriods } from './task-policy.ts';

/** The worst severity of a finding in a grace period. */
const WORST: Severity = 'medium';

/** Returns the day on which a rule counts fully. What it says about the analysis itself counts at once. */
export const graceEnd = ({ id, category }: Rule, gracePeriods: GracePeriods): string | undefined =>
  category !== 'engine' && Object.hasOwn(gracePeriods, id) ? gracePeriods[id] : undefined;

/** Returns the severities that rules have at most, by id, where their own is worse. */
export function graceSeverities(
  rules: readonly Rule[],
  gracePeriods: GracePeriods,
): Readonly<Record<string, Severity>> {
  const milder = rules.filter(
    (rule) => graceEnd(rule, gracePeriods) !== undefined && !isWithin(rule.severity, WORST),
  );
  return Object.fromEntries(milder.map(({ id }) => [id, WORST]));
}

/** Creates the judge of a ruleset with new rules. */
export function createGraceJudge(ruleset: Ruleset, gracePeriods: GracePeriods): Judge {
  const endOf = ({ rule }: RuleSetting): string | undefined => graceEnd(rule, gracePeriods);
  const milder = (setting: RuleSetting): RuleSetting =>
    endOf(setting) !== undefined && !isWithin(setting.severity, WORST)
      ? { ...setting, severity: WORST }
      : setting;
  const judged: Ruleset = { ...ruleset, settings: ruleset.settings.map(milder) };
  return {
    ruleset: judged,
    rulesetFor: () => judged,
    judge: (problems) =>
      problems.map((found) => {
        const setting = milder(found.setting);
        if (setting === found.setting) return found;
        return { ...found, setting, ownSeverity: found.setting.severity, graceUntil: endOf(setting)! };
      }),
  };
}
