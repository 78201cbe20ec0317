/** Check of the mail server: whether it takes a connection and the credentials. */
import type { MailConfig } from '../../infra/settings/mail-setting.ts';
import { openMailServer } from '../../service/mail/smtp.ts';
import { type CheckResult, reasonOf, resultsOf } from './check.ts';

const { ok, failed } = resultsOf('mail');

/** Runs the check. It sends no mail. */
export async function checkMail(config: MailConfig | null): Promise<CheckResult> {
  if (config === null) return ok('No mails are sent: FLOWARDEN_SMTP_URL is not set.');
  const { host, port } = config;
  try {
    const server = await openMailServer(config);
    await server.check();
    return ok(
      `The mail server ${host}:${port} takes connections${config.credentials ? ' and the credentials' : ''}.`,
    );
  } catch (error) {
    return failed(
      `The mail server ${host}:${port} cannot be used: ${reasonOf(error)}. Check FLOWARDEN_SMTP_URL, the network and the server's certificate; without TLS it needs FLOWARDEN_SMTP_ALLOW_PLAIN.`,
    );
  }
}
