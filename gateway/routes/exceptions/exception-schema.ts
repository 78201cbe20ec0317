/** Exceptions in REST. */
import { z } from 'zod';
import { instant, text, uuid } from '../../endpoint/answer-members.ts';

export const ExceptionProblem = z
  .strictObject({
    code: z.string().meta({
      description:
        'A stable code: `not_pending`, `missing_scope`, `own_request`, `same_person`, `granted_access` or `too_broad` of a decision, else that of an error.',
    }),
    message: z.string(),
  })
  .meta({ description: 'Reason why something cannot be done with an exception.' });

export const ExceptionResponse = z
  .strictObject({
    id: uuid(),
    status: z.string().meta({
      description:
        '`pending`, `approved`, `rejected`, `expired` or `revoked`. Only an approved exception waives.',
    }),
    ruleId: z.string().meta({ description: 'The rule whose findings it covers.' }),
    fileName: z.string().meta({ description: "The file's path, or a pattern of it." }),
    location: z.string().meta({
      description: 'The place of the finding; a pattern when it is not for one finding.',
    }),
    repository: text(
      "The repository, else the solution, that a run's metadata names; `*`: all runs; null: runs that name none.",
    ),
    severity: z.string().meta({
      description: 'The worst severity that it covers. A finding that becomes worse falls out.',
    }),
    reason: z.string(),
    expiresAt: instant().meta({ description: 'From this moment on it waives nothing.' }),
    validationId: uuid().nullable().meta({
      description: 'The validation, or the project, that has the finding; null when it is for patterns.',
    }),
    findingId: uuid()
      .nullable()
      .meta({ description: 'The finding that it is for; null when it is for patterns.' }),
    requestedAt: instant(),
    requestedById: z.string().meta({ description: 'Id of the key or user who requested it.' }),
    requestedBy: z.string(),
    requestedByEmail: text('The address of the user, or of the user who made the key.'),
    decidedAt: instant().nullable().meta({ description: 'Time of the approval or rejection.' }),
    decidedById: text('Id of the key or user who did that.'),
    decidedBy: text(),
    decisionNote: text(),
    revokedAt: instant().nullable(),
    revokedById: text(),
    revokedBy: text(),
    revocationNote: text(),
    announcedAt: instant()
      .nullable()
      .meta({ description: 'Time at which `exception.expiring_soon` announced its end.' }),
    placeCount: z.int32().nullable().meta({
      description:
        'Number of places that it covers, if one finding stands for several: one more place is a new finding. Null: the finding has one place, or it is for patterns.',
    }),
    decidableByCaller: z.boolean().meta({ description: 'Whether the caller may decide on it.' }),
    whyNot: ExceptionProblem.nullable().meta({ description: 'Reason why the caller may not.' }),
  })
  .meta({ description: 'An exception: an approved, expiring waiver of findings.' });

export const ExceptionListResponse = z
  .strictObject({
    exceptions: z.array(ExceptionResponse).meta({ description: 'Newest first.' }),
    nextCursor: text('The `cursor` of the next page; null on the last one.'),
  })
  .meta({ description: 'A page of exceptions.' });

export const ExceptionDecision = z
  .strictObject({
    id: z.string(),
    exception: ExceptionResponse.nullable(),
    error: ExceptionProblem.nullable().meta({ description: 'Reason why it was not decided.' }),
  })
  .meta({ description: 'Result of a decision on one of many exceptions.' });

export const ExceptionDecisionsResponse = z
  .strictObject({
    results: z.array(ExceptionDecision).meta({ description: 'In the order of the ids.' }),
    decidedCount: z.int32(),
    failedCount: z.int32(),
  })
  .meta({ description: 'Results of a decision on many exceptions.' });

export const CoveredFinding = z
  .strictObject({
    validationId: uuid(),
    filename: text('Path of the file.'),
    findingId: uuid(),
    rule: text("The rule's title."),
    location: text('The way to the element, in the names that the author sees.'),
    severity: text(),
  })
  .meta({ description: 'An open finding that an exception would cover.' });

export const ExceptionPreviewResponse = z
  .strictObject({
    ruleId: z.string(),
    fileName: z.string(),
    location: z.string(),
    repository: text('The runs that it would be for; `*`: all; null: those that name none.'),
    severity: z.string().meta({ description: 'The worst severity that it would cover.' }),
    isPattern: z.boolean().meta({ description: 'Whether it would be for more than one finding.' }),
    placeCount: z.int32().nullable().meta({ description: 'Places of a finding that stands for several.' }),
    daysMax: z.int32().meta({ description: 'Longest life, in days.' }),
    sameRequestId: uuid()
      .nullable()
      .meta({ description: 'An exception that waits and covers exactly the same.' }),
    problem: ExceptionProblem.nullable().meta({ description: 'Reason why it could not be requested.' }),
    findingsCount: z.int32().meta({ description: 'Open findings that it would cover, in the newest runs.' }),
    filesCount: z.int32(),
    runsExamined: z.int32().meta({ description: 'Newest runs of files that were looked at.' }),
    isComplete: z.boolean().meta({ description: 'False if there are older runs that were not.' }),
    findings: z.array(CoveredFinding).meta({ description: 'At most 50.' }),
  })
  .meta({ description: 'What an exception would cover.' });
