/** Who is calling: the one credential of a request, checked in the order 401, 400, 403. */
import { AppError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { type ApiKeyRecord, findPresentedApiKey, touchApiKey } from '../store/api-keys.ts';
import type { Sql } from '../store/connections.ts';
import { withOrganisation, withPresentedKey } from '../store/database.ts';
import { isUuid } from '../store/uuid-v7.ts';
import { hashApiKey, parseApiKey, sameHash } from './api-key.ts';
import type { Caller } from './caller.ts';
import { scopesOf } from './roles.ts';
import { isScope } from './scopes.ts';
import type { CheckToken } from './token.ts';

/** What a request carries: every value of the two headers, also when there should be one. */
export interface Credentials {
  readonly authorization: readonly string[];
  readonly orgId: readonly string[];
}

/** Proves a caller or throws the AppError that says why not. */
export type Authenticate = (credentials: Credentials) => Promise<Caller>;

/** What a checked key is remembered as. Keyed by the hash of the whole key, so that only the right one hits. */
interface CheckedKey {
  readonly record: ApiKeyRecord;
  /** When this secret of the key stops working. */
  readonly validUntil: Date;
  readonly readAtMs: number;
}

/** Makes the check, with its memory of the keys of the last seconds. Without `checkToken` there are only API keys. */
export function createAuthenticate(
  sql: Sql,
  pepper: string,
  now: () => Date = () => new Date(),
  checkToken: CheckToken | null = null,
): Authenticate {
  const checked = new Map<string, CheckedKey>();

  async function readKey(key: string): Promise<CheckedKey> {
    const parsed = parseApiKey(key);
    if (parsed === null) throw invalidKey('is not complete: its shape or checksum is wrong. Copy it again');
    const hash = hashApiKey(key, pepper);
    const name = hash.toString('base64');
    const moment = now();
    const remembered = checked.get(name);
    if (remembered && moment.getTime() - remembered.readAtMs < LIMITS.apiKeyCacheMsMax) return remembered;
    checked.delete(name);
    const record = await withPresentedKey(sql, parsed.id, (transaction) =>
      findPresentedApiKey(transaction, parsed.id),
    );
    if (record === null || !hasSecret(record, hash)) throw invalidKey('is not known. Create a new one');
    const unseenMs = moment.getTime() - (record.lastUsedAt?.getTime() ?? 0);
    if (record.revokedAt === null && unseenMs > LIMITS.apiKeyTouchMsMin) {
      await withOrganisation(sql, record.orgId, (inner) =>
        touchApiKey(inner, record.orgId, record.id, moment),
      );
    }
    if (checked.size >= LIMITS.apiKeyCacheEntriesMax) checked.clear();
    const known = { record, validUntil: validUntil(record, hash), readAtMs: moment.getTime() };
    checked.set(name, known);
    return known;
  }

  async function keyCaller(key: string, orgIds: readonly string[]): Promise<Caller> {
    const { record, validUntil } = await readKey(key);
    if (record.revokedAt !== null) throw invalidKey('has been revoked. Create a new one');
    if (validUntil <= now()) throw expired(record, validUntil);
    const orgId = readOrganisation(orgIds);
    if (orgId !== record.orgId) throw noMember('The API key does not belong to', orgId);
    return {
      kind: 'key',
      actorId: record.id,
      actorName: record.name,
      email: null,
      orgId,
      scopes: record.scopes.filter(isScope),
    };
  }

  async function userCaller(token: string, orgIds: readonly string[]): Promise<Caller> {
    if (checkToken === null) {
      const message = 'Bearer tokens are not configured on this server: use an API key.';
      throw new AppError('invalid_credentials', message);
    }
    const { subject, name, email, rolesIn } = await checkToken(token);
    const orgId = readOrganisation(orgIds);
    const roles = rolesIn(orgId);
    if (roles.length === 0) throw noMember(`${name} has no role in`, orgId);
    return { kind: 'user', actorId: subject, actorName: name, email, orgId, scopes: scopesOf(roles) };
  }

  return async ({ authorization, orgId }) => {
    const { scheme, secret } = presentedCredential(authorization);
    return scheme === 'apikey' ? keyCaller(secret, orgId) : userCaller(secret, orgId);
  };
}

interface Credential {
  readonly scheme: 'apikey' | 'bearer';
  readonly secret: string;
}

function presentedCredential(values: readonly string[]): Credential {
  const [value, ...others] = values.map((text) => text.trim()).filter((text) => text !== '');
  if (value === undefined) {
    throw new AppError(
      'authentication_required',
      'Send `Authorization: ApiKey <key>` or `Authorization: Bearer <token>`.',
    );
  }
  // Two headers may also arrive joined into one by a comma; no credential of ours has one.
  if (others.length > 0 || value.includes(',')) {
    throw new AppError(
      'ambiguous_credentials',
      'Send exactly one Authorization value: this request has more than one.',
    );
  }
  const [, name = '', secret = ''] = /^(\S+)\s+(\S+)$/.exec(value) ?? [];
  const scheme = name.toLowerCase();
  if (scheme === 'apikey' || scheme === 'bearer') return { scheme, secret };
  throw new AppError(
    'invalid_credentials',
    'The Authorization header must read `ApiKey <key>` or `Bearer <token>`.',
  );
}

function readOrganisation(values: readonly string[]): string {
  const [orgId, ...others] = values.map((text) => text.trim()).filter((text) => text !== '');
  if (orgId === undefined)
    throw new AppError('missing_org_id', 'Send the organisation in the header X-Org-Id.');
  if (others.length > 0 || !isUuid(orgId)) {
    throw new AppError(
      'invalid_org_id',
      'X-Org-Id must be one UUID, as 0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e.',
    );
  }
  return orgId.toLowerCase();
}

function noMember(who: string, orgId: string): AppError {
  return new AppError('org_access_denied', `${who} organisation ${orgId}.`, { orgId });
}

/** Whether this is the hash of the key's secret, or of the one before its rotation. */
function hasSecret({ keyHash, previousKeyHash }: ApiKeyRecord, hash: Buffer): boolean {
  return sameHash(keyHash, hash) || (previousKeyHash !== null && sameHash(previousKeyHash, hash));
}

function validUntil({ keyHash, expiresAt, previousKeyUntil }: ApiKeyRecord, hash: Buffer): Date {
  if (previousKeyUntil === null || sameHash(keyHash, hash) || expiresAt < previousKeyUntil) return expiresAt;
  return previousKeyUntil;
}

function expired(record: ApiKeyRecord, validUntil: Date): AppError {
  const expiredAt = validUntil.toISOString();
  const message =
    validUntil === record.expiresAt
      ? `The API key expired at ${expiredAt}. Create a new one.`
      : `The API key was rotated, and this secret of it expired at ${expiredAt}. Use the new one.`;
  return new AppError('credentials_expired', message, { expiredAt });
}

function invalidKey(what: string): AppError {
  return new AppError('invalid_credentials', `The API key ${what}.`);
}
