/** Plan of an organisation and its usage in REST. */
import { z } from 'zod';
import { instant, int32, uuid } from '../../endpoint/answer-members.ts';

export const UsageMonth = z
  .strictObject({
    month: z.string().meta({ description: 'A calendar month of UTC, as `2026-11`.' }),
    used: int32().meta({ description: 'All validations of the month.' }),
    synchronous: int32().meta({ description: 'Files that the caller waited for.' }),
    asynchronous: int32().meta({ description: 'Files that were accepted to be validated later.' }),
    projectFiles: int32().meta({ description: 'Files of projects.' }),
  })
  .meta({ description: 'The validations of one month.' });

export const UsageResponse = z
  .strictObject({
    orgId: uuid(),
    plan: z.string().meta({ description: '`free`, `team`, `business` or `unlimited`.' }),
    features: z.array(z.string()).meta({
      description:
        'Features that the plan includes besides validations: `webhooks`, `environments`, `exceptions`, `projects`.',
    }),
    used: int32().meta({ description: 'Validations that were counted in this month.' }),
    monthlyLimit: int32()
      .nullable()
      .meta({ description: 'Validations that the plan includes per month; null: unlimited.' }),
    remaining: int32().nullable().meta({ description: 'Remaining validations; null: unlimited.' }),
    resetsAt: instant().meta({
      description: 'Time at which the count restarts: the start of the next month, in UTC.',
    }),
    pastDueSince: instant()
      .nullable()
      .meta({ description: 'A payment is due since then; null: nothing is due.' }),
    months: z
      .array(UsageMonth)
      .meta({ description: 'This month and the eleven before it, the newest first.' }),
  })
  .meta({ description: 'Plan of an organisation and its usage.' });
