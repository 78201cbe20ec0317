/** Example projects of the reference: queued and completed. */
import { blockedExample, passedExample } from '../validations/validate-examples.ts';

const PROJECT_ID = '0199f3a2-7c1e-7a10-8f3e-0c5d2b7a9e51';

export const queuedExample = {
  projectValidationId: PROJECT_ID,
  orgId: passedExample.orgId,
  status: 'queued',
  source: 'cicd',
  label: null,
  filename: 'InvoiceRobot.zip',
  sizeBytes: 48_211,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  fileCount: 3,
  processedCount: 0,
  failedCount: 0,
  skippedCount: 0,
  passed: null,
  score: null,
  enforcementMode: 'warning',
  ruleset: 'default',
  environment: null,
  summary: null,
  items: [],
  itemsNextCursor: null,
  blockingFindings: [],
  blockingFindingsCount: 0,
  projectFindings: [],
  pipeline: passedExample.pipeline,
  diff: null,
  error: null,
  queuedAt: '2026-03-02T09:41:07.120Z',
  startedAt: null,
  completedAt: null,
  durationMs: null,
  reportUrl: `https://flowarden.example/projects/${PROJECT_ID}`,
};

export const completedExample = {
  ...queuedExample,
  status: 'completed',
  processedCount: 3,
  skippedCount: 1,
  passed: true,
  score: passedExample.score,
  summary: passedExample.summary,
  items: [
    {
      path: 'Main.xaml',
      platform: 'platform_1',
      status: 'completed',
      validationId: passedExample.validationId,
      passed: true,
      score: passedExample.score,
      summary: passedExample.summary,
      error: null,
    },
    {
      path: 'project.json',
      platform: 'platform_1',
      status: 'completed',
      validationId: '0199f3a2-7c1e-7a10-8f3e-0c5d2b7a9e52',
      passed: true,
      score: 100,
      summary: { critical: 0, high: 0, medium: 0, low: 0, total: 0 },
      error: null,
    },
    {
      path: 'readme.md',
      platform: null,
      status: 'skipped',
      validationId: null,
      passed: null,
      score: null,
      summary: null,
      error: {
        code: 'unsupported_file_type',
        message: 'The file is no XML, no JSON, no zip and no script of a desktop flow.',
      },
    },
  ],
  diff: passedExample.diff,
  startedAt: '2026-03-02T09:41:07.134Z',
  completedAt: '2026-03-02T09:41:07.412Z',
  durationMs: 278,
};

const [blockingFinding] = blockedExample.blockingFindings;

export const blockedProjectExample = {
  ...completedExample,
  fileCount: 1,
  processedCount: 1,
  skippedCount: 0,
  passed: false,
  score: blockedExample.score,
  enforcementMode: 'blocking',
  summary: blockedExample.summary,
  items: completedExample.items.slice(0, 1).map((item) => ({
    ...item,
    passed: false,
    score: blockedExample.score,
    summary: blockedExample.summary,
  })),
  blockingFindings: [
    {
      path: 'Main.xaml',
      validationId: blockedExample.validationId,
      catalogRuleId: 'UIP-REL-001',
      ...blockingFinding,
    },
  ],
  blockingFindingsCount: 1,
};

export const projectListExample = {
  projects: [
    {
      projectValidationId: PROJECT_ID,
      status: 'completed',
      passed: true,
      wouldBlock: 1,
      score: blockedExample.score,
      enforcementMode: 'warning',
      ruleset: 'default',
      environment: null,
      filename: completedExample.filename,
      fileCount: completedExample.fileCount,
      label: null,
      source: 'cicd',
      summary: blockedExample.summary,
      pipeline: completedExample.pipeline,
      error: null,
      queuedAt: completedExample.queuedAt,
      startedAt: completedExample.startedAt,
      completedAt: completedExample.completedAt,
      durationMs: completedExample.durationMs,
      ownerName: passedExample.ownerName,
      reportUrl: completedExample.reportUrl,
    },
  ],
  nextCursor: null,
};
