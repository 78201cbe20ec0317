/** `flowarden.v1.OrganisationService`: the settings of an organisation. */

import type { Complete } from '../../contract/complete.ts';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import { SCORE_ALERT_KINDS, WILDCARD_SEVERITIES } from '../../contract/organisation-settings.ts';
import { WIRE_CASES } from '../../contract/wire-case.ts';
import { AppError } from '../../errors.ts';
import {
  OrganisationServiceService,
  type OrganisationSettings as SettingsMessage,
} from '../../gen/flowarden/v1/organisation.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { changeSettings, readOrganisationSettings } from '../../service/policy/organisation-settings.ts';
import type { SettingsRecord, StoredSettings } from '../../service/policy/organisation-settings-store.ts';
import type { PolicyCache } from '../../service/policy/policy-cache.ts';
import {
  enforcementModeField,
  optionalChoice,
  optionalInteger,
  optionalText,
  requiredText,
} from '../convert/fields.ts';
import { defineService, type Service } from '../server/service.ts';
import { changeOf, etagField, maskedChanges, type ReadersOf } from './change.ts';

/** Creates the service; changes invalidate `policies`. */
export function organisationService(
  sql: Sql,
  policies: Pick<PolicyCache, 'invalidate' | 'sourcesOf'>,
): Service {
  return defineService(OrganisationServiceService, {
    getSettings: {
      async handle(_request, { caller }) {
        return { settings: toMessage(await readOrganisationSettings(sql, caller.orgId)) };
      },
    },
    updateSettings: {
      async handle({ settings, updateMask, etag }, context) {
        const changes = maskedChanges(updateMask, settings ?? NOTHING, READERS);
        const after = await changeSettings(sql, changeOf(context), changes, etagField(etag));
        policies.invalidate(context.caller.orgId);
        return { settings: toMessage(after) };
      },
    },
    listNewRules: {
      async handle(_request, { caller }) {
        return { newRules: [...(await policies.sourcesOf(caller.orgId)).newRules] };
      },
    },
  });
}

/** Message without values: each field then returns to its default. */
const NOTHING: SettingsMessage = {
  orgId: '',
  enforcementMode: '',
  ruleset: '',
  scoreAlertThreshold: undefined,
  scoreAlertKind: '',
  exceptionWarningDays: 0,
  exceptionWildcardSeverity: '',
  wireCase: '',
  retentionDays: 0,
  defaultBranches: [],
  includeVendor: false,
  blockUnanalysed: false,
  exceptionsNeedProof: false,
  exceptionGrantDays: undefined,
  newRuleGraceDays: undefined,
  keepOutlines: false,
  etag: '',
  updatedAt: undefined,
  updatedBy: undefined,
};

const READERS: ReadersOf<keyof StoredSettings, SettingsMessage, Partial<StoredSettings>> = {
  enforcement_mode: ({ enforcementMode }) => ({
    enforcementMode: enforcementModeField(enforcementMode),
  }),
  ruleset: ({ ruleset }) => ({
    ruleset: optionalText('ruleset', ruleset, CONTRACT_LIMITS.rulesetCharactersMax),
  }),
  // No score is under 1, so a threshold of 1 would never be an alert.
  score_alert_threshold: ({ scoreAlertThreshold }) => ({
    scoreAlertThreshold:
      scoreAlertThreshold === undefined
        ? null
        : optionalInteger('score_alert_threshold', scoreAlertThreshold, 2, 100),
  }),
  score_alert_kind: ({ scoreAlertKind }) => ({
    scoreAlertKind: optionalChoice('score_alert_kind', scoreAlertKind, SCORE_ALERT_KINDS),
  }),
  exception_warning_days: ({ exceptionWarningDays: days }) => ({
    exceptionWarningDays: optionalInteger(
      'exception_warning_days',
      days,
      1,
      CONTRACT_LIMITS.exceptionWarningDaysMax,
    ),
  }),
  exception_wildcard_severity: ({ exceptionWildcardSeverity: severity }) => ({
    exceptionWildcardSeverity: optionalChoice('exception_wildcard_severity', severity, WILDCARD_SEVERITIES),
  }),
  wire_case: ({ wireCase }) => ({
    wireCase: optionalChoice('wire_case', wireCase, WIRE_CASES),
  }),
  retention_days: ({ retentionDays: days }) => ({
    retentionDays: optionalInteger('retention_days', days, 1, CONTRACT_LIMITS.validationDaysMax),
  }),
  default_branches: ({ defaultBranches }) => ({ defaultBranches: branchesField(defaultBranches) }),
  include_vendor: ({ includeVendor }) => ({ includeVendor }),
  block_unanalysed: ({ blockUnanalysed }) => ({ blockUnanalysed }),
  exceptions_need_proof: ({ exceptionsNeedProof }) => ({ exceptionsNeedProof }),
  keep_outlines: ({ keepOutlines }) => ({ keepOutlines }),
  exception_grant_days: ({ exceptionGrantDays: days }) => ({
    // 0 is a value of its own.
    exceptionGrantDays:
      days === 0
        ? 0
        : optionalInteger('exception_grant_days', days ?? 0, 1, CONTRACT_LIMITS.exceptionGrantDaysMax),
  }),
  new_rule_grace_days: ({ newRuleGraceDays: days }) => ({
    newRuleGraceDays: optionalInteger(
      'new_rule_grace_days',
      days ?? 0,
      0,
      CONTRACT_LIMITS.newRuleGraceDaysMax,
    ),
  }),
};

/** Returns the names without duplicates; null when there are none. */
function branchesField(names: readonly string[]): readonly string[] | null {
  const branches = [
    ...new Set(
      names.map((name) => requiredText('default_branches', name, CONTRACT_LIMITS.branchCharactersMax)),
    ),
  ];
  if (branches.length <= CONTRACT_LIMITS.defaultBranchesMax) return branches.length === 0 ? null : branches;
  throw new AppError(
    'invalid_field',
    `default_branches has ${branches.length} names; the limit is ${CONTRACT_LIMITS.defaultBranchesMax}.`,
    { field: 'default_branches', limit: String(CONTRACT_LIMITS.defaultBranchesMax) },
  );
}

function toMessage(record: SettingsRecord): Complete<SettingsMessage> {
  const { scoreAlertThreshold, defaultBranches, version, updatedAt, updatedBy, ...rest } = record;
  return {
    ...rest,
    defaultBranches: [...defaultBranches],
    scoreAlertThreshold: scoreAlertThreshold ?? undefined,
    etag: String(version),
    updatedAt: updatedAt ?? undefined,
    updatedBy: updatedBy ?? undefined,
  };
}
