/** Trust policies in REST. */
import { z } from 'zod';
import { instant, text, uuid } from '../../endpoint/answer-members.ts';

const claims = (description: string) => z.record(z.string(), z.string()).meta({ description });

export const TrustPolicyResponse = z
  .strictObject({
    id: uuid(),
    name: z.string(),
    provider: z.string().meta({ description: 'The CI system.' }),
    issuer: z.string().meta({ description: '`iss` of the tokens.' }),
    pins: claims('Claims with their exact values.'),
    conditions: claims('Further claims with a pattern, in which `*` stands for any characters.'),
    expiresAt: instant().nullable().meta({ description: 'Null: it does not expire.' }),
    lastUsedAt: instant().nullable().meta({ description: 'To the minute; null: never.' }),
    createdBy: text('Name of the member or key that added it.'),
    createdAt: instant(),
    updatedAt: instant(),
  })
  .meta({ description: 'A trust policy: tokens of a CI system that may send files without a key.' });

export const TrustPolicyListResponse = z
  .strictObject({
    policies: z.array(TrustPolicyResponse).meta({ description: 'In the order of their names.' }),
  })
  .meta({ description: 'The trust policies of the organisation.' });
