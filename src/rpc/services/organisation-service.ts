/** `flowarden.v1.OrganisationService`: the settings of an organisation. */

import type { Complete } from '../../contract/complete.ts';
import {
  OrganisationServiceService,
  type OrganisationSettings as SettingsMessage,
} from '../../gen/flowarden/v1/organisation.ts';
import type { Sql } from '../../infra/database/connections.ts';
import {
  changeSettings,
  type NamedSettings,
  readOrganisationSettings,
  type SettingsChanges,
} from '../../service/policy/organisation-settings.ts';
import type { PolicyCache } from '../../service/policy/policy-cache.ts';
import { choiceField, requiredText, textField } from '../convert/fields.ts';
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
  includeLogicApps: false,
  blockUnanalysed: false,
  exceptionsNeedProof: false,
  approvalNeedsProof: undefined,
  exceptionGrantDays: undefined,
  newRuleGraceDays: undefined,
  keepOutlines: false,
  keepChannels: false,
  name: '',
  etag: '',
  updatedAt: undefined,
  updatedBy: undefined,
};

const READERS: ReadersOf<keyof SettingsChanges, SettingsMessage, SettingsChanges> = {
  enforcement_mode: ({ enforcementMode }) => ({ enforcementMode: choiceField(enforcementMode) }),
  ruleset: ({ ruleset }) => ({ ruleset: textField(ruleset) }),
  score_alert_threshold: ({ scoreAlertThreshold }) => ({ scoreAlertThreshold: scoreAlertThreshold || null }),
  score_alert_kind: ({ scoreAlertKind }) => ({ scoreAlertKind: choiceField(scoreAlertKind) }),
  exception_warning_days: ({ exceptionWarningDays: days }) => ({ exceptionWarningDays: days || null }),
  exception_wildcard_severity: ({ exceptionWildcardSeverity: severity }) => ({
    exceptionWildcardSeverity: choiceField(severity),
  }),
  wire_case: ({ wireCase }) => ({ wireCase: choiceField(wireCase) }),
  retention_days: ({ retentionDays: days }) => ({ retentionDays: days || null }),
  default_branches: ({ defaultBranches }) => ({ defaultBranches: branchesField(defaultBranches) }),
  include_vendor: ({ includeVendor }) => ({ includeVendor }),
  include_logic_apps: ({ includeLogicApps }) => ({ includeLogicApps }),
  block_unanalysed: ({ blockUnanalysed }) => ({ blockUnanalysed }),
  exceptions_need_proof: ({ exceptionsNeedProof }) => ({ exceptionsNeedProof }),
  approval_needs_proof: ({ approvalNeedsProof }) => ({ approvalNeedsProof: approvalNeedsProof ?? null }),
  keep_outlines: ({ keepOutlines }) => ({ keepOutlines }),
  keep_channels: ({ keepChannels }) => ({ keepChannels }),
  name: ({ name }) => ({ name: requiredText('name', name) }),
  // 0 is a value of its own.
  exception_grant_days: ({ exceptionGrantDays: days }) => ({ exceptionGrantDays: days ?? null }),
  new_rule_grace_days: ({ newRuleGraceDays: days }) => ({ newRuleGraceDays: days || null }),
};

/** Returns the names without duplicates; null when there are none. */
function branchesField(names: readonly string[]): readonly string[] | null {
  const branches = [...new Set(names.map((name) => requiredText('default_branches', name)))];
  return branches.length === 0 ? null : branches;
}

function toMessage(record: NamedSettings): Complete<SettingsMessage> {
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
