/** Members of an organisation in REST. */
import { z } from 'zod';
import { instant, text, uuid } from '../../endpoint/answer-members.ts';
import { ApiKeyResponse } from './api-key-schema.ts';

export const MemberResponse = z
  .strictObject({
    id: uuid(),
    role: z.string().meta({ description: '`viewer`, `auditor`, `developer`, `approver` or `admin`.' }),
    status: z.string().meta({ description: '`invited` until the first token; then `active`.' }),
    email: text('Address of the invitation; later that of the tokens.'),
    subject: text('The claim `sub` of their tokens; null until an invitation by e-mail is taken up.'),
    name: text('The name that the tokens say; null until the first one.'),
    createdAt: instant(),
    createdBy: z.string().meta({ description: 'Name of the member who added them.' }),
    joinedAt: instant().nullable().meta({ description: 'Time of the first token.' }),
    lastSeenAt: instant().nullable().meta({ description: 'About when the last one came.' }),
  })
  .meta({ description: 'A person of the organisation.' });

export const MemberRemovalResponse = z
  .strictObject({
    revokedApiKeys: z.array(ApiKeyResponse).meta({ description: 'They were revoked with the removal.' }),
    keptApiKeys: z.array(ApiKeyResponse).meta({ description: 'Keys that stay valid because of `keepKeys`.' }),
  })
  .meta({ description: 'The working API keys that a removed member made, that these keys made, and so on.' });

export const MemberListResponse = z
  .strictObject({
    members: z.array(MemberResponse).meta({ description: 'The newest first.' }),
    nextCursor: text('The `cursor` of the next page; null on the last one.'),
    rolesFromTokens: z.boolean().meta({
      description:
        'True if a claim of the tokens decides who has which role: nobody can be added here, and no role changed.',
    }),
  })
  .meta({ description: 'A page of the members.' });
