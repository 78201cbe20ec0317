/** Examples of projects in the API reference: the members that differ from a completed one. */
import { blockedExample } from '../validations/validate-examples.ts';

export const queuedExample = {
  status: 'queued',
  processedCount: 0,
  skippedCount: 0,
  passed: null,
  score: null,
  summary: null,
  items: [],
  wouldBlock: null,
  diff: null,
  startedAt: null,
  completedAt: null,
  durationMs: null,
};

const [blockingFinding] = blockedExample.blockingFindings;
const file = { path: 'Main.xaml', validationId: '0199f3a2-7c1e-7a10-8f3e-0c5d2b7a9e42' };
const verdict = {
  passed: false,
  score: blockedExample.score,
  summary: blockedExample.summary,
  wouldBlock: 1,
};

export const blockedProjectExample = {
  ...verdict,
  fileCount: 1,
  processedCount: 1,
  skippedCount: 0,
  enforcementMode: 'blocking',
  items: [
    { ...file, ...verdict, platform: 'platform_1', status: 'completed', error: null, listedElsewhere: [] },
  ],
  blockingFindings: [{ ...file, catalogRuleId: 'UIP-REL-001', ...blockingFinding }],
  blockingFindingsCount: 1,
};
