/** `flowarden sign-in-link`: makes a link by which a person signs in at the web app, directly in the database. */

import { comparableEmail, EMAIL_FORM, isEmail } from '../../contract/member.ts';
import { FIELD_LIMITS } from '../../gen/contract/field-limits.ts';
import { inTransaction } from '../../infra/database/database.ts';
import type { Config } from '../../infra/settings/config.ts';
import { readRestUrl } from '../../service/access/first-run.ts';
import { linkAddress, makeSignInLink } from '../../service/access/links/sign-in-links.ts';
import { asOwner, DATABASE_HINT, keyPepper, operatorActor, readArguments, rejecting } from './operator.ts';
import { knownOrganisation } from './organisation.ts';

const USAGE = `flowarden sign-in-link [--email ADDRESS] [--org UUID]

Prints a link by which one person signs in at the web app, once, within 60 minutes.

  --email   the person whose account has this address, who also chooses a new password; without such an account, a
            new admin with this address. Without --email: a new admin
  --org     the organisation of a new admin; not needed when there is only one

${DATABASE_HINT}
Prints an address of FLOWARDEN_BASE_URL; without it, of the \`flowarden serve\` that was last started on the data folder.
`;

const OPTIONS = {
  email: { type: 'string' },
  org: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const reject = rejecting(USAGE);

/** Runs the command; `write` prints on standard output. Returns the exit code. */
export async function signInLinkCommand(
  argv: readonly string[],
  config: Config,
  write: (text: string) => void,
): Promise<number> {
  const { values, positionals } = readArguments(argv, OPTIONS, reject);
  if (values.help) {
    write(USAGE);
    return 0;
  }
  if (positionals.length > 0) reject('Too many arguments.');
  const email = values.email === undefined ? null : comparableEmail(values.email);
  if (email !== null && (!isEmail(email) || email.length > FIELD_LIMITS['AddMemberRequest.email'].maxLength))
    reject(`--email is "${values.email}"; it must be ${EMAIL_FORM}.`);
  const pepper = keyPepper(config);
  const baseUrl = (config.databaseUrl === null ? readRestUrl(config.dataDir) : null) ?? config.baseUrl;
  const made = await asOwner(config, (owner) =>
    inTransaction(owner, async (sql) => {
      const orgId = await knownOrganisation(sql, values.org);
      return makeSignInLink(sql, pepper, { orgId, email, actor: operatorActor() });
    }),
  );
  const whom = made.isForNewPerson ? 'a new admin' : `the account ${email}`;
  write(`${linkAddress(baseUrl, made.token)}\nFor ${whom}, once, until ${made.expiresAt.toISOString()}.\n`);
  return 0;
}
