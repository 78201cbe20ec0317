/** Messages that the canned core answers with. */
import type { Finding, ValidationResult } from '../../../src/gen/flowarden/v1/report.ts';
import type { Rule } from '../../../src/gen/flowarden/v1/rule.ts';
import type { ValidationRun, ValidationSummary } from '../../../src/gen/flowarden/v1/validation.ts';

export const VALIDATION_ID = '0199f3a2-7c1e-7a10-8f3e-0c5d2b7a9e42';

const FINDING: Finding = {
  id: '0199f3a2-7c1e-7d44-9b0a-4f6f2f0b9c11',
  catalogRuleId: 'UIP-REL-001',
  severity: 'high',
  category: 'reliability',
  rule: 'Empty catch block',
  location: 'Main.xaml > "Prüfen" > Catch',
  description: 'The catch has no activities.',
  remediation: 'Log and rethrow.',
  complianceTags: ['SOC2:CC7.2'],
  sourceXPath: '/Activity[1]/TryCatch[1]',
  sourceLineNumber: 42,
  detectorId: 'uip-rel-001@1',
  exceptionId: undefined,
  exceptionStatus: 'none',
};

const NO_PIPELINE = {
  provider: undefined,
  host: undefined,
  repository: undefined,
  branch: undefined,
  commit: undefined,
  prUrl: undefined,
  workflowRunUrl: undefined,
  definitionName: undefined,
  buildNumber: undefined,
  pipelineName: undefined,
  stageName: undefined,
  deploymentId: undefined,
  solutionName: undefined,
  solutionVersion: undefined,
  environmentName: undefined,
  environmentId: undefined,
  deploymentUrl: undefined,
};

/** A blocked result that has something in every member that can have something. */
export function resultMessage(): ValidationResult {
  return {
    validationId: VALIDATION_ID,
    orgId: '3f0f7c1e-52c4-4b0e-9d0a-6b1f2a3c4d5e',
    passed: false,
    score: 84,
    enforcementMode: 'blocking',
    platform: 'platform_1',
    ruleset: 'default',
    policyPackId: undefined,
    policyPackSlug: undefined,
    filename: 'Main.xaml',
    label: undefined,
    source: 'cicd',
    summary: { critical: 0, high: 1, medium: 1, low: 0, total: 2 },
    findings: [FINDING, { ...FINDING, complianceTags: [], sourceXPath: '', sourceLineNumber: 0 }],
    blockingFindings: [
      {
        id: FINDING.id,
        severity: 'high',
        rule: FINDING.rule,
        location: FINDING.location,
        sourceXPath: FINDING.sourceXPath,
        sourceLineNumber: 42,
        detectorId: FINDING.detectorId,
        exceptionId: '0199f3a2-7c1e-7d44-9b0a-4f6f2f0b9c12',
        exceptionStatus: 'rejected',
        description: FINDING.description,
      },
    ],
    pipeline: { ...NO_PIPELINE, provider: 'github', prUrl: 'https://github.com/acme/robots/pull/17' },
    validatedAt: new Date('2026-03-02T09:41:07.512Z'),
    validationMs: 5_000_000_000,
    ownerId: 'key-1',
    ownerName: 'CI',
    diff: {
      isRegression: true,
      newFindingsCount: 1,
      resolvedFindingsCount: 0,
      unchangedFindingsCount: 1,
      severityChangedCount: 0,
      waiverChangedCount: 0,
      scoreDelta: 0,
      previousScore: 84,
      previousValidatedAt: new Date('2026-03-01T00:00:00Z'),
      changes: [
        {
          ruleId: 'UIP-REL-001',
          status: 'new',
          location: FINDING.location,
          fileName: 'Main.xaml',
          currentSeverity: 'high',
          previousSeverity: undefined,
        },
      ],
    },
    reportUrl: `http://127.0.0.1:8080/validations/${VALIDATION_ID}`,
    wouldBlock: 1,
    metadataIgnored: [],
  };
}

/** A validation that is queued. */
export function runMessage(): ValidationRun {
  return {
    validationId: VALIDATION_ID,
    orgId: '3f0f7c1e-52c4-4b0e-9d0a-6b1f2a3c4d5e',
    status: 'queued',
    resultUrl: `http://127.0.0.1:8080/api/v1/results/${VALIDATION_ID}`,
    reportUrl: `http://127.0.0.1:8080/validations/${VALIDATION_ID}`,
    webhookUrl: undefined,
    queuedAt: new Date('2026-03-02T09:41:07.512Z'),
    position: 1,
    metadataIgnored: [],
  };
}

/** A clean first run: everything that may be empty is. */
export function emptyResultMessage(): ValidationResult {
  return {
    ...resultMessage(),
    passed: true,
    score: 100,
    enforcementMode: 'warning',
    filename: undefined,
    source: undefined,
    summary: { critical: 0, high: 0, medium: 0, low: 0, total: 0 },
    findings: [],
    blockingFindings: [],
    pipeline: undefined,
    diff: undefined,
    ownerId: undefined,
    ownerName: undefined,
    reportUrl: undefined,
  };
}

/** An entry of the feed. */
export function summaryMessage(): ValidationSummary {
  const { validationId, passed, score, enforcementMode, platform, ruleset, filename, label, source } =
    resultMessage();
  const { summary, pipeline, validatedAt, validationMs, ownerName, reportUrl } = resultMessage();
  return {
    ...{ validationId, passed, score, enforcementMode, platform, ruleset, filename, label, source },
    ...{ summary, pipeline, validatedAt, validationMs, ownerName, reportUrl },
    wouldBlock: 1,
    status: 'completed',
    isRegression: false,
    newFindingsCount: 0,
  };
}

export const RULE: Rule = {
  ruleId: 'UIP-REL-001',
  version: 1,
  title: 'Empty catch block',
  platforms: ['platform_1'],
  category: 'reliability',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Errors disappear.',
  fix: 'Log and rethrow.',
  complianceTags: [],
  options: {},
  examples: [],
  designers: [],
  optionDetails: [],
  needsOneOf: [],
  controls: [],
};

export const RULE_DETAILS: Rule = {
  ...RULE,
  options: { maxDepth: '3', allowedNames: '["a"]' },
  examples: [{ platform: 'platform_1', bad: true, text: '<TryCatch/>' }],
};
