/** Kinds and paces of mails. */

/** Paces: `daily` is one mail a day with everything of it. */
export const MAIL_PACES = ['at_once', 'daily', 'never'] as const;
export type MailPace = (typeof MAIL_PACES)[number];

/** Kinds of entries of an inbox that are mailed. */
export const MAIL_KINDS = ['request', 'decision', 'expiring', 'blocked'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** Choice of a member. */
export interface MailChoice {
  readonly pace: MailPace;
  readonly kinds: readonly MailKind[];
}

/** Choice of a member who has made none: blocked runs are many. */
export const MAIL_CHOICE_DEFAULT: MailChoice = {
  pace: 'at_once',
  kinds: ['request', 'decision', 'expiring'],
};
