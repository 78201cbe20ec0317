/** Gates of packs: read, combined with those of packs that they extend, never narrower than the built-in one. */
import { BUILTIN_GATE, type PolicyGate } from '../../analysis/model/policy.ts';
import { SEVERITIES, type Severity } from '../../analysis/model/rule.ts';
import type { GateSettings } from '../source/pack-schema.ts';
import { isAtLeast } from './strictness.ts';

/** Members of a gate that a pack writes. */
const NEW_KEYS = {
  critical: 'new.critical',
  high: 'new.high',
  medium: 'new.medium',
  low: 'new.low',
} as const;

/** Combines two gates: every condition of both holds. */
export function combineGates(one: PolicyGate, other: PolicyGate): PolicyGate {
  const newMax: Partial<Record<Severity, number>> = {};
  for (const severity of SEVERITIES) {
    const limits = [one.newMax[severity], other.newMax[severity]].filter((max) => max !== undefined);
    if (limits.length > 0) newMax[severity] = Math.min(...limits);
  }
  return {
    failOn: isAtLeast(one.failOn, other.failOn) ? other.failOn : one.failOn,
    scoreMin: strictest([one.scoreMin, other.scoreMin], Math.max),
    newMax,
    notEvaluatedMax: strictest([one.notEvaluatedMax, other.notEvaluatedMax], Math.min),
    required: [...new Set([...one.required, ...other.required])].sort(),
  };
}

function strictest(values: readonly (number | null)[], choose: (...all: number[]) => number): number | null {
  const given = values.filter((value) => value !== null);
  return given.length === 0 ? null : choose(...given);
}

/**
 * Returns the gate of a pack over the one that it extends.
 * @param report called with the key and one sentence for each condition that would be looser
 */
export function gateOf(
  settings: GateSettings | undefined,
  inherited: PolicyGate,
  report: (key: string, problem: string) => void,
): PolicyGate {
  if (settings === undefined) return inherited;
  const written = writtenGate(settings, report);
  const combined = combineGates(inherited, written);
  if (settings.block !== undefined && combined.failOn !== written.failOn)
    report('block', `is narrower than that of a pack that it extends, which blocks ${inherited.failOn} too.`);
  if (settings.score !== undefined && combined.scoreMin !== written.scoreMin)
    report('score', `is lower than ${inherited.scoreMin}, which a pack that it extends requires.`);
  for (const severity of SEVERITIES) {
    const key = NEW_KEYS[severity];
    if (settings[key] !== undefined && combined.newMax[severity] !== settings[key])
      report(key, `is higher than ${inherited.newMax[severity]}, the maximum of a pack that it extends.`);
  }
  const missing = settings['notEvaluated.required'];
  if (missing !== undefined && combined.notEvaluatedMax !== missing)
    report(
      'notEvaluated.required',
      `is higher than ${inherited.notEvaluatedMax}, the maximum of a pack that it extends.`,
    );
  return combined;
}

function writtenGate(settings: GateSettings, report: (key: string, problem: string) => void): PolicyGate {
  const newMax: Partial<Record<Severity, number>> = {};
  for (const severity of SEVERITIES) {
    const max = settings[NEW_KEYS[severity]];
    if (max !== undefined) newMax[severity] = max;
  }
  return {
    ...BUILTIN_GATE,
    failOn: failOnOf(settings.block, report),
    scoreMin: scoreOf(settings.score, report),
    newMax,
    notEvaluatedMax: settings['notEvaluated.required'] ?? null,
  };
}

function failOnOf(
  block: GateSettings['block'],
  report: (key: string, problem: string) => void,
): PolicyGate['failOn'] {
  if (block === undefined) return BUILTIN_GATE.failOn;
  const mildest = SEVERITIES.findLast((severity) => block.includes(severity))!;
  const skipped = SEVERITIES.filter((severity) => isAtLeast(severity, mildest) && !block.includes(severity));
  if (!block.includes('critical') || !block.includes('high'))
    report(
      'block',
      'leaves out critical or high, which always block. Write [critical, high], and add to it.',
    );
  else if (skipped.length > 0)
    report('block', `has ${mildest} without ${skipped.join(', ')}. Add it: what is worse blocks too.`);
  return mildest === 'critical' ? BUILTIN_GATE.failOn : mildest;
}

function scoreOf(written: string | undefined, report: (key: string, problem: string) => void): number | null {
  if (written === undefined) return null;
  const score = Number(written.replace('>=', '').trim());
  if (score < 1 || score > 100) report('score', 'must be between 1 and 100.');
  return score;
}
