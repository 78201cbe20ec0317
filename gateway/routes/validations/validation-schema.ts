/** Result of a validation in REST. */
import { z } from 'zod';
import { PIPELINE_FIELDS } from '../../../src/contract/ci-context.ts';
import type { ValidationResult } from '../../../src/gen/flowarden/v1/report.ts';
import {
  inSnakeAlone,
  instant,
  int32,
  int64,
  lineNumber,
  platform,
  text,
  uuid,
} from '../../endpoint/answer-members.ts';

const SEVERITIES = '`critical`, `high`, `medium` or `low`.';
const EXCEPTION_STATUSES = '`none`, `pending`, `approved`, `rejected`, `expired` or `revoked`.';

export const ValidateFindingSummary = z
  .strictObject({ critical: int32(), high: int32(), medium: int32(), low: int32(), total: int32() })
  .meta({ description: 'Findings counted by severity.' });

export const ValidateFinding = z
  .strictObject({
    id: text('UUID, the same from run to run while the finding stays.'),
    catalogRuleId: text("The rule's id in the catalogue, such as `UIP-REL-001`."),
    severity: text(SEVERITIES),
    category: text(
      '`security`, `data-privacy`, `compliance`, `reliability`, `performance`, `maintainability`, `naming`, `configuration`, `supply-chain`, `observability` or `engine`.',
    ),
    rule: text("The rule's title."),
    location: text('The way to the element, in the names that the author sees.'),
    description: text('What is wrong and why it matters.'),
    remediation: text('How to fix it.'),
    complianceTags: z
      .array(z.string())
      .nullable()
      .meta({ description: 'Controls that the rule is relevant to.' }),
    sourceXPath: text('XPath (XML) or JSON Pointer (JSON) of the element.'),
    sourceLineNumber: lineNumber(),
    detectorId: text('The check and its version.'),
    exceptionId: text('UUID of the exception that concerns the finding.'),
    exceptionStatus: text(EXCEPTION_STATUSES),
  })
  .meta({ description: 'One defect at one place.' });

export const ValidateBlockingFinding = z
  .strictObject({
    id: text('The id of the finding.'),
    severity: text(SEVERITIES),
    rule: text("The rule's title."),
    location: text('The way to the element, in the names that the author sees.'),
    sourceXPath: text('XPath (XML) or JSON Pointer (JSON) of the element.'),
    sourceLineNumber: lineNumber(),
    detectorId: text('The check and its version.'),
    exceptionId: text('UUID of the exception that concerns the finding.'),
    exceptionStatus: text(EXCEPTION_STATUSES),
    description: inSnakeAlone(text('What is wrong and why it matters.').optional()),
  })
  .meta({ description: 'A finding that made the validation fail.' });

export const ValidateDiffChange = z
  .strictObject({
    ruleId: text("The rule's id in the catalogue."),
    status: text('`new`, `resolved`, `severity_changed` or `waiver_changed`.'),
    location: text('The way to the element.'),
    fileName: text('The file.'),
    currentSeverity: text(SEVERITIES),
    previousSeverity: text(SEVERITIES),
  })
  .meta({ description: 'One difference between two runs.' });

export const ValidateDiff = z
  .strictObject({
    isRegression: z.boolean().meta({ description: 'The score fell, or a critical or high finding is new.' }),
    newFindingsCount: int32(),
    resolvedFindingsCount: int32(),
    unchangedFindingsCount: int32(),
    severityChangedCount: int32(),
    waiverChangedCount: int32(),
    scoreDelta: int32().nullable(),
    previousScore: int32().nullable(),
    previousValidatedAt: instant().nullable(),
    changes: z
      .array(ValidateDiffChange)
      .nullable()
      .meta({ description: 'All but the unchanged findings, at most 1,000.' }),
  })
  .meta({
    description:
      'Comparison with the previous run of the same file: the same platform, repository (else solution) and path, on the same branch, else on a default branch of the organisation.',
  });

export const ValidatePipelineContext = z
  .strictObject(Object.fromEntries(PIPELINE_FIELDS.map((field) => [field, text()])))
  .meta({ description: 'The pipeline that submitted the file, normalised from the metadata.' });

export const ValidateResponse = z
  .strictObject({
    validationId: uuid(),
    orgId: uuid(),
    passed: z.boolean().meta({ description: 'False exactly when blocking findings stop the caller.' }),
    score: int32().meta({ description: 'Health score from 1 to 100; 100 is clean.' }),
    enforcementMode: text('The mode that was used: `advisory`, `warning` or `blocking`.'),
    platform: platform(),
    ruleset: text('The ruleset that was used.'),
    policyPackId: uuid().nullable(),
    policyPackSlug: text(),
    filename: text('Path of the file, with `/` between folders, without drive and leading slashes.'),
    label: text(),
    source: text(),
    summary: ValidateFindingSummary,
    findings: z.array(ValidateFinding).nullable(),
    blockingFindings: z
      .array(ValidateBlockingFinding)
      .nullable()
      .meta({ description: 'The findings that made `passed` false.' }),
    pipeline: ValidatePipelineContext,
    validatedAt: instant(),
    validationMs: int64().meta({ description: 'Duration of the validation in milliseconds.' }),
    ownerId: text(),
    ownerName: text(),
    diff: ValidateDiff,
    reportUrl: text('Page for people, which says how the result is read.'),
    // The others are sent as headers: see `result-headers.ts`.
  } satisfies Record<
    Exclude<keyof ValidationResult, 'environment' | 'wouldBlock' | 'metadataIgnored'>,
    z.ZodType
  >)
  .meta({ description: 'The result of one validation.' });
