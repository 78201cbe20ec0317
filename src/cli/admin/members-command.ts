/** `flowarden members`: manages members directly in the database, so that an organisation can get its first admin. */

import {
  comparableEmail,
  EMAIL_FORM,
  isEmail,
  isMemberRole,
  MEMBER_ROLES,
  type MemberRole,
} from '../../contract/member.ts';
import { FIELD_LIMITS } from '../../gen/contract/field-limits.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { inTransaction } from '../../infra/database/database.ts';
import { ofOrganisation } from '../../infra/database/transaction.ts';
import type { Config } from '../../infra/settings/config.ts';
import type { ApiKeyRecord } from '../../service/access/api-keys-store.ts';
import {
  addMemberIn,
  changeMember,
  type MemberDeps,
  type MemberManager,
  readMembers,
  removeMember,
} from '../../service/access/members.ts';
import type { MemberRecord } from '../../service/access/members-store.ts';
import { SCOPES } from '../../service/access/scopes.ts';
import { ORGANISATION_LIMITS } from '../../service/organisations/limits.ts';
import { showControlCharacters } from '../../text/control-characters.ts';
import { asOwner, curable, DATABASE_HINT, operatorActor, readArguments, rejecting } from './operator.ts';
import {
  knownOrganisation,
  ORGANISATION_OPTIONS,
  ORGANISATION_USAGE,
  organisationFor,
} from './organisation.ts';

const USAGE = `flowarden members add --role ROLE (--email ADDRESS | --subject SUBJECT) [--org UUID | --new-org NAME]
flowarden members list [--org UUID]
flowarden members role ID ROLE [--org UUID]
flowarden members remove ID [--keep-keys] [--org UUID]

  --role      ${MEMBER_ROLES.join(', ')}
  --email     the first token with this address and email_verified becomes the member
  --subject   the claim sub of the person's tokens, for providers without email_verified
  --keep-keys leaves the API keys that the member created valid; otherwise they are revoked
${ORGANISATION_USAGE}
${DATABASE_HINT}
Needs the FLOWARDEN_JWT_… settings of the cores.
`;

const OPTIONS = {
  role: { type: 'string' },
  email: { type: 'string' },
  subject: { type: 'string' },
  'keep-keys': { type: 'boolean' },
  ...ORGANISATION_OPTIONS,
  help: { type: 'boolean', short: 'h' },
} as const;

const reject = rejecting(USAGE);

/** Runs the command; `write` prints on standard output. Returns the exit code. */
export async function membersCommand(
  argv: readonly string[],
  config: Config,
  write: (text: string) => void,
): Promise<number> {
  const { values, positionals } = readArguments(argv, OPTIONS, reject);
  const [action, ...words] = positionals;
  if (values.help) {
    write(USAGE);
    return 0;
  }
  const run = action !== undefined && Object.hasOwn(ACTIONS, action) ? ACTIONS[action as Action] : null;
  if (run === null)
    return reject(action === undefined ? 'Missing subcommand.' : `Unknown subcommand \`members ${action}\`.`);
  if (words.length > run.words) reject('Too many arguments.');
  const deps = { issuer: config.tokens?.issuer ?? null, orgClaim: config.tokens?.orgClaim ?? null };
  write(await asOwner(config, (sql) => curable(() => run.work({ ...deps, sql }, values, words))));
  return 0;
}

type Values = ReturnType<typeof readArguments<typeof OPTIONS>>['values'];
type Action = keyof typeof ACTIONS;

const ACTIONS = {
  add: { words: 0, work: add },
  list: { words: 0, work: list },
  role: { words: 2, work: changeRole },
  remove: { words: 1, work: remove },
} as const;

async function add(deps: MemberDeps, values: Values): Promise<string> {
  const role = roleArgument('--role', values.role);
  const email = values.email === undefined ? null : comparableEmail(values.email);
  const subject = values.subject?.trim() || null;
  if (email === null && subject === null) reject('Missing --email or --subject.');
  if (email !== null && (!isEmail(email) || email.length > FIELD_LIMITS['AddMemberRequest.email'].maxLength))
    reject(`--email is "${values.email}"; it must be ${EMAIL_FORM}.`);
  if (subject !== null && subject.length > FIELD_LIMITS['AddMemberRequest.subject'].maxLength)
    reject(`--subject may have ${FIELD_LIMITS['AddMemberRequest.subject'].maxLength} characters.`);
  return inTransaction(deps.sql, async (sql) => {
    const orgId = await organisationFor(sql, values);
    const member = await addMemberIn(ofOrganisation(sql, orgId), deps, managerOf(orgId), {
      role,
      email,
      subject,
    });
    return `Organisation  ${orgId}\n${line(member)}`;
  });
}

async function list(deps: MemberDeps, { org }: Values): Promise<string> {
  const orgId = await organisationOf(deps.sql, org);
  const lines: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof readMembers>> = await readMembers(
      deps,
      orgId,
      { role: null, status: null },
      cursor,
      FIELD_LIMITS['ListFeedRequest.pageSize'].max,
    );
    lines.push(...page.items.map(line));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return lines.join('') || 'No members.\n';
}

async function changeRole(deps: MemberDeps, { org }: Values, words: readonly string[]): Promise<string> {
  const [id = reject('Missing id of the member.'), role] = words;
  const orgId = await organisationOf(deps.sql, org);
  return line(await changeMember(deps, managerOf(orgId), id, { role: roleArgument('The role', role) }));
}

async function remove(deps: MemberDeps, values: Values, words: readonly string[]): Promise<string> {
  const [id = reject('Missing id of the member.')] = words;
  const manager = managerOf(await organisationOf(deps.sql, values.org));
  const { revoked, retained } = await removeMember(deps, manager, id, values['keep-keys'] ?? false);
  const keys = (what: string, records: readonly ApiKeyRecord[]) =>
    records.map(
      (key) => `${what} the API key ${key.id}  ${showControlCharacters(JSON.stringify(key.name))}\n`,
    );
  return [
    `Removed ${id}. It is effective everywhere within ${ORGANISATION_LIMITS.accessCacheMsMax / 1000} seconds.\n`,
    ...keys('Revoked', revoked),
    ...keys('Retained', retained),
  ].join('');
}

function organisationOf(owner: Sql, org: string | undefined): Promise<string> {
  return inTransaction(owner, (sql) => knownOrganisation(sql, org));
}

function managerOf(orgId: string): MemberManager {
  return { orgId, actor: operatorActor(), scopes: SCOPES, requestId: null };
}

function line({ id, role, joinedAt, name, email, subject }: MemberRecord): string {
  const status = joinedAt === null ? 'invited' : 'active';
  const who = [name, email, subject]
    .filter((text) => text !== null)
    .map((text) => showControlCharacters(JSON.stringify(text)));
  return `${id}  ${role.padEnd(9)}  ${status.padEnd(7)}  ${who.join('  ')}\n`;
}

function roleArgument(what: string, text: string | undefined): MemberRole {
  if (isMemberRole(text)) return text;
  const is = text === undefined ? 'is missing' : `is "${text}"`;
  return reject(`${what} ${is}; it must be one of: ${MEMBER_ROLES.join(', ')}.`);
}
