/** Examples of findings. */
import { example as exception } from '../exceptions/exceptions.ts';
import { blockedExample } from '../validations/validate-examples.ts';

const [finding] = blockedExample.findings;

const listedFinding = {
  ...finding!,
  confidence: 'high',
  subject: 'Catch',
  column: 7,
  editorLine: null,
  change: 'new',
  placeCount: 1,
  blocks: true,
  wouldBlock: true,
};

export const findingsExample = {
  findings: [listedFinding],
  nextCursor: null,
  total: 1,
  listed: 12,
  facets: [
    { name: 'ruleId', values: [{ value: 'UIP-REL-001', count: 1, label: 'Empty catch' }], othersCount: 0 },
  ],
};

export const findingExample = {
  finding: listedFinding,
  way: ['Main', 'Get invoice'],
  places: [
    {
      way: ['Main', 'Get invoice'],
      sourceXPath: listedFinding.sourceXPath,
      sourceLineNumber: listedFinding.sourceLineNumber,
      column: 7,
      editorLine: null,
      description: listedFinding.description,
      subject: 'Catch',
    },
  ],
  firstSeenAt: '2026-03-02T09:41:07.120Z',
  seenInRuns: 1,
  runsExamined: 12,
  isHistoryComplete: true,
  exceptions: [exception],
  missingScope: null,
};

export const checksExample = {
  kind: 'uipath-workflow',
  rulesEvaluated: 96,
  rules: [
    { category: 'security', count: 41 },
    { category: 'reliability', count: 30 },
    { category: 'maintainability', count: 25 },
  ],
  rulesFailed: [],
  metrics: { workflows: 1, activities: 64, variables: 9 },
  contentBytes: 51_204,
  contentSha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  engineVersion: '0.1.0',
  ruleset: 'default',
  rulesetDigest: '5f1d7a3c',
  validationMs: 41,
};
