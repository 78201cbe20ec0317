/** State of a validation in REST. */
import { z } from 'zod';
import { instant, text, uuid } from '../../endpoint/answer-members.ts';

export const ValidationRunResponse = z
  .strictObject({
    validationId: uuid(),
    orgId: uuid(),
    status: z.string().meta({ description: '`queued`, `running`, `completed`, `failed` or `canceled`.' }),
    resultUrl: z.string().meta({ description: 'Address of the present or future result.' }),
    reportUrl: text('Page for people, which says how the result is read.'),
    webhookUrl: text('Address that is notified when the validation is completed.'),
    queuedAt: instant(),
    position: z.int32().min(1).nullable().meta({
      description: "Its place among the organisation's queued validations; null when it is not queued.",
      maximum: undefined,
    }),
  })
  .meta({ description: 'A validation without a result.' });
