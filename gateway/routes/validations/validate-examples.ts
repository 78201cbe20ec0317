/** Example bodies of validations in the API reference. A test checks them against the schemas. */

const finding = {
  id: '0199f3a2-7c1e-7d44-9b0a-4f6f2f0b9c11',
  catalogRuleId: 'UIP-REL-001',
  severity: 'high',
  category: 'reliability',
  rule: 'Empty catch block',
  location: 'Main.xaml > Process invoices > Try Catch > Catches > Exception',
  description: 'The catch for System.Exception has no activities, so every error of this block disappears.',
  remediation: 'Log the exception and rethrow it, or handle the cases that you expect by their own types.',
  complianceTags: ['SOC2:CC7.2'],
  sourceXPath: '/Activity[1]/Sequence[1]/TryCatch[1]',
  sourceLineNumber: 42,
  detectorId: 'uip-rel-001@1',
  exceptionId: null,
  exceptionStatus: 'none',
};

const pipeline = {
  provider: 'github',
  host: null,
  repository: 'acme/robots',
  branch: 'main',
  commit: '9fceb02d0ae598e95dc970b74767f19372d61af8',
  prUrl: 'https://github.com/acme/robots/pull/17',
  workflowRunUrl: null,
  definitionName: null,
  buildNumber: null,
  pipelineName: null,
  stageName: null,
  deploymentId: null,
  solutionName: null,
  solutionVersion: null,
  environmentName: null,
  environmentId: null,
  deploymentUrl: null,
};

const diff = {
  isRegression: false,
  newFindingsCount: 0,
  resolvedFindingsCount: 0,
  unchangedFindingsCount: 0,
  severityChangedCount: 0,
  waiverChangedCount: 0,
  scoreDelta: null,
  previousScore: null,
  previousValidatedAt: null,
  changes: [],
};

const shared = {
  validationId: '0199f3a2-7c1e-7a10-8f3e-0c5d2b7a9e42',
  orgId: '3f0f7c1e-52c4-4b0e-9d0a-6b1f2a3c4d5e',
  platform: 'platform_1',
  ruleset: 'default',
  policyPackId: null,
  policyPackSlug: null,
  filename: 'Main.xaml',
  label: 'nightly',
  source: 'cicd',
  pipeline,
  validatedAt: '2026-03-02T09:41:07.512Z',
  validationMs: 38,
  ownerId: '8b1f6c0e-1c55-4a51-9b7f-2f1d0e9c8b7a',
  ownerName: 'CI key',
  diff,
  reportUrl: 'http://127.0.0.1:8080/validations/0199f3a2-7c1e-7a10-8f3e-0c5d2b7a9e42',
};

export const passedExample = {
  ...shared,
  passed: true,
  score: 100,
  enforcementMode: 'warning',
  summary: { critical: 0, high: 0, medium: 0, low: 0, total: 0 },
  findings: [],
  blockingFindings: [],
};

export const blockedExample = {
  ...shared,
  passed: false,
  score: 84,
  enforcementMode: 'blocking',
  summary: { critical: 0, high: 1, medium: 0, low: 0, total: 1 },
  findings: [finding],
  blockingFindings: [
    {
      id: finding.id,
      severity: finding.severity,
      rule: finding.rule,
      location: finding.location,
      sourceXPath: finding.sourceXPath,
      sourceLineNumber: finding.sourceLineNumber,
      detectorId: finding.detectorId,
      exceptionId: null,
      exceptionStatus: 'none',
    },
  ],
};

export const feedExample = {
  validations: [
    {
      validationId: shared.validationId,
      passed: true,
      wouldBlock: 1,
      score: 84,
      enforcementMode: 'advisory',
      platform: shared.platform,
      ruleset: shared.ruleset,
      filename: shared.filename,
      label: shared.label,
      source: shared.source,
      summary: blockedExample.summary,
      pipeline,
      validatedAt: shared.validatedAt,
      validationMs: shared.validationMs,
      ownerName: shared.ownerName,
      reportUrl: shared.reportUrl,
      status: 'completed',
      scoreDelta: -3,
      isRegression: true,
      newFindingsCount: 1,
      branch: 'main',
      environment: null,
      projectValidationId: null,
    },
  ],
  nextCursor: null,
};
