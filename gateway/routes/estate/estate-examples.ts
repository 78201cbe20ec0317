/** Examples of the estate in the reference. */

const WORKFLOW = '5d2f0c1e-9a44-7a3b-8f00-3f2a1b4c5d6e';
const RUN = '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e';
const FINDING = '6f1f8f2e-5d0c-8b1a-9e00-1d3a5b7c9e0f';
const summary = { critical: 1, high: 0, medium: 2, low: 0, total: 3 };
const place = {
  filename: 'payments/Transfer.xaml',
  platform: 'uipath',
  repository: 'bank/robots',
  branch: 'main',
};

export const workflowExample = {
  workflowId: WORKFLOW,
  ...place,
  kind: 'uipath-workflow',
  environment: 'production',
  source: 'cicd',
  validationId: RUN,
  score: 49,
  scoreDelta: -12,
  scores: [58, 61, 49],
  passed: false,
  wouldBlock: 1,
  summary,
  validatedAt: '2026-03-02T09:41:07.120Z',
  firstSeenAt: '2026-01-12T08:02:55.310Z',
};

export const workflowsExample = { items: [workflowExample], nextCursor: null, total: 1 };

export const historyExample = {
  items: [
    {
      validationId: RUN,
      score: 49,
      scoreDelta: -12,
      passed: false,
      wouldBlock: 1,
      summary,
      newFindings: 1,
      resolvedFindings: 0,
      validatedAt: '2026-03-02T09:41:07.120Z',
      branch: 'main',
      commit: '5f7c8ec7c33c6c004bbafe82',
      label: null,
      ownerName: 'CI of the invoice robots',
    },
  ],
  nextCursor: null,
};

export const findingsExample = {
  items: [
    {
      findingId: FINDING,
      workflowId: WORKFLOW,
      validationId: RUN,
      ...place,
      ruleId: 'UIP-SEC-001',
      rule: 'Literal credential in an activity property',
      severity: 'critical',
      category: 'security',
      location: 'Transfer › Send report',
      line: 42,
      description: 'The property Password of "Send report" holds a literal secret.',
      exceptionId: null,
      exceptionStatus: 'none',
      since: '2026-03-02T09:41:07.120Z',
    },
  ],
  nextCursor: null,
};

export const findingCountsExample = {
  by: 'rule',
  total: 1,
  workflows: 1,
  groups: [
    {
      key: 'UIP-SEC-001',
      name: 'Literal credential in an activity property',
      count: 1,
      critical: 1,
      high: 0,
      medium: 0,
      low: 0,
      workflows: 1,
    },
  ],
  isComplete: true,
};

export const statisticsExample = {
  from: '2026-03-01T00:00:00.000Z',
  to: '2026-03-08T00:00:00.000Z',
  by: 'day',
  group: null,
  series: [
    {
      key: null,
      points: [
        { day: '2026-03-02', runs: 214, blocked: 12, meanScore: 83.4, newFindings: 9, resolvedFindings: 31 },
      ],
    },
  ],
};
