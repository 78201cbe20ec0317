/** The use cases of what a person gets by mail: read it, change it, stop it by a link. */

import { AppError } from '../../errors.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { withOrganisation } from '../../infra/database/database.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { findMember } from '../access/members-store.ts';
import {
  findMailChoice,
  findMailedMember,
  isMailOn,
  type MailedMember,
  upsertMailChoice,
} from './mail-choices-store.ts';
import { MAIL_CHOICE_DEFAULT, type MailChoice } from './mail-kinds.ts';
import { readStopToken } from './stop-token.ts';

/** Person in an organisation. */
export interface MailPerson {
  readonly orgId: string;
  /** Subject of the person; null: the caller is none. */
  readonly subject: string | null;
}

/** Choice of a person, and whether mails reach them. */
export interface MailState extends MailChoice {
  /** False: the installation sends no mails. */
  readonly isOn: boolean;
  /** Address that mails go to; null: the organisation knows no address of the person. */
  readonly email: string | null;
}

/** Reads what the caller gets by mail. @throws AppError `state_conflict` */
export function readMailChoice(sql: Sql, person: MailPerson): Promise<MailState> {
  return withOrganisation(sql, person.orgId, async (transaction) =>
    stateOf(transaction, await memberOf(transaction, person)),
  );
}

/** Changes it; what is null stays. @throws AppError `state_conflict` */
export function changeMailChoice(
  sql: Sql,
  person: MailPerson,
  change: { readonly [Key in keyof MailChoice]: MailChoice[Key] | null },
): Promise<MailState> {
  return withOrganisation(sql, person.orgId, async (transaction) => {
    const member = await memberOf(transaction, person);
    const before = await stateOf(transaction, member);
    const { pace = null, kinds = null } = change;
    await upsertMailChoice(transaction, member.id, {
      pace: pace ?? before.pace,
      kinds: kinds ?? before.kinds,
    });
    return stateOf(transaction, member);
  });
}

/** Stops the mails of the person whom a link is for. @throws AppError `not_found` */
export async function stopMails(sql: Sql, secretsKey: string, token: string): Promise<void> {
  const found = readStopToken(secretsKey, token);
  if (found === undefined)
    throw new AppError('not_found', 'The link is not valid. Use the one in your last mail.');
  const { orgId, memberId } = found;
  await withOrganisation(sql, orgId, async (transaction) => {
    // Who has left gets no mails anyway.
    if ((await findMember(transaction, memberId)) === undefined) return;
    const { kinds } = (await findMailChoice(transaction, memberId)) ?? MAIL_CHOICE_DEFAULT;
    await upsertMailChoice(transaction, memberId, { pace: 'never', kinds });
  });
}

async function stateOf(sql: TenantTransaction, { id, email }: MailedMember): Promise<MailState> {
  const choice = (await findMailChoice(sql, id)) ?? MAIL_CHOICE_DEFAULT;
  return { ...choice, isOn: await isMailOn(sql), email };
}

async function memberOf(sql: TenantTransaction, { subject }: MailPerson): Promise<MailedMember> {
  const member = subject === null ? undefined : await findMailedMember(sql, subject);
  if (member !== undefined) return member;
  throw new AppError(
    'state_conflict',
    'Mails are for the members that this organisation lists. An API key, or a person whom only the identity provider lists, gets none.',
  );
}
