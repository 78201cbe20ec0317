/** What the service says about itself: errors and its own state. */
import { z } from 'zod';
import { text } from './members.ts';

export const ErrorResponse = z
  .strictObject({
    error: z.strictObject({
      code: text('A stable code in lower_snake; it is never renamed.'),
      message: text('What is wrong and what to do, for people. It may change.'),
      docsUrl: text('The page that explains the code.'),
    }),
  })
  .meta({ description: 'The body of every answer that is not a success.' });

export const StatusResponse = z
  .strictObject({ status: z.string().meta({ description: '`ok`.' }) })
  .meta({ description: 'The state of the service.' });
