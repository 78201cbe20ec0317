/** Exceptions in REST. */
import { z } from 'zod';
import { instant, text, uuid } from '../../endpoint/answer-members.ts';

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
  })
  .meta({ description: 'An exception: an approved, expiring waiver of findings.' });

export const ExceptionListResponse = z
  .strictObject({
    exceptions: z.array(ExceptionResponse).meta({ description: 'Newest first.' }),
    nextCursor: text('The `cursor` of the next page; null on the last one.'),
  })
  .meta({ description: 'A page of exceptions.' });
