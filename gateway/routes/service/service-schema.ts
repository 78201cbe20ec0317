/** What the service says about itself: errors and its own state. */
import { z } from 'zod';
import { PARTS } from '../../core/readiness.ts';
import { text } from '../../endpoint/answer-members.ts';

export const ErrorResponse = z
  .strictObject({
    error: z.strictObject({
      code: text('A stable code in lower_snake; it is never renamed.'),
      message: text('What is wrong and what to do, for people. It may change.'),
      docsUrl: text('The page that explains the code.'),
    }),
  })
  .meta({ description: 'The body of every answer that is not a success.' });

const PART_DESCRIPTIONS = {
  core: 'The process that decides and analyses.',
  database: 'Postgres, as the core sees it.',
  schema: 'Whether the database has been migrated as far as the core needs.',
  queue: 'Whether a jobs process lives, for what is done later: asynchronous runs, projects, webhooks.',
  files: 'Whether files can be stored, for asynchronous runs and projects.',
  token: 'Whether the core knows the token of this gateway, by which it believes whom a request comes from.',
} as const;

/** What of this service is well, part by part. */
export const ReadyParts = z
  .strictObject(
    Object.fromEntries(
      PARTS.map((name) => [
        name,
        z
          .strictObject({
            status: z.string().meta({ description: '`ok`, `down`, or `unknown` when nobody can tell.' }),
            reason: text('What is wrong and what to do; null when nothing is.'),
          })
          .meta({ description: PART_DESCRIPTIONS[name] }),
      ]),
    ),
  )
  .meta({ description: 'What requests need, part by part.' });

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
  .meta({ description: 'Why requests cannot be served.' });

export const StatusResponse = z
  .strictObject({ status: z.string().meta({ description: '`ok`.' }) })
  .meta({ description: 'The state of the service.' });
