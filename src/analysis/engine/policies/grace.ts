/** Grace periods of rules that an upgrade brought: their findings are listed, and block nothing yet. */
import { SEVERITIES, type Severity } from '../../model/rule.ts';
import type { RuleSetting, Ruleset } from '../../model/ruleset.ts';
import type { Judge } from './judgement.ts';
import type { GracePeriods } from './task-policy.ts';

/** The worst severity of a finding in a grace period. */
const WORST: Severity = 'medium';

const isWorse = (severity: Severity): boolean => SEVERITIES.indexOf(severity) < SEVERITIES.indexOf(WORST);

/** Creates the judge of a ruleset with new rules. What a rule says about the analysis itself counts at once. */
export function createGraceJudge(ruleset: Ruleset, gracePeriods: GracePeriods): Judge {
  const endOf = ({ rule }: RuleSetting): string | undefined =>
    rule.category !== 'engine' && Object.hasOwn(gracePeriods, rule.id) ? gracePeriods[rule.id] : undefined;
  const milder = (setting: RuleSetting): RuleSetting =>
    endOf(setting) !== undefined && isWorse(setting.severity) ? { ...setting, severity: WORST } : setting;
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
