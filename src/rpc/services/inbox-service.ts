/** `flowarden.v1.InboxService`: what waits for the caller. */

import type { Complete } from '../../contract/complete.ts';
import { type InboxEntry as EntryMessage, InboxServiceService } from '../../gen/flowarden/v1/inbox.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { actorOf, type Caller } from '../../service/access/caller.ts';
import { type InboxEntry, type InboxReader, markRead, readInbox } from '../../service/inbox/inbox.ts';
import { defineService, type Service } from '../server/service.ts';

/** Creates the service. */
export function inboxService({ sql, now }: { readonly sql: Sql; readonly now: () => Date }): Service {
  return defineService(InboxServiceService, {
    listInbox: {
      async handle(_request, { caller }) {
        const { entries, unreadCount } = await readInbox(sql, readerOf(caller), now());
        return { entries: entries.map(toMessage), unreadCount };
      },
    },
    markInboxRead: async ({ ids }, { caller }) => ({
      unreadCount: await markRead(sql, readerOf(caller), ids, now()),
    }),
  });
}

function readerOf(caller: Caller): InboxReader {
  const { orgId, scopes, teams = null } = caller;
  return { orgId, decider: { actor: actorOf(caller), scopes }, teams };
}

function toMessage(entry: InboxEntry): Complete<EntryMessage> {
  return {
    ...entry,
    ruleId: entry.ruleId ?? undefined,
    repository: entry.repository ?? undefined,
    person: entry.person ?? undefined,
    decision: entry.decision ?? undefined,
    wouldBlock: entry.wouldBlock ?? undefined,
    expiresAt: entry.expiresAt ?? undefined,
  };
}
