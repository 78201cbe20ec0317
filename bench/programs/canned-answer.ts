/** Response to a validation, as the service builds it, of a result that no database holds. */

import { createEngine } from '../../src/analysis/engine/validate.ts';
import type { AnalysisTask } from '../../src/analysis/engine/worker-messages.ts';
import { NO_DIFF } from '../../src/analysis/model/diff.ts';
import type { Report } from '../../src/analysis/model/report.ts';
import { RULES } from '../../src/analysis/rules/index.ts';
import type { Complete } from '../../src/contract/complete.ts';
import { eachTag } from '../../src/contract/runs/run-tags.ts';
import type { ValidateResponse } from '../../src/gen/flowarden/v1/validation.ts';
import { toValidationResult } from '../../src/rpc/convert/convert-result.ts';
import type { ValidationRecord } from '../../src/service/validations/validation-record.ts';
import { syntheticXaml } from '../inputs/xaml.ts';

/** Creates the task of a file as the service does. */
export function taskOf(file: Buffer): AnalysisTask {
  return { bytes: file, filename: 'a.xaml', platform: 'uipath', ruleset: 'default', findingsMax: 10_000 };
}

/** Converts a report to a response. */
export function toAnswer(report: Report): Complete<ValidateResponse> {
  const record: ValidationRecord = {
    ...report,
    channels: null,
    form: null,
    outlineId: null,
    id: '019a0000-0000-7000-8000-000000000000',
    orgId: '019a0000-0000-7000-8000-000000000001',
    projectId: null,
    checkedRules: null,
    filename: 'a.xaml',
    hasPath: true,
    ...eachTag(() => null),
    branch: null,
    environment: null,
    hasNotes: false,
    isPart: false,
    policyPackId: null,
    policyPackSlug: null,
    enforcementMode: 'warning',
    passed: true,
    failOn: 'high',
    wouldBlockCount: 0,
    pipeline: null,
    diff: NO_DIFF,
    contentSha256: '0'.repeat(64),
    contentBytes: 0,
    engineVersion: '0',
    validatedAt: new Date(0),
    validationMs: 0,
    ownerId: null,
    ownerName: null,
  };
  return { validation: toValidationResult(record, { baseUrl: 'http://localhost' }), blocked: false };
}

/** Returns the response to a file of so many bytes, with at most so many findings; always the same. */
export function cannedAnswer(
  bytes: number,
  findingsMax = Number.POSITIVE_INFINITY,
): Complete<ValidateResponse> {
  const report = createEngine(RULES).validate(taskOf(syntheticXaml(bytes)));
  return toAnswer({ ...report, findings: report.findings.slice(0, findingsMax) });
}
