/** The events of validations: what receivers learn about a finished one and about a score below the threshold. */

import { type Finding, locationText } from '../../analysis/model/finding.ts';
import { PLATFORMS } from '../../analysis/model/platform.ts';
import { reportUrl } from '../../analysis/model/report.ts';
import type { EventFinding, FileResultEvent, LowScoreEvent, RunContext } from '../../contract/event.ts';
import { uuidV7 } from '../../infra/database/uuid-v7.ts';
import { truncate } from '../../text/truncate.ts';
import type { ValidationRecord } from './validation-record.ts';

/** Findings that a `validation.completed` event lists. */
const EVENT_FINDINGS_MAX = 10;

/** Longest description of a finding inside an event. */
const EVENT_DESCRIPTION_CHARACTERS_MAX = 400;

/** Longest location of a finding inside an event. */
const EVENT_LOCATION_CHARACTERS_MAX = 200;

/** Result as an alarm reports it. */
export type AlarmingResult = Pick<
  ValidationRecord,
  | 'id'
  | 'orgId'
  | 'platform'
  | 'filename'
  | 'label'
  | 'score'
  | 'enforcementMode'
  | 'validatedAt'
  | 'pipeline'
  | 'ownerName'
> & { readonly diff: Pick<ValidationRecord['diff'], 'previousScore'> };

/** Builds the event of a score under the threshold of the organisation. */
export function validationBelowThreshold(
  record: AlarmingResult,
  threshold: number,
  baseUrl: string,
): LowScoreEvent {
  return {
    id: uuidV7(record.validatedAt),
    orgId: record.orgId,
    kind: 'validation.below_threshold',
    occurredAt: record.validatedAt,
    data: {
      validationId: record.id,
      platform: PLATFORMS[record.platform].wire,
      fileName: record.filename,
      label: record.label,
      score: record.score,
      threshold,
      previousScore: record.diff.previousScore,
      enforcementMode: record.enforcementMode,
      validatedAt: record.validatedAt.toISOString(),
      reportUrl: reportUrl(baseUrl, record.id),
    },
    chat: runContext(record),
  };
}

/** Builds the event of a finished validation, short enough for any receiver; the rest is read by its id. */
export function validationCompleted(record: ValidationRecord): FileResultEvent {
  return {
    id: uuidV7(record.validatedAt),
    orgId: record.orgId,
    kind: 'validation.completed',
    occurredAt: record.validatedAt,
    data: {
      validationId: record.id,
      platform: PLATFORMS[record.platform].wire,
      fileName: record.filename,
      label: record.label,
      passed: record.passed,
      score: record.score,
      enforcementMode: record.enforcementMode,
      policyPackSlug: record.policyPackSlug,
      validatedAt: record.validatedAt.toISOString(),
      summary: record.summary,
      findings: record.findings.slice(0, EVENT_FINDINGS_MAX).map(eventFinding),
    },
    chat: {
      ...runContext(record),
      wouldBlock: record.wouldBlockCount,
      notEvaluated: record.findings.filter(isNotEvaluated).length,
    },
  };
}

/** Builds the context of the run of a validation or a project. */
export function runContext({
  pipeline,
  ownerName,
}: Pick<ValidationRecord, 'pipeline' | 'ownerName'>): RunContext {
  return {
    repository: pipeline?.repository ?? null,
    solution: pipeline?.solutionName ?? null,
    branch: pipeline?.branch ?? null,
    owner: ownerName,
    ...(pipeline?.prUrl == null ? {} : { prUrl: pipeline.prUrl }),
  };
}

/** A note of the engine that something was not evaluated; the one about a cut list is a hotspot. */
function isNotEvaluated({ category, kind, exceptionStatus }: Finding): boolean {
  return category === 'engine' && kind === 'issue' && exceptionStatus !== 'approved';
}

function eventFinding(finding: Finding): EventFinding {
  return {
    ruleId: finding.ruleId,
    severity: finding.severity,
    category: finding.category,
    location: truncate(locationText(finding.location), EVENT_LOCATION_CHARACTERS_MAX),
    description: truncate(finding.description, EVENT_DESCRIPTION_CHARACTERS_MAX),
  };
}
