/** Examples of the feed. */
import { feedExample as validationsExample } from '../validations/validate-examples.ts';

const [validation] = validationsExample.validations;

export const runExample = {
  kind: 'file',
  id: validation!.validationId,
  status: 'completed',
  filename: validation!.filename,
  platform: validation!.platform,
  source: validation!.source,
  label: validation!.label,
  repository: 'bank/invoice-robots',
  branch: 'main',
  environment: null,
  enforcementMode: 'advisory',
  ruleset: validation!.ruleset,
  passed: true,
  wouldBlock: 1,
  score: 84,
  scoreDelta: -3,
  isRegression: true,
  newFindingsCount: 1,
  summary: validation!.summary,
  pipeline: validation!.pipeline,
  ownerName: validation!.ownerName,
  error: null,
  queuedAt: validation!.validatedAt,
  startedAt: null,
  endedAt: validation!.validatedAt,
  durationMs: validation!.validationMs,
  fileCount: null,
  processedCount: null,
  failedCount: null,
  reportUrl: validation!.reportUrl,
};

export const feedExample = { runs: [runExample], nextCursor: null };

export const countsExample = {
  total: 42,
  counted: 10_000,
  isComplete: false,
  facets: [
    {
      name: 'status',
      values: [
        { value: 'completed', count: 40, label: null },
        { value: 'failed', count: 2, label: null },
      ],
      othersCount: 0,
    },
  ],
};

export const summaryExample = {
  since: '2026-02-23T09:41:07.120Z',
  blocked: { count: 3, isExact: true },
  regressions: { count: 1, isExact: true },
  queued: 0,
  running: 2,
  exceptionsPending: 4,
  exceptionsToDecide: 3,
};

export const eventExample = {
  eventId: '1772444467120000-57',
  kind: 'run',
  change: 'ended',
  run: runExample,
  exception: null,
};
