/** Settings of an organisation that apply to all its validations. */
import type { EnforcementMode } from '../analysis/model/report.ts';
import type { Severity } from '../analysis/model/rule.ts';
import type { WireCase } from './wire-case.ts';

export const SCORE_ALERT_KINDS = ['level', 'crossing'] as const;
/** `level`: every run under the threshold is an alert; `crossing`: only the first one after a run that was not. */
export type ScoreAlertKind = (typeof SCORE_ALERT_KINDS)[number];

export const WILDCARD_SEVERITIES = ['none', 'low', 'medium', 'high', 'critical'] as const;
/** The worst severity that an exception for any file or any place may have. */
export type WildcardSeverity = 'none' | Severity;

export interface OrganisationSettings {
  /** The mode of runs for which neither the caller nor a policy pack nor the environment sets one. */
  readonly enforcementMode: EnforcementMode;
  /** The ruleset of such runs. */
  readonly ruleset: string;
  /** A score under it is an alert, 2 to 100; null: there are no alerts. */
  readonly scoreAlertThreshold: number | null;
  readonly scoreAlertKind: ScoreAlertKind;
  /** Days before its end that an approved exception is announced. */
  readonly exceptionWarningDays: number;
  readonly exceptionWildcardSeverity: WildcardSeverity;
  /** The spelling of names in REST answers where neither the request nor its key sets one. */
  readonly wireCase: WireCase;
  /** Days that results are stored. */
  readonly retentionDays: number;
  /** The branches whose runs others are compared with when their own branch has none. */
  readonly defaultBranches: readonly string[];
  /** Judge unchanged objects of the vendor like the organisation's own. */
  readonly includeVendor: boolean;
  /** Judge workflows of Azure Logic Apps (Standard) like cloud flows. */
  readonly includeLogicApps: boolean;
  /** Known files that were not analysed are high findings, so that they block. */
  readonly blockUnanalysed: boolean;
  /** Days for which findings of rules that an upgrade brings are at most medium under built-in rulesets; 0: none. */
  readonly newRuleGraceDays: number;
  /** An exception for a repository holds only for runs that prove theirs by an identity token. */
  readonly exceptionsNeedProof: boolean;
  /** Only runs that prove repository and branch approve what is in a tenant. By default once there is a trust policy. */
  readonly approvalNeedsProof: boolean;
  /** Days for which members cannot approve requests of who invited them or gave them their role; 0: no such limit. */
  readonly exceptionGrantDays: number;
  /** Store names and structure of workflows, from which their pictures are drawn. */
  readonly keepOutlines: boolean;
  /** Store which queues, assets, shared files and automations workflows use, and show which of them feed each other. */
  readonly keepChannels: boolean;
}

/** Default settings of an organisation. Wildcards cannot unblock a pipeline by default. */
export const SETTINGS_DEFAULT: OrganisationSettings = {
  enforcementMode: 'warning',
  ruleset: 'default',
  scoreAlertThreshold: null,
  scoreAlertKind: 'level',
  exceptionWarningDays: 7,
  exceptionWildcardSeverity: 'medium',
  wireCase: 'camel',
  retentionDays: 400,
  defaultBranches: ['main', 'master'],
  includeVendor: false,
  includeLogicApps: false,
  blockUnanalysed: false,
  newRuleGraceDays: 0,
  exceptionsNeedProof: false,
  approvalNeedsProof: false,
  exceptionGrantDays: 30,
  keepOutlines: true,
  keepChannels: false,
};

/** The threshold that a score is an alert of; null when it is none. `previousScore` is null at a first run. */
export function alertThreshold(
  { scoreAlertThreshold, scoreAlertKind }: OrganisationSettings,
  score: number,
  previousScore: number | null,
): number | null {
  if (scoreAlertThreshold === null || score >= scoreAlertThreshold) return null;
  const wasUnder = previousScore !== null && previousScore < scoreAlertThreshold;
  return scoreAlertKind === 'crossing' && wasUnder ? null : scoreAlertThreshold;
}
