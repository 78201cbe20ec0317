/** Members of an organisation: their roles, and whether they have signed in. */

/** The roles: each includes `viewer`, `approver` includes `developer`, and `admin` includes all. */
export const MEMBER_ROLES = ['viewer', 'auditor', 'developer', 'approver', 'admin'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** Returns whether a value is one of the roles. */
export function isMemberRole(value: unknown): value is MemberRole {
  return (MEMBER_ROLES as readonly unknown[]).includes(value);
}

export const MEMBER_STATUSES = ['invited', 'active'] as const;
/** `invited`: the member has not presented a token yet. */
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

/** Identity in the tokens of an identity provider. */
export interface Subject {
  readonly issuer: string;
  readonly subject: string;
}

/** Issuer of the people who have an account of their own here; their subject is the id of the account. */
export const LOCAL_ISSUER = 'urn:flowarden:local';

/**
 * Normalises an address as it is compared and stored: ASCII letters in lower case, the domain as DNS spells it.
 * Unicode's lower case would make one address of two: that of the Kelvin sign is the letter k.
 */
export function comparableEmail(email: string): string {
  const trimmed = email.trim();
  const at = trimmed.lastIndexOf('@') + 1;
  return lowered(trimmed.slice(0, at)) + (at === 0 ? lowered(trimmed) : comparableDomain(trimmed.slice(at)));
}

function comparableDomain(domain: string): string {
  const isAscii = /^[!-~]*$/.test(domain);
  return isAscii ? lowered(domain) : (URL.parse(`http://${domain}`)?.hostname ?? domain);
}

function lowered(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Description of a valid address, for messages. */
export const EMAIL_FORM = 'an address as ada@example.com, with ASCII characters alone before the @';

/** Returns whether a text can be an e-mail address: one `@` with ASCII before it and something behind it, and no blanks. */
export function isEmail(text: string): boolean {
  return /^[!-?A-~]+@[^\s@]+$/.test(text);
}
