/** Options of commands that choose a policy pack, or override rules. */
import { RULE_LEVELS, type RuleLevel } from '../../policy/source/rule-levels.ts';
import type { CommandConfig } from '../config/config-file.ts';
import { optionText, optionTexts } from '../options.ts';

/** Choice of a policy pack: a built file, or its folder. */
export interface PolicyFileChoice {
  readonly file: string;
  /** File of trusted keys; undefined: the pack's place is trusted. */
  readonly trust: string | undefined;
  readonly environment: string | undefined;
}

/** Levels of a run by rule, or by the beginning of ids with `*`. */
export type RuleOverrides = ReadonlyMap<string, RuleLevel>;

/** Reads `RULE=LEVEL`; adds a sentence to `problems` for each that is wrong, and if the gate forbids overrides. */
export function readOverrides(
  values: Readonly<Partial<Record<'rule' | 'fail-on-override', unknown>>>,
  problems: string[],
): RuleOverrides {
  const words = optionTexts(values.rule);
  const levels = new Map<string, RuleLevel>();
  for (const word of words) {
    const at = word.lastIndexOf('=');
    const [id, name] = at === -1 ? [word, ''] : [word.slice(0, at), word.slice(at + 1)];
    const level = RULE_LEVELS.find((known) => known === name);
    const known = RULE_LEVELS.join(', ');
    if (level === undefined)
      problems.push(`--rule ${JSON.stringify(word)} has no level. Write RULE=LEVEL, with one of ${known}.`);
    else levels.set(id.toUpperCase(), level);
  }
  if (words.length > 0 && values['fail-on-override'] === true)
    problems.push(`--fail-on-override is set, and --rule overrides ${words.join(', ')}. Leave it out.`);
  return levels;
}

/** Reads the policy pack; adds a sentence to `problems` for options that need one, or exclude it. */
export function readPolicyChoice(
  values: Readonly<Partial<Record<'policy' | 'trust' | 'environment' | 'ruleset', unknown>>>,
  config: CommandConfig | null,
  problems: string[],
): PolicyFileChoice | null {
  const given = optionText(values.policy);
  // Authors may change the configuration: it says nothing about a pack that the arguments name.
  const own = given === undefined ? config : null;
  const file = given ?? own?.policy;
  const trust = optionText(values.trust) ?? own?.trust;
  const environment = optionText(values.environment) ?? own?.environment;
  if (file === undefined) {
    if (values.trust !== undefined || values.environment !== undefined)
      problems.push('--trust and --environment are about a policy pack: add --policy FILE.');
    return null;
  }
  if (values.ruleset !== undefined)
    problems.push('--policy and --ruleset both select the rules. Leave one of them out.');
  return { file, trust, environment };
}
