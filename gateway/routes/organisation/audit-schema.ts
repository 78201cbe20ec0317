/** Audit log in REST. */
import { z } from 'zod';
import { instant, int64, text } from '../../endpoint/answer-members.ts';

export const AuditChange = z
  .strictObject({
    field: z.string().meta({ description: 'Its name in camelCase, as `enforcementMode`.' }),
    from: z.unknown().meta({ description: 'Its value before; null when there was none.' }),
    to: z.unknown().meta({ description: 'Its value since; null when there is none.' }),
  })
  .meta({ description: 'One field that an action changed.' });

export const AuditEntryItem = z
  .strictObject({
    sequence: int64().meta({ description: '1, 2, 3 … in each organisation, without a gap.' }),
    occurredAt: instant(),
    actorKind: z.string().meta({ description: '`key`, `user`, `operator` or `system`.' }),
    actorId: z.string(),
    actorName: z.string(),
    actorEmail: text(),
    action: z.string().meta({ description: 'The action, such as `api_key.created`.' }),
    targetKind: z.string(),
    targetId: z.string(),
    targetName: z.string(),
    details: z.record(z.string(), z.unknown()).meta({ description: 'Further details of the action.' }),
    requestId: text('The `X-Request-Id` of the request that did it; null when it was none.'),
    hash: z.string().meta({ description: 'Covers the entry and the hash of the one before.' }),
    changes: z
      .array(AuditChange)
      .meta({ description: 'The fields that it changed, with their old and new values; never a secret.' }),
  })
  .meta({ description: 'One action of the audit log.' });

export const AuditLogResponse = z
  .strictObject({
    entries: z.array(AuditEntryItem).meta({ description: 'Newest first.' }),
    nextCursor: text('The `cursor` of the next page; null on the last one.'),
  })
  .meta({ description: 'A page of the audit log.' });

export const AuditVerificationResponse = z
  .strictObject({
    verifiedUpTo: int64().meta({
      description: 'Number of the last entry that is valid, with all before it.',
    }),
    entries: int64().meta({ description: 'Number of entries of the log.' }),
    isComplete: z.boolean().meta({ description: 'False: call again with `nextCursor`.' }),
    hash: z.string().meta({
      description:
        'Hash of the last valid entry. Kept elsewhere, it proves later that nothing before it has changed.',
    }),
    problem: text(
      'What is wrong behind that entry, such as `entry 7 has been changed`; null when nothing is known to be.',
    ),
    nextCursor: text('The `cursor` of the next part; null when the check is over.'),
  })
  .meta({ description: 'How far the audit log is as it was written.' });
