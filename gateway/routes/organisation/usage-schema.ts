/** The plan of an organisation and its usage as REST writes them. */
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
        'What the plan includes beside validations: `webhooks`, `environments`, `exceptions`, `projects`.',
    }),
    used: int32().meta({ description: 'Validations that were counted in this month.' }),
    monthlyLimit: int32()
      .nullable()
      .meta({ description: 'How many the plan has in a month; null: as many as one likes.' }),
    remaining: int32().nullable().meta({ description: 'How many are left; null: as many as one likes.' }),
    resetsAt: instant().meta({
      description: 'When the count begins anew: the first moment of the next month, in UTC.',
    }),
    pastDueSince: instant()
      .nullable()
      .meta({ description: 'A payment is due since then; null: nothing is due.' }),
    months: z
      .array(UsageMonth)
      .meta({ description: 'This month and the eleven before it, the newest first.' }),
  })
  .meta({ description: 'What an organisation may use by its plan, and what it has used.' });
