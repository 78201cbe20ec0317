/** Tokens of the links that end mails: each is for one member, and holds as long as the key of the installation. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { isUuid } from '../../infra/database/uuid-v7.ts';

/** Member of an organisation, by their ids. */
export interface MailMember {
  readonly orgId: string;
  readonly memberId: string;
}

const ID_BYTES = 16;
const TOKEN_BYTES = 2 * ID_BYTES + 16;

/** Makes the token of a member. `secretsKey` is the setting: of several keys the first one signs. */
export function stopToken(secretsKey: string, { orgId, memberId }: MailMember): string {
  const ids = Buffer.from(`${orgId}${memberId}`.replaceAll('-', ''), 'hex');
  return Buffer.concat([ids, signature(secretsKey.split(',')[0]!, ids)]).toString('base64url');
}

/** Returns the member of a token; undefined for one that no key of the setting has signed. */
export function readStopToken(secretsKey: string, token: string): MailMember | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== TOKEN_BYTES) return undefined;
  const ids = bytes.subarray(0, 2 * ID_BYTES);
  const given = bytes.subarray(2 * ID_BYTES);
  const isOurs = secretsKey.split(',').some((key) => timingSafeEqual(signature(key, ids), given));
  return isOurs
    ? { orgId: uuidOf(ids.subarray(0, ID_BYTES)), memberId: uuidOf(ids.subarray(ID_BYTES)) }
    : undefined;
}

function signature(key: string, ids: Uint8Array): Buffer {
  const derived = hkdfSync('sha256', key.trim(), '', 'flowarden mail stops', 32);
  return createHmac('sha256', Buffer.from(derived))
    .update(ids)
    .digest()
    .subarray(0, TOKEN_BYTES - 2 * ID_BYTES);
}

function uuidOf(bytes: Buffer): string {
  const text = bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  if (!isUuid(text)) throw new Error('A signed token has no UUID');
  return text;
}
