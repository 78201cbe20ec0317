/** Sends mails: what inboxes list, to the members who want it, and invitations. */
import { inTransaction, withOrganisation } from '../../infra/database/database.ts';
import type { JobTask, TaskContext } from '../../infra/queue/task.ts';
import { createSeal } from '../../infra/sealing/seal.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../units.ts';
import { invitationOwner } from '../access/links/invitations.ts';
import { findSealedUrl, forgetSealedUrl } from '../access/links/links-store.ts';
import { findMember, listTeamsOf, type MemberRecord } from '../access/members-store.ts';
import { rolesWith, scopesOfRoles } from '../access/roles.ts';
import { narrowedScopes } from '../access/scopes.ts';
import { readInbox } from '../inbox/inbox.ts';
import { organisationName } from '../organisations/organisations-store.ts';
import { entriesMail, invitationMail, type Mail } from './compose-mail.ts';
import { findMailChoice } from './mail-choices-store.ts';
import { MAIL_CHOICE_DEFAULT } from './mail-kinds.ts';
import {
  claimMail,
  type DueMail,
  deleteSentMails,
  markSent,
  postponeMail,
  queueNotices,
} from './mail-queue-store.ts';
import { nextDigest } from './next-digest.ts';
import { MAIL_MS_MAX, MailFailure, type MailServer, openMailServer } from './smtp.ts';
import { stopToken } from './stop-token.ts';

/** Notices that one statement moves. */
const NOTICES_AT_ONCE_MAX = 500;

/** Time after which a run leaves the rest to the next one. */
const RUN_MS_MAX = 50_000;

/** Lease of a mail: longer than any attempt to send it. */
const LEASE_MS = 2 * MAIL_MS_MAX;

/** Attempts before a mail is given up: about three days. */
const ATTEMPTS_MAX = 40;

/** Time that sent entries are remembered: longer than inboxes list them. */
const SENT_MS_MAX = 40 * DAY_MS;

/** An address that goes to a mail server: no more than what every server takes. */
const PLAIN_ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\p{L}\p{N}.-]{1,253}$/u;

type Context = Pick<TaskContext<object>, 'sql' | 'log' | 'baseUrl' | 'signal'>;

/**
 * Task that runs every minute. A mail is marked when the server has taken it: a process that ends in between sends it again,
 * with the same id. A failure of the server ends the run; the mails stay for the next one. One mail that fails by itself
 * holds off no other.
 */
export const sendMails: JobTask<'send-mails'> = async ({ mail = null, ...context }) => {
  const { sql, signal } = context;
  if (mail === null) return;
  const startedMs = performance.now();
  const server = await openMailServer(mail.server);
  const deciding = rolesWith('exceptions:approve');
  const move = () => {
    const now = new Date();
    const times = { now, nextDigest: nextDigest(now) };
    return inTransaction(sql, (inner) => queueNotices(inner, times, deciding, NOTICES_AT_ONCE_MAX));
  };
  while ((await move()) === NOTICES_AT_ONCE_MAX);
  while (!signal.aborted && performance.now() - startedMs < RUN_MS_MAX) {
    const due = await inTransaction(sql, (inner) => claimMail(inner, new Date(), LEASE_MS));
    if (due === undefined) break;
    await sendDue(context, server, mail.secretsKey, due);
  }
  await inTransaction(sql, (inner) => deleteSentMails(inner, new Date(Date.now() - SENT_MS_MAX)));
};

async function sendDue(context: Context, server: MailServer, key: string, due: DueMail): Promise<void> {
  const { sql, log, signal } = context;
  const { orgId, memberId, attempts } = due;
  const done = (letter: Letter | undefined) =>
    withOrganisation(sql, orgId, async (inner) => {
      await markSent(inner, due, new Date());
      if (letter?.sealedUrl !== undefined) await forgetSealedUrl(inner, letter.sealedUrl);
    });
  let letter: Letter | undefined;
  try {
    letter = await letterOf(context, key, due);
    if (letter !== undefined) await server.send(letter.to, letter.mail, signal);
    await done(letter);
  } catch (error) {
    const fault = error instanceof MailFailure ? error.fault : 'mail';
    const facts = { err: error, orgId, memberId, attempts };
    if (fault === 'recipient' || attempts >= ATTEMPTS_MAX) {
      log.warn(facts, 'a mail was given up');
      return done(letter);
    }
    const later = new Date(Date.now() + Math.min(attempts * attempts * MINUTE_MS, 2 * HOUR_MS));
    await inTransaction(sql, (inner) => postponeMail(inner, due, later));
    if (fault === 'server') throw error;
    log.warn(facts, 'a mail waits for its next attempt');
  }
}

/** A mail, and where it goes. */
interface Letter {
  readonly to: string;
  readonly mail: Mail;
  /** The link that it has, as it is stored; absent: it is no invitation. */
  readonly sealedUrl: Buffer | undefined;
}

/** Writes what is due; undefined when there is nothing to say, or no address. */
async function letterOf(
  { sql, baseUrl }: Context,
  key: string,
  { orgId, memberId, entryIds }: DueMail,
): Promise<Letter | undefined> {
  const { member, organisation, teams, sealedUrl, choice } = await withOrganisation(
    sql,
    orgId,
    async (inner) => {
      const found = await findMember(inner, memberId);
      return {
        member: found,
        organisation: await organisationName(inner),
        teams: found?.teamsOnly ? await listTeamsOf(inner, found) : null,
        sealedUrl: found?.subject === null ? await findSealedUrl(inner, memberId) : undefined,
        // It may have changed since the entries were queued.
        choice: (await findMailChoice(inner, memberId)) ?? MAIL_CHOICE_DEFAULT,
      };
    },
  );
  const to = member?.email ?? '';
  if (member === undefined || !PLAIN_ADDRESS.test(to)) return undefined;
  if (sealedUrl !== undefined) {
    const url = createSeal(key).open(sealedUrl, invitationOwner(orgId, memberId));
    return { to, mail: invitationMail({ baseUrl, organisation, memberId }, url), sealedUrl };
  }
  if (member.subject === null || choice.pace === 'never') return undefined;
  const seen = await entriesOf(sql, member, teams, entryIds);
  const entries = seen.filter(({ kind }) => choice.kinds.includes(kind));
  if (entries.length === 0) return undefined;
  const stopUrl = `${baseUrl}/unsubscribe?t=${stopToken(key, { orgId, memberId })}`;
  return { to, mail: entriesMail({ baseUrl, organisation, memberId, stopUrl }, entries), sealedUrl };
}

/** The entries that the member sees now, with the rights of now, and has not read. */
async function entriesOf(
  sql: Context['sql'],
  { orgId, role, subject, name, email }: MemberRecord,
  teams: readonly string[] | null,
  entryIds: readonly string[],
) {
  const actor = { kind: 'user' as const, id: subject!, name: name ?? '', email };
  const scopes = narrowedScopes(scopesOfRoles([role]), teams);
  const { entries } = await readInbox(sql, { orgId, decider: { actor, scopes }, teams }, new Date());
  return entries.filter(({ id, isRead }) => !isRead && entryIds.includes(id));
}
