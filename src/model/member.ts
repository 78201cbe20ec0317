/** The people of an organisation: their roles, and whether they have come. */

/** The roles: each includes `viewer`, `approver` includes `developer`, and `admin` includes all. */
export const MEMBER_ROLES = ['viewer', 'auditor', 'developer', 'approver', 'admin'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** Whether a value is one of the roles. */
export function isMemberRole(value: unknown): value is MemberRole {
  return (MEMBER_ROLES as readonly unknown[]).includes(value);
}

export const MEMBER_STATUSES = ['invited', 'active'] as const;
/** `invited`: nobody has come with a token yet. */
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

/** Whom an identity provider's tokens speak of. */
export interface Subject {
  readonly issuer: string;
  readonly subject: string;
}

/** An address as it is compared and kept: whole, in lower case. */
export function comparableEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Whether a text can be an e-mail address: one `@` with something on both sides, and no blanks. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(text);
}
