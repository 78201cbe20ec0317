/** A finished validation to store, with the members that a test cares about. */

import { NO_DIFF } from '../../../src/analysis/model/diff.ts';
import type { Finding } from '../../../src/analysis/model/finding.ts';
import { summarise } from '../../../src/analysis/model/report.ts';
import { eachTag } from '../../../src/contract/runs/run-tags.ts';
import { uuidV7 } from '../../../src/infra/database/uuid-v7.ts';
import type { ValidationRecord } from '../../../src/service/validations/validation-record.ts';

/** One finding. */
export function finding(changes: Partial<Finding> = {}): Finding {
  return {
    id: '0190d5a4-7c1e-4a3b-9f00-3f2a1b4c5d6e',
    ruleId: 'UIP-SEC-001',
    rule: 'Hard-coded password',
    detectorId: 'UIP-SEC-001@1',
    severity: 'critical',
    category: 'security',
    confidence: 'high',
    kind: 'defect',
    description: 'The password of "Log in" is written into the workflow.',
    remediation: 'Read it from a credential asset.',
    complianceTags: ['CWE-798'],
    location: { names: ['Main', 'Log in'], path: '/Activity/Sequence', line: 12, column: 5 },
    subject: 'Password',
    dedupeGroup: 'secret',
    fingerprints: { element: 'e', strong: 's', medium: 'm', weak: 'w' },
    exceptionId: null,
    exceptionStatus: 'none',
    ...changes,
  } as Finding;
}

/** A record of the organisation. */
export function validationRecord(orgId: string, changes: Partial<ValidationRecord> = {}): ValidationRecord {
  const findings = changes.findings ?? [finding()];
  const validatedAt = changes.validatedAt ?? new Date();
  return {
    id: uuidV7(validatedAt),
    orgId,
    projectId: null,
    platform: 'uipath',
    kind: 'uipath-workflow',
    filename: 'Main.xaml',
    hasPath: true,
    ...eachTag(() => null),
    label: 'nightly',
    source: 'cicd',
    branch: 'main',
    environment: null,
    ruleset: 'default',
    rulesetDigest: 'd1',
    policyPackId: null,
    policyPackSlug: null,
    enforcementMode: 'warning',
    passed: true,
    failOn: 'high',
    wouldBlockCount: 1,
    score: 80,
    scoreVersion: 'score-v1',
    summary: summarise(findings),
    findings,
    ruleErrors: [],
    inventory: null,
    channels: null,
    form: null,
    metrics: null,
    checkedRules: null,
    outlineId: null,
    hasNotes: null,
    isPart: null,
    pipeline: null,
    diff: NO_DIFF,
    artifactKey: 'Main',
    contentSha256: 'ab'.repeat(32),
    contentBytes: 1234,
    engineVersion: '0.1.0',
    validatedAt,
    validationMs: 12,
    ownerId: 'abcdefgh',
    ownerName: 'CI',
    ...changes,
  };
}
