/** `flowarden.v1.AuditService`: reading the audit log. */

import type { AuditAction, AuditRecord, AuditTargetKind } from '../../../contract/audit.ts';
import type { Complete } from '../../../contract/complete.ts';
import { AuditServiceService, type AuditEntry as EntryMessage } from '../../../gen/flowarden/v1/audit.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { readAuditLog, verifyAuditLog } from '../../../service/audit/audit-log.ts';
import { choiceField, pageSizeField, textField } from '../../convert/fields.ts';
import { defineService, type Service } from '../../server/service.ts';

/** Creates the service. */
export function auditService(sql: Sql): Service {
  return defineService(AuditServiceService, {
    listAuditEntries: {
      async handle({ action, actorId, targetKind, targetId, since, until, cursor, pageSize }, { caller }) {
        const filters = {
          action: choiceField<AuditAction>(action),
          actorId: textField(actorId),
          targetKind: choiceField<AuditTargetKind>(targetKind),
          targetId: textField(targetId),
          since: since ?? null,
          until: until ?? null,
        };
        const after = cursor === '' ? null : cursor;
        const page = await readAuditLog(sql, caller.orgId, filters, after, pageSizeField(pageSize));
        return { entries: page.items.map(toEntry), nextCursor: page.nextCursor ?? '' };
      },
    },
    verifyAuditLog: {
      async handle({ cursor }, { caller }) {
        const check = await verifyAuditLog(sql, caller.orgId, cursor === '' ? null : cursor);
        const { entries: verifiedUpTo, length: entries, hash, problem, nextCursor } = check;
        return { verifiedUpTo, entries, hash, problem: problem ?? undefined, nextCursor: nextCursor ?? '' };
      },
    },
  });
}

function toEntry({ actor, target, changes, ...record }: AuditRecord): Complete<EntryMessage> {
  return {
    sequence: record.sequence,
    occurredAt: record.occurredAt,
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    actorEmail: actor.email ?? undefined,
    action: record.action,
    targetKind: target.kind,
    targetId: target.id,
    targetName: target.name,
    details: JSON.stringify(record.details),
    changes: changes.map(({ field, from, to }) => ({
      field,
      from: JSON.stringify(from),
      to: JSON.stringify(to),
    })),
    requestId: record.requestId ?? undefined,
    hash: record.hash,
  };
}
