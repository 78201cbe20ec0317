/** `flowarden keys`: manages API keys directly in the database, so that an installation can get its first key. */

import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import { isWireCase, WIRE_CASES, type WireCase } from '../../contract/wire-case.ts';
import { FIELD_LIMITS } from '../../gen/contract/field-limits.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { inTransaction } from '../../infra/database/database.ts';
import { ofOrganisation } from '../../infra/database/transaction.ts';
import type { Config } from '../../infra/settings/config.ts';
import { createKeyIn, type KeyManager, readKeys, revokeKey } from '../../service/access/api-keys.ts';
import { apiKeyStatus } from '../../service/access/api-keys-store.ts';
import { holdPepper } from '../../service/access/first-run.ts';
import { isScope, SCOPES, type Scope } from '../../service/access/scopes.ts';
import { ORGANISATION_LIMITS } from '../../service/organisations/limits.ts';
import { showControlCharacters } from '../../text/control-characters.ts';
import { DAY_MS } from '../../units.ts';
import {
  asOwner,
  curable,
  DATABASE_HINT,
  keyPepper,
  operatorActor,
  readArguments,
  rejecting,
} from './operator.ts';
import {
  knownOrganisation,
  ORGANISATION_OPTIONS,
  ORGANISATION_USAGE,
  organisationFor,
} from './organisation.ts';

const USAGE = `flowarden keys create --name NAME [--scopes A,B] [--days N] [--wire-case camel|snake]
                      [--org UUID | --new-org NAME]
flowarden keys list [--org UUID]
flowarden keys revoke ID [--org UUID]

  --scopes    comma-separated (default: all): ${SCOPES.join(', ')}
  --days      life of the key, 1 to ${CONTRACT_LIMITS.apiKeyDaysMax} (default: ${CONTRACT_LIMITS.apiKeyDaysDefault})
  --wire-case spelling of names in answers (default: that of the organisation)
${ORGANISATION_USAGE}
${DATABASE_HINT}
With DATABASE_URL, create also needs the FLOWARDEN_KEY_PEPPER of the cores.
`;

const OPTIONS = {
  name: { type: 'string' },
  scopes: { type: 'string' },
  days: { type: 'string' },
  'wire-case': { type: 'string' },
  ...ORGANISATION_OPTIONS,
  help: { type: 'boolean', short: 'h' },
} as const;

const reject = rejecting(USAGE);

type Values = ReturnType<typeof readArguments<typeof OPTIONS>>['values'];

/** Runs the command; `write` prints on standard output. Returns the exit code. */
export async function keysCommand(
  argv: readonly string[],
  config: Config,
  write: (text: string) => void,
): Promise<number> {
  const { values, positionals } = readArguments(argv, OPTIONS, reject);
  const [action, id, ...more] = positionals;
  if (values.help) {
    write(USAGE);
    return 0;
  }
  if (more.length > 0 || (id !== undefined && action !== 'revoke')) reject('Too many arguments.');
  switch (action) {
    case 'create':
      write(await create(config, values));
      return 0;
    case 'list':
      write(await asOwner(config, (owner) => list(owner, values.org)));
      return 0;
    case 'revoke':
      write(
        await asOwner(config, (owner) => revoke(owner, values.org, id ?? reject('Missing id of the key.'))),
      );
      return 0;
    default:
      return reject(action === undefined ? 'Missing subcommand.' : `Unknown subcommand \`keys ${action}\`.`);
  }
}

async function create(config: Config, values: Values): Promise<string> {
  const pepper = keyPepper(config);
  const name = values.name?.trim() || reject('Missing --name of the key.');
  if ([...name].length > FIELD_LIMITS['CreateApiKeyRequest.name'].maxLength)
    reject(`--name may have ${FIELD_LIMITS['CreateApiKeyRequest.name'].maxLength} characters.`);
  const scopes = scopesArgument(values.scopes);
  const wireCase = wireCaseArgument(values['wire-case']);
  const now = () => new Date();
  const expiresAt = new Date(now().getTime() + daysArgument(values.days) * DAY_MS);
  return asOwner(config, (owner) =>
    inTransaction(owner, async (sql) => {
      await holdPepper(sql, pepper);
      const orgId = await organisationFor(sql, values);
      const { record, secret } = await createKeyIn(
        ofOrganisation(sql, orgId),
        { pepper, now },
        managerOf(orgId),
        {
          name,
          scopes,
          expiresAt,
          wireCase,
        },
      );
      return [
        `Organisation  ${orgId}`,
        `Key id        ${record.id}`,
        `Scopes        ${record.scopes.join(', ')}`,
        `Expires       ${record.expiresAt.toISOString()}`,
        `Key           ${secret}`,
        '',
        'The key is shown this once. Send it as `Authorization: ApiKey <key>` with `X-Org-Id: <organisation>`.',
        '',
      ].join('\n');
    }),
  );
}

async function list(owner: Sql, org: string | undefined): Promise<string> {
  const orgId = await inTransaction(owner, (sql) => knownOrganisation(sql, org));
  const deps = { sql: owner, pepper: '', now: () => new Date() };
  const lines: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof readKeys>> = await readKeys(
      deps,
      orgId,
      null,
      cursor,
      FIELD_LIMITS['ListFeedRequest.pageSize'].max,
    );
    for (const key of page.items) {
      const { id, expiresAt, scopes, name } = key;
      const status = apiKeyStatus(key, deps.now()).padEnd(8);
      lines.push(
        `${id}  ${status} until ${expiresAt.toISOString()}  ${showControlCharacters(JSON.stringify(name))}  ${scopes.join(',')}`,
      );
    }
    cursor = page.nextCursor;
  } while (cursor !== null);
  return lines.length === 0 ? 'No keys.\n' : `${lines.join('\n')}\n`;
}

async function revoke(owner: Sql, org: string | undefined, id: string): Promise<string> {
  const orgId = await inTransaction(owner, (sql) => knownOrganisation(sql, org));
  await curable(() => revokeKey({ sql: owner, now: () => new Date() }, managerOf(orgId), id));
  return `Revoked ${id}. It stops working everywhere within ${ORGANISATION_LIMITS.accessCacheMsMax / 1000} seconds.\n`;
}

function managerOf(orgId: string): KeyManager {
  return { orgId, actor: operatorActor(), scopes: SCOPES, requestId: null };
}

function scopesArgument(text: string | undefined): readonly Scope[] {
  if (text === undefined) return SCOPES;
  return text.split(',').map((word) => {
    const scope = word.trim();
    return isScope(scope) ? scope : reject(`The scope "${scope}" is unknown.`);
  });
}

function wireCaseArgument(text: string | undefined): WireCase | null {
  if (text === undefined || isWireCase(text)) return text ?? null;
  return reject(`--wire-case is "${text}"; it must be one of: ${WIRE_CASES.join(', ')}.`);
}

function daysArgument(text: string | undefined): number {
  if (text === undefined) return CONTRACT_LIMITS.apiKeyDaysDefault;
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return days >= 1 && days <= CONTRACT_LIMITS.apiKeyDaysMax
    ? days
    : reject(`--days is "${text}"; it must be 1 to ${CONTRACT_LIMITS.apiKeyDaysMax}.`);
}
