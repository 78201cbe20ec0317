/** Answers of REST that are more than the answer of their call: `shape` in the contract names their messages. */
import type { VerifyAuditLogResponse } from '../../src/gen/flowarden/v1/audit.ts';
import type {
  CountFindingsRequest,
  CountFindingsResponse,
  GetStatisticsRequest,
  GetStatisticsResponse,
  ListFindingsResponse,
  WorkflowFinding,
} from '../../src/gen/flowarden/v1/estate.ts';
import type { ListEvidenceRequest, ListEvidenceResponse } from '../../src/gen/flowarden/v1/evidence.ts';
import type { DecideExceptionsResponse } from '../../src/gen/flowarden/v1/exception.ts';
import type { PolicyDryRun } from '../../src/gen/flowarden/v1/policy.ts';
import type { GetLeadChallengeResponse } from '../../src/gen/flowarden/v1/scanner.ts';
import { SARIF_TYPE, sarifOfFindings } from './estate/findings-sarif.ts';

/** Form of the answer of an endpoint. */
interface ShapedAnswer {
  /** Returns the message to show. */
  readonly shape: (answer: never, request: never) => object;
  /** Formats besides those of every list, by the value of the parameter `format`. */
  readonly otherFormats?: Readonly<Record<string, OtherFormat>>;
}

interface OtherFormat {
  readonly type: string;
  readonly about: string;
  readonly write: typeof sarifOfFindings;
}

/** Endpoints by their `operationId`. */
export const SHAPED_ANSWERS: Readonly<Record<string, ShapedAnswer>> = {
  verifyAuditLog: {
    shape: (answer: VerifyAuditLogResponse) => ({
      verification: answer,
      isComplete: answer.nextCursor === '',
    }),
  },
  listFindings: {
    shape: ({ items, nextCursor }: ListFindingsResponse) => ({ items: items.map(findingItem), nextCursor }),
    otherFormats: { sarif: { type: SARIF_TYPE, about: 'SARIF 2.1.0.', write: sarifOfFindings } },
  },
  countFindings: {
    shape: (counts: CountFindingsResponse, { by }: CountFindingsRequest) => ({ by, counts }),
  },
  getStatistics: {
    shape: ({ series }: GetStatisticsResponse, request: GetStatisticsRequest) => ({
      ...request,
      by: 'day',
      series,
    }),
  },
  listEvidence: {
    shape: (page: ListEvidenceResponse, request: ListEvidenceRequest) => ({
      ...request,
      generatedAt: new Date(),
      page,
    }),
  },
  decideExceptions: {
    shape(decisions: DecideExceptionsResponse) {
      const decidedCount = decisions.results.filter(({ error }) => error === undefined).length;
      return { decisions, decidedCount, failedCount: decisions.results.length - decidedCount };
    },
  },
  startPolicyDryRun: { shape: dryRunWithError },
  getPolicyDryRun: { shape: dryRunWithError },
  getDemoLeadChallenge: {
    shape: ({ challenge, captcha }: GetLeadChallengeResponse) => ({ ...challenge, captcha }),
  },
};

/** Returns a finding without levels. */
function findingItem({ finding, ...place }: WorkflowFinding) {
  const { id, catalogRuleId, sourceLineNumber, ...rest } = finding!;
  return { ...rest, ...place, findingId: id, ruleId: catalogRuleId, line: sourceLineNumber };
}

function dryRunWithError(dryRun: PolicyDryRun | undefined) {
  if (dryRun === undefined) throw new Error('The core answered without a dry run');
  const { errorCode: code, errorMessage: message } = dryRun;
  return { dryRun, error: code === '' ? null : { code, message } };
}
