/** Locks: what a pack that extends another one may not loosen. */
import type { EffectivePolicy, PolicyOverride } from '../../analysis/model/policy.ts';
import { SEVERITIES, type Severity } from '../../analysis/model/rule.ts';
import type { RuleLock, RuleOverride } from '../built/built-pack.ts';
import { optionsOf, type RuleState, severityOf } from './rule-state.ts';
import { isAsStrict, isAtLeast } from './strictness.ts';

/** Problem of a setting that a lock forbids, with the place of the setting. */
export interface LoosenedLock {
  readonly place: string;
  readonly message: string;
}

/** Decisions about a rule that has locks. */
export type LockedRule = Pick<RuleState, 'rule' | 'on' | 'severity' | 'options' | 'origin'> & {
  readonly locks: readonly RuleLock[];
};

/** Returns the values at which a pack locks a rule: its own, not those of packs beside it. Null while the rule is off. */
export function lockOf(id: string, { detection, judgement }: EffectivePolicy, by: string): RuleLock | null {
  if (!Object.hasOwn(detection.rules, id)) return null;
  const options = detection.rules[id]!;
  const severity = judgement.severities[id];
  const overrides = judgement.overrides.flatMap((override) => overrideOf(id, override));
  return {
    by,
    ...(severity === undefined ? {} : { severity }),
    ...(Object.keys(options).length === 0 ? {} : { options }),
    ...(overrides.length === 0 ? {} : { overrides }),
  };
}

/**
 * Returns where a rule is looser than a pack that locks it.
 * @param overrides all overrides with their places, also those of packs that the pack extends
 */
export function loosenedLocks(
  state: LockedRule,
  overrides: ReadonlyMap<PolicyOverride, string>,
): readonly LoosenedLock[] {
  const { rule, origin } = state;
  return state.locks.flatMap((lock) => {
    const loosened = (place: string | undefined, what: string): LoosenedLock => ({
      place: place ?? '',
      message: `${rule.id} is locked by ${lock.by}: ${what}`,
    });
    if (!state.on) return [loosened(origin.on, 'it must stay on.')];
    const found: LoosenedLock[] = [];
    const { severity = rule.severity, overrides: wanted = [] } = lock;
    if (!isAtLeast(severityOf(state), severity))
      found.push(loosened(origin.severity, `its severity must be ${severity} or worse.`));
    const options = optionsOf(state);
    for (const [name, option] of Object.entries(rule.options)) {
      const value = lock.options?.[name] ?? option.default;
      if (isAsStrict(rule, name, options[name]!, value)) continue;
      const what = `"${name}" must be at least as strict as ${JSON.stringify(value)}.`;
      found.push(loosened(origin.options?.[name], what));
    }
    const floor = worstByPath(severity, wanted);
    let same = 0;
    for (const [override, place] of overrides)
      for (const own of overrideOf(rule.id, override)) {
        const { verdict } = own;
        if (same < wanted.length && isEqual(own, wanted[same]!)) same += 1;
        else if (!(verdict !== 'off' && isAtLeast(verdict, floor)) && !isRepetition(own, wanted))
          found.push(loosened(place, `no path may make it ${verdict}.`));
      }
    if (same < wanted.length)
      found.push(loosened(undefined, 'the overrides of that pack must stay, in their order.'));
    return found;
  });
}

/** Returns what an override says of a rule, as a list of at most one. */
function overrideOf(id: string, { rules, ...target }: PolicyOverride): readonly RuleOverride[] {
  return Object.hasOwn(rules, id) ? [{ ...target, verdict: rules[id]! }] : [];
}

/** Returns the worst severity that the locking pack gives a rule on some path: a later override must not undo it. */
function worstByPath(severity: Severity, overrides: readonly RuleOverride[]): Severity {
  return SEVERITIES.find((one) => one === severity || overrides.some(({ verdict }) => verdict === one))!;
}

/** Returns whether an override repeats one of the locking pack and so changes nothing. */
function isRepetition(own: RuleOverride, wanted: readonly RuleOverride[]): boolean {
  // Among overrides with other verdicts, the order counts.
  return wanted.every(({ verdict }) => verdict === own.verdict) && wanted.some((one) => isEqual(one, own));
}

function isEqual(a: RuleOverride, b: RuleOverride): boolean {
  return a.platform === b.platform && a.path === b.path && a.verdict === b.verdict;
}
