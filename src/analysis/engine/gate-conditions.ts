/** Conditions of a policy's gate besides blocking findings; one that fails becomes a finding. */

import { CONDITION } from '../../gen/condition-rule.ts';
import { truncate } from '../../text/truncate.ts';
import type { Finding } from '../model/finding.ts';
import type { PolicyGate } from '../model/policy.ts';
import { type Rule, SEVERITIES, type Severity } from '../model/rule.ts';
import { toFindings } from './findings/findings.ts';
import { NAME_MAX } from './findings/shorten.ts';

/** Id of the rule of these findings, which no exception waives. */
export const CONDITION_RULE = CONDITION.id;

/** The rule itself, which no engine runs: the gate reports its findings. */
const rule: Rule = { ...CONDITION, level: 'workflow', check: () => [] };

/** Facts of a result that conditions test. */
export interface GateFacts {
  readonly score: number;
  /** The score if notes in the workflow waive nothing: what is tested, as authors do not decide about their own gate. */
  readonly scoreWithoutNotes: number;
  /** New findings by severity, those of a first run too. */
  readonly newCounts: Readonly<Record<Severity, number>>;
  /** Rules that did not run to their end. */
  readonly unfinishedRuleIds: readonly string[];
}

/** Place of the findings: what was judged as a whole. */
export interface GatePlace {
  /** Identity of the artifact, or the path of a project. */
  readonly artifactKey: string;
  /** Name for people. */
  readonly name: string;
}

/** Condition that fails. */
interface FailedCondition {
  /** The condition as a policy pack writes it. */
  readonly condition: string;
  readonly message: string;
}

/** No new finding. */
export const NOTHING_NEW: GateFacts['newCounts'] = { critical: 0, high: 0, medium: 0, low: 0 };

/** Returns whether a gate limits new findings. */
export function limitsNew({ newMax }: PolicyGate): boolean {
  return Object.keys(newMax).length > 0;
}

/** Returns one finding for each condition of a gate that the facts fail. */
export function conditionFindings(
  gate: PolicyGate,
  facts: GateFacts,
  { artifactKey, name }: GatePlace,
): readonly Finding[] {
  const setting = { rule, severity: rule.severity, options: {} };
  const shown = truncate(name, NAME_MAX);
  return toFindings(
    failedConditions(gate, facts).map(({ condition, message }) => [
      {
        found: { setting, problem: { at: { at: 0, owner: -1, name: '' }, message, subject: condition } },
        location: { names: [shown], path: '', line: 1, column: 1 },
        identity: {
          ruleId: rule.id,
          artifactKey: truncate(artifactKey, NAME_MAX),
          elementKey: '',
          pathKey: '',
          subject: condition,
          type: '',
        },
        scope: '',
      },
    ]),
  );
}

/** Returns findings with those of conditions behind the critical ones, most severe first as all lists. */
export function withConditions(
  findings: readonly Finding[],
  conditions: readonly Finding[],
): readonly Finding[] {
  if (conditions.length === 0) return findings;
  const milder = findings.findIndex(({ severity }) => severity !== 'critical');
  const at = milder === -1 ? findings.length : milder;
  return findings.toSpliced(at, 0, ...conditions);
}

function failedConditions(
  { scoreMin, newMax, notEvaluatedMax, required }: PolicyGate,
  { score, scoreWithoutNotes, newCounts, unfinishedRuleIds }: GateFacts,
): readonly FailedCondition[] {
  const failed: FailedCondition[] = [];
  if (scoreMin !== null && scoreWithoutNotes < scoreMin) {
    const counted = score === scoreWithoutNotes ? '' : ' with what notes in the workflow waive';
    const message = `The score is ${scoreWithoutNotes}${counted}, and must be ${scoreMin} or more.`;
    failed.push({ condition: 'score', message });
  }
  for (const severity of SEVERITIES) {
    const max = newMax[severity];
    const count = newCounts[severity];
    if (max === undefined || count <= max) continue;
    const message = `New findings of the severity ${severity}: ${count}, and at most ${max} may be new.`;
    failed.push({ condition: `new.${severity}`, message });
  }
  const missing = required.filter((id) => unfinishedRuleIds.includes(id));
  if (notEvaluatedMax !== null && missing.length > notEvaluatedMax) {
    const message = `Required rules that did not run to their end: ${missing.join(', ')}; at most ${notEvaluatedMax} may.`;
    failed.push({ condition: 'notEvaluated.required', message });
  }
  return failed;
}
