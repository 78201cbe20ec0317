/** The feed in REST. */
import { z } from 'zod';
import type { FeedRun as FeedRunMessage } from '../../../src/gen/flowarden/v1/feed.ts';
import { instant, int32, int64, platform, text, uuid } from '../../endpoint/answer-members.ts';
import { ProjectErrorDetail } from '../projects/project-schema.ts';
import { ValidateFindingSummary, ValidatePipelineContext } from '../validations/validation-schema.ts';

export const FeedRun = z
  .strictObject({
    kind: z.string().meta({ description: '`file` or `project`.' }),
    id: uuid().meta({ description: 'Of the validation, or of the validation of the project.' }),
    status: z.string().meta({ description: '`queued`, `running`, `completed`, `failed` or `canceled`.' }),
    filename: text('Path of the file, or name of the archive.'),
    platform: platform(),
    source: text(),
    label: text(),
    repository: text(),
    branch: text(),
    environment: text('The environment whose settings decide.'),
    enforcementMode: text(),
    ruleset: text(),
    passed: z.boolean().nullable().meta({
      description: 'False if it was blocked, or is a project that failed; null without a result.',
    }),
    wouldBlock: int32()
      .nullable()
      .meta({ description: 'Findings that the blocking mode would stop; null without a result.' }),
    score: int32().nullable(),
    scoreDelta: int32().nullable().meta({ description: 'This score minus that of the previous run.' }),
    isRegression: z
      .boolean()
      .nullable()
      .meta({ description: 'The score fell, or a critical or high finding is new.' }),
    newFindingsCount: int32()
      .nullable()
      .meta({ description: 'Findings that the previous run did not have.' }),
    summary: ValidateFindingSummary.nullable(),
    pipeline: ValidatePipelineContext,
    ownerName: text('Who submitted it.'),
    error: ProjectErrorDetail.nullable().meta({ description: 'Reason why it has no result.' }),
    queuedAt: instant().meta({ description: 'When it was submitted.' }),
    startedAt: instant().nullable().meta({ description: 'When the validation of a project began.' }),
    endedAt: instant().nullable().meta({ description: 'When a file was completed, or a project ended.' }),
    durationMs: int64().nullable(),
    fileCount: int32().nullable().meta({ description: 'Files of a project.' }),
    processedCount: int32().nullable().meta({ description: 'Of these, files that are done.' }),
    failedCount: int32().nullable().meta({
      description: 'Of these, files that could not be validated; null where they were not counted.',
    }),
    reportUrl: text('Page for people.'),
  } satisfies Record<keyof FeedRunMessage, z.ZodType>)
  .meta({ description: 'The run of a file, or of a project as a whole, in any state.' });

export const FeedResponse = z
  .strictObject({
    runs: z.array(FeedRun).meta({ description: 'Newest submission first.' }),
    nextCursor: text(
      'The `cursor` of the next page; null on the last one. A page that filters leave short, or empty, can have one too.',
    ),
  })
  .meta({ description: 'A page of the feed.' });

export const FacetValue = z
  .strictObject({
    value: z.string(),
    count: int32(),
    label: text('What people call it, where that differs.'),
  })
  .meta({ description: 'A value of a filter.' });

export const Facet = z
  .strictObject({
    name: z.string().meta({ description: 'Name of the filter.' }),
    values: z.array(FacetValue).meta({ description: 'At most 20, the most frequent first.' }),
    othersCount: int32().meta({ description: 'Entries with other values.' }),
  })
  .meta({ description: 'The values of a filter, with the number of entries that each would show.' });

export const FeedCountsResponse = z
  .strictObject({
    total: int32().meta({ description: 'Runs that pass all filters, among those that were counted.' }),
    counted: int32().meta({ description: 'The newest runs within the times, at most 10,000.' }),
    isComplete: z.boolean().meta({ description: 'False if there are more.' }),
    facets: z.array(Facet),
  })
  .meta({ description: 'Counts of the newest runs by the values of each filter.' });

export const BoundedCount = z
  .strictObject({ count: int32(), isExact: z.boolean().meta({ description: 'False if there are more.' }) })
  .meta({ description: 'A number, or a lower bound of it.' });

export const FeedSummaryResponse = z
  .strictObject({
    since: instant().meta({ description: 'Runs are counted that were submitted at or after this time.' }),
    blocked: BoundedCount.meta({ description: 'Files and archives whose newest run is blocked.' }),
    regressions: BoundedCount.meta({
      description: 'Files and archives whose newest run is worse than the one before.',
    }),
    queued: int32(),
    running: int32(),
    exceptionsPending: int32()
      .nullable()
      .meta({ description: 'Exceptions that wait; null for a caller who may not read exceptions.' }),
    exceptionsToDecide: int32().nullable().meta({ description: 'Of these, what the caller may decide.' }),
  })
  .meta({ description: 'What needs attention.' });

export const FeedException = z
  .strictObject({
    id: uuid(),
    status: z.string().meta({ description: '`pending`, `approved`, `rejected`, `expired` or `revoked`.' }),
    ruleId: z.string(),
    fileName: z.string(),
    severity: z.string(),
  })
  .meta({ description: 'An exception that has changed.' });

export const FeedEvent = z
  .strictObject({
    eventId: text('Key that a stream resumes from.'),
    kind: text('`ready`, `run`, `exception` or `reset`.'),
    change: text('Of a run: `queued`, `started` or `ended`. Of an exception: `requested` or `decided`.'),
    run: FeedRun.nullable().meta({ description: 'The run as it is now.' }),
    exception: FeedException.nullable().meta({ description: 'The exception as it is now.' }),
  })
  .meta({ description: 'An event of the feed.' });
