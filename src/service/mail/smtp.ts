/** The mail server, within limits of time. */
import type { MailConfig } from '../../infra/settings/mail-setting.ts';
import type { Mail } from './compose-mail.ts';

/** Time to connect, of which a server that does not answer takes all. */
const CONNECT_MS_MAX = 10_000;

/** Silence of the server before a mail is given up. */
const SILENCE_MS_MAX = 20_000;

/** Time of one mail as a whole: a server may also answer one byte after the other. */
export const MAIL_MS_MAX = 40_000;

/** Answer of a server that takes no mail of anybody (RFC 5321, section 4.2.3). */
const SHUTTING_DOWN = 421;

/** A server that takes mails. */
export interface MailServer {
  /** Sends a mail to one address. @throws MailFailure */
  send(to: string, mail: Mail, signal: AbortSignal): Promise<void>;
  /** Connects and signs in, without a mail. @throws MailFailure */
  check(): Promise<void>;
}

/** Kind of a failure. `recipient`: rejected for good. `mail`: rejected, though others may be taken. */
type Fault = 'recipient' | 'mail' | 'server';

/** Failure of the server, or its rejection of a mail. */
export class MailFailure extends Error {
  readonly fault: Fault;

  constructor(message: string, fault: Fault) {
    super(message);
    this.fault = fault;
  }
}

/** Members of the library's errors. */
interface SmtpError extends Error {
  readonly code?: string;
  readonly responseCode?: number;
  /** Rejections of recipients. */
  readonly rejectedErrors?: readonly unknown[];
}

/** Opens a server; it connects for each mail. */
export async function openMailServer(config: MailConfig, waitMsMax = SILENCE_MS_MAX): Promise<MailServer> {
  // Loads where mails are sent: other processes would pay for it.
  const { createTransport } = await import('nodemailer');
  const { host, port, startsWithTls, allowsPlain, credentials, from } = config;
  const connectMsMax = Math.min(CONNECT_MS_MAX, waitMsMax);
  const transport = createTransport({
    host,
    port,
    secure: startsWithTls,
    requireTLS: !allowsPlain,
    ...(credentials && { auth: credentials }),
    connectionTimeout: connectMsMax,
    dnsTimeout: connectMsMax,
    greetingTimeout: connectMsMax,
    socketTimeout: waitMsMax,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(to, { subject, text, html, messageId, stopUrl }, signal) {
      const timed = AbortSignal.any([signal, AbortSignal.timeout(MAIL_MS_MAX)]);
      await transport
        .sendMail({
          envelope: { from, to: [to] },
          from: { name: 'Flowarden', address: from },
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId,
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(stopUrl !== null && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
          },
          ...(stopUrl !== null && { list: { unsubscribe: { url: stopUrl } } }),
          signal: timed,
        })
        .catch((error: SmtpError) => {
          throw failureOf(error);
        });
    },
    async check() {
      await transport.verify().catch((error: SmtpError) => {
        throw failureOf(error);
      });
    },
  };
}

/** Leaves out what the server says: its answers may repeat addresses and credentials. */
function failureOf({ code = 'unknown', responseCode = 0, rejectedErrors = [] }: Partial<SmtpError>) {
  const answer = responseCode === 0 ? '' : `, answer ${responseCode}`;
  const message = `The mail server failed: ${code}${answer}`;
  const isOfRecipient = rejectedErrors.length > 0;
  if (isOfRecipient && responseCode >= 500) return new MailFailure(message, 'recipient');
  const isOfMail = (isOfRecipient || code === 'EMESSAGE') && responseCode !== SHUTTING_DOWN;
  return new MailFailure(message, isOfMail ? 'mail' : 'server');
}
