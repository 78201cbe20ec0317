/** Settings of mails. */

import { isEmail } from '../../contract/member.ts';
import { StartError } from '../process/start-error.ts';
import { isDecodable, type KeyedOf, type Setting, trueOrFalse, webAddress } from './setting-values.ts';

/** Mail server, and the sender of our mails. */
export interface MailConfig {
  readonly host: string;
  readonly port: number;
  /** True: TLS from the first byte. False: the connection begins in plain text. */
  readonly startsWithTls: boolean;
  /** True: mails also go where the server offers no TLS. */
  readonly allowsPlain: boolean;
  readonly credentials: { readonly user: string; readonly pass: string } | null;
  /** Address of the sender. */
  readonly from: string;
}

const PORTS = { 'smtp:': 587, 'smtps:': 465 } as const;

export const MAIL_SETTINGS = {
  FLOWARDEN_SMTP_URL: {
    read: (text) => (webAddress(text, Object.keys(PORTS)) !== null && isDecodable(text) ? text : null),
    allowed:
      'an address as smtps://user:password@mail.example.com:465 or smtp://relay.example.com:587, with signs as @ / # % in a password written %40 %2F %23 %25',
    show: (value) => value.replace(/:\/\/[^@]*@/, '://***@'),
    isSecret: true,
    readers: ['jobs'],
    byDefault: 'none: no mails',
    meaning:
      'server that [mails](mail.md) are sent through: `smtps` uses TLS from the start, `smtp` by STARTTLS, which the server must offer',
  },
  FLOWARDEN_SMTP_ALLOW_PLAIN: {
    ...trueOrFalse,
    defaultValue: false,
    readers: ['jobs'],
    meaning:
      '`true` also sends mails over `smtp` where the server offers no TLS: for a relay in your own network',
  },
  FLOWARDEN_MAIL_FROM: {
    read: (text) => (isEmail(text) ? text : null),
    allowed: 'an e-mail address',
    readers: ['jobs'],
    meaning: 'sender of the mails; needed with `FLOWARDEN_SMTP_URL`',
  },
} as const satisfies Record<string, Setting<unknown>>;

/** Builds the settings of mails. A server without a sender, or the reverse, would send nothing. */
export function mailConfig({
  smtpUrl,
  smtpAllowPlain: allowsPlain,
  mailFrom: from,
}: KeyedOf<typeof MAIL_SETTINGS>): MailConfig | null {
  if (smtpUrl === null && from === null) return null;
  if (smtpUrl === null || from === null)
    throw new StartError('FLOWARDEN_SMTP_URL and FLOWARDEN_MAIL_FROM must be set together.', 2);
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? PORTS[protocol as keyof typeof PORTS] : Number(port),
    startsWithTls: protocol === 'smtps:',
    allowsPlain,
    credentials:
      username === '' ? null : { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    from,
  };
}
