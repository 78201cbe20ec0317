/** Errors and state of the service in REST. */
import { z } from 'zod';
import { PARTS } from '../../core/readiness.ts';
import { text } from '../../endpoint/answer-members.ts';

export const ErrorResponse = z
  .strictObject({
    error: z.strictObject({
      code: text('A stable code in lower_snake; it is never renamed.'),
      message: text('The error and its remedy, for people. It may change.'),
      docsUrl: text('The page that explains the code.'),
    }),
  })
  .meta({ description: 'The body of every answer that is not a success.' });

const PART_DESCRIPTIONS = {
  core: 'The process that decides and analyses.',
  database: 'Postgres, as the core sees it.',
  schema: 'State of the database schema: migrated as far as the core needs.',
  queue: 'State of the jobs processes, which asynchronous runs, projects and webhooks need.',
  files: 'State of the file store, which asynchronous runs and projects need.',
  token: 'State of the token of this gateway, for which the core trusts its client addresses.',
} as const;

/** State of the service, part by part. */
export const ReadyParts = z
  .strictObject(
    Object.fromEntries(
      PARTS.map((name) => [
        name,
        z
          .strictObject({
            status: z.string().meta({ description: '`ok`, `down`, or `unknown`.' }),
            reason: text('The error and its remedy; null when the part is ok.'),
          })
          .meta({ description: PART_DESCRIPTIONS[name] }),
      ]),
    ),
  )
  .meta({ description: 'Parts that requests need.' });

export const ReadyResponse = z
  .strictObject({
    status: z
      .string()
      .meta({ description: '`ok`, or `degraded` when a part is down that requests can do without.' }),
    parts: ReadyParts,
  })
  .meta({ description: 'The state of the service and of what it stands on.' });

export const NotReadyResponse = z
  .strictObject({ ...ErrorResponse.shape, parts: ReadyParts })
  .meta({ description: 'Reason why requests cannot be served.' });

export const StatusResponse = z
  .strictObject({ status: z.string().meta({ description: '`ok`.' }) })
  .meta({ description: 'The state of the service.' });
