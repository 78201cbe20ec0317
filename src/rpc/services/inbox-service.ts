/** `flowarden.v1.InboxService` and `MailService`: what waits for the caller, and what of it comes by mail. */

import type { Complete } from '../../contract/complete.ts';
import {
  type InboxEntry as EntryMessage,
  type InboxMail,
  InboxServiceService,
  MailServiceService,
} from '../../gen/flowarden/v1/inbox.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { actorOf, type Caller } from '../../service/access/caller.ts';
import { type InboxEntry, type InboxReader, markRead, readInbox } from '../../service/inbox/inbox.ts';
import {
  changeMailChoice,
  type MailPerson,
  type MailState,
  readMailChoice,
  stopMails,
} from '../../service/mail/mail-choice.ts';
import type { MailKind, MailPace } from '../../service/mail/mail-kinds.ts';
import { choiceField } from '../convert/fields.ts';
import { defineOpenService, defineService, type Service } from '../server/service.ts';

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
    getInboxMail: async (_request, { caller }) => ({
      mail: mailMessage(await readMailChoice(sql, personOf(caller))),
    }),
    updateInboxMail: async ({ pace, kinds }, { caller }) => {
      const change = {
        pace: choiceField<MailPace>(pace ?? ''),
        kinds: kinds.length === 0 ? null : [...new Set(kinds as MailKind[])],
      };
      return { mail: mailMessage(await changeMailChoice(sql, personOf(caller), change)) };
    },
  });
}

/** Creates the service of the links in mails. */
export function mailService({
  sql,
  secretsKey,
}: {
  readonly sql: Sql;
  readonly secretsKey: string;
}): Service {
  return defineOpenService(MailServiceService, {
    stopMails: {
      async handle({ token }) {
        await stopMails(sql, secretsKey, token);
        return {};
      },
    },
  });
}

function personOf({ kind, actorId, orgId }: Caller): MailPerson {
  return { orgId, subject: kind === 'user' ? actorId : null };
}

function mailMessage({ isOn, email, pace, kinds }: MailState): Complete<InboxMail> {
  return { isOn, email: email ?? undefined, pace, kinds: [...kinds] };
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
