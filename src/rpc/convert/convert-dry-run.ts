/** Conversion of dry runs of policy packs between domain and protobuf. */
import { type PlatformNaming, platformName } from '../../analysis/model/platform.ts';
import type { AllMembers, Complete, ReadBy } from '../../contract/complete.ts';
import type {
  PolicyDryRun,
  PolicyDryRunResult,
  StartPolicyDryRunRequest,
} from '../../gen/flowarden/v1/policy.ts';
import type { ShownDryRun } from '../../service/policy/dry-runs/dry-runs.ts';
import type { DryRunSelection } from '../../service/policy/dry-runs/dry-runs-store.ts';
import { textField } from './fields.ts';

/** Exceptions without a target that a result lists; all of them count. */
const DRY_RUN_EXCEPTIONS_MAX = 1_000;

/** Default age of the runs of a dry run. */
const DRY_RUN_DAYS_DEFAULT = 30;

/** Returns the runs that a dry run looks at. */
export function readSelection(
  request: ReadBy<StartPolicyDryRunRequest, keyof DryRunSelection | 'slug' | 'version'>,
): AllMembers<DryRunSelection> {
  const runs = request.runs || null;
  return {
    environment: textField(request.environment),
    branch: textField(request.branch),
    days: request.days || (runs === null ? DRY_RUN_DAYS_DEFAULT : null),
    runs,
  };
}

/** Returns a dry run as a message. */
export function toDryRun(record: ShownDryRun, naming: PlatformNaming): Complete<PolicyDryRun> {
  const { id, slug, version, status, selection, done, total, error, requestedByName, createdAt, endedAt } =
    record;
  return {
    id,
    slug,
    version,
    status,
    environment: selection.environment ?? '',
    branch: selection.branch ?? '',
    days: selection.days ?? 0,
    runs: selection.runs ?? 0,
    done,
    total: total ?? -1,
    requestedBy: requestedByName,
    createdAt,
    endedAt: endedAt ?? undefined,
    errorCode: error?.code ?? '',
    errorMessage: error?.message ?? '',
    result: status === 'completed' ? toResult(record, naming) : undefined,
  };
}

function toResult(
  { totals, lostExceptions }: ShownDryRun,
  naming: PlatformNaming,
): Complete<PolicyDryRunResult> {
  const { workflows, reasons, verdicts, flips, changes, unknownRules, score } = totals;
  return {
    workflows: { ...workflows },
    reasons: { ...reasons },
    passToFail: verdicts.passToFail,
    failToPass: verdicts.failToPass,
    verdictUnknown: verdicts.unknown,
    flips: flips.map(({ validationId, platform, repository, branch, environment, rules, ...flip }) => ({
      ...flip,
      validationId: validationId ?? '',
      platform: platformName(platform, naming),
      repository: repository ?? '',
      branch: branch ?? '',
      environment: environment ?? '',
      rules: [...rules],
    })),
    changes: changes.map(({ before, after, ...change }) => ({
      ...change,
      severityBefore: before ?? '',
      severityAfter: after ?? '',
    })),
    unknownRules: { ...unknownRules },
    score: { ...score },
    lostExceptions: lostExceptions.slice(0, DRY_RUN_EXCEPTIONS_MAX),
    lostExceptionsCount: lostExceptions.length,
  };
}
