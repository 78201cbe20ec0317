/** Findings of one result in REST. */
import { z } from 'zod';
import { instant, int32, int64, lineNumber, text } from '../../endpoint/answer-members.ts';
import { ExceptionResponse } from '../exceptions/exception-schema.ts';
import { Facet } from '../feed/feed-schema.ts';
import { ValidateFinding } from '../validations/validation-schema.ts';

export const ResultFinding = z
  .strictObject({
    ...ValidateFinding.shape,
    confidence: text('Certainty of the check: `high`, `medium` or `low`.'),
    subject: text('Property or symbol of the defect.'),
    column: lineNumber().meta({ description: 'Column in the file, from 1.' }),
    editorLine: lineNumber().meta({
      description: "Line that the vendor's editor shows, where it shows one.",
    }),
    change: text(
      '`new`, `unchanged`, `severity_changed` or `waiver_changed` since the previous run; null at the first.',
    ),
    placeCount: int32().meta({ description: 'Places that it stands for.' }),
    blocks: z.boolean().meta({ description: 'Whether it stopped the caller.' }),
    wouldBlock: z.boolean().meta({ description: 'Whether the blocking mode would stop it.' }),
  })
  .meta({ description: 'A finding with what its result says of it.' });

export const ResultFindingsResponse = z
  .strictObject({
    findings: z.array(ResultFinding),
    nextCursor: text('The `cursor` of the next page; null on the last one.'),
    total: int32().meta({ description: 'Findings that pass all filters.' }),
    listed: int32().meta({ description: 'Findings of the result that are stored.' }),
    facets: z.array(Facet).meta({ description: 'Each facet ignores its own filter.' }),
  })
  .meta({ description: 'A page of the findings of a result.' });

export const FindingPlace = z
  .strictObject({
    way: z.array(z.string()).meta({ description: 'Names from the outermost container to the element.' }),
    sourceXPath: text('XPath (XML) or JSON Pointer (JSON) of the element.'),
    sourceLineNumber: lineNumber(),
    column: lineNumber(),
    editorLine: lineNumber(),
    description: text('What is wrong here.'),
    subject: text('Property or symbol of the defect.'),
  })
  .meta({ description: 'A place of a finding.' });

export const FindingResponse = z
  .strictObject({
    finding: ResultFinding,
    way: z.array(z.string()).meta({ description: 'Names from the outermost container to the element.' }),
    places: z.array(FindingPlace).meta({ description: 'At most 200.' }),
    firstSeenAt: instant()
      .nullable()
      .meta({ description: 'Time of the earliest of the runs that have it without a gap.' }),
    seenInRuns: int32().meta({ description: 'Runs that have it, among those that were examined.' }),
    runsExamined: int32().meta({ description: 'This run and runs of the file before it, at most 30.' }),
    isHistoryComplete: z.boolean().meta({ description: 'False if it may be older than these runs.' }),
    exceptions: z
      .array(ExceptionResponse)
      .meta({ description: 'Exceptions for its place in any state, newest first, at most 20.' }),
    missingScope: text('Scope that the caller lacks to see exceptions.'),
  })
  .meta({ description: 'A finding with its places, history and exceptions.' });

export const CheckedCategory = z
  .strictObject({ category: z.string(), count: int32() })
  .meta({ description: 'Rules of a category that ran to their end.' });

export const ChecksResponse = z
  .strictObject({
    kind: text('What the file is on its platform.'),
    rulesEvaluated: int32()
      .nullable()
      .meta({ description: 'Rules that ran to their end; null for a run of an earlier version.' }),
    rules: z.array(CheckedCategory).meta({ description: 'These rules by category, most first.' }),
    rulesFailed: z.array(z.string()).meta({ description: 'Ids of rules that did not.' }),
    metrics: z.record(z.string(), int32()).meta({
      description:
        'Numbers about the file, such as `workflows` and `activities`; empty for a run of an earlier version.',
    }),
    contentBytes: int64(),
    contentSha256: text('SHA-256 of the file, hexadecimal.'),
    engineVersion: text('Version of the program.'),
    ruleset: text(),
    rulesetDigest: text('Digest of the rules, their options and severities.'),
    validationMs: int64(),
  })
  .meta({ description: 'What the run of a file has checked.' });
