/** Connections of a desktop flow that anyone on the network can read or intercept. */
import { literalOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity, Anchor } from '../../model/workflow.ts';

interface Weakness {
  readonly at: Anchor;
  readonly subject: string;
  readonly what: string;
}

function setting(
  activity: Activity,
  pattern: RegExp,
  value: string,
): Activity['properties'][number] | undefined {
  return activity.properties.find(
    (property) => pattern.test(property.name) && literalOf(property)?.toLowerCase() === value,
  );
}

const OPENS_FTP = /^ftp\.open(?!.*(?:secure|sftp|ftps|tls|ssl))/i;

/** Returns the server that an action connects to, as the end of a sentence; '' when it names none. */
function serverTitle({ properties }: Activity): string {
  const server = properties.find(({ name }) => /^(?:smtpserver|imapserver|server|host)$/i.test(name));
  const title = server === undefined ? '' : (literalOf(server) ?? server.text).trim();
  return title === '' ? '' : ` (server "${title}")`;
}

/** Returns one weakness for each action: without encryption, trusting every certificate changes nothing more. */
function weaknessOf(activity: Activity): Weakness | undefined {
  const plain = setting(activity, /^(?:enablessl|usessl|usetls)$/i, 'false');
  if (plain !== undefined)
    return { at: plain, subject: plain.name, what: 'sends its data without encryption' };
  const trusting = setting(activity, /^(?:accept|trust)untrustedcertificates?$/i, 'true');
  if (trusting !== undefined)
    return { at: trusting, subject: trusting.name, what: 'accepts certificates that nobody vouches for' };
  if (!OPENS_FTP.test(activity.type)) return undefined;
  return { at: activity, subject: 'FTP', what: 'opens an FTP connection without encryption' };
}

export const rule = defineRule({
  id: 'PAD-SEC-005',
  version: 1,
  title: 'Certificate check or TLS switched off',
  platforms: ['power-automate'],
  category: 'security',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Whoever sits between the robot and the server can read the data and the password, or answer in the name of the server.',
  fix: 'Switch on "Enable SSL" and switch off "Accept untrusted certificates"; install the certificate of an internal authority on the machine instead. Use "Open secure FTP connection" for FTP.',
  compliance: ['CERT'],
  dedupeGroup: 'tls-validation',
  options: {},
  level: 'activity',
  *check(activity) {
    const weakness = weaknessOf(activity);
    if (weakness === undefined) return;
    const { at, subject, what } = weakness;
    yield { at, subject, message: `"${activity.name}" ${what}${serverTitle(activity)}.` };
  },
  examples: {
    'power-automate': {
      bad: [
        `Email.SendEmail.AuthenticateAndSend SMTPServer: Server Port: 587 EnableSSL: True Username: Account Password: Secret AcceptUntrustedCertificates: True SendFrom: Account SendTo: Recipient`,
        `Email.SendEmail.Send SMTPServer: Server Port: 25 EnableSSL: False AcceptUntrustedCertificates: True SendFrom: Account SendTo: Recipient`,
        `FTP.OpenConnection Host: $'''files.example.org''' Port: 21 Username: Account Password: Secret Connection=> FtpConnection`,
      ],
      good: [
        `Email.SendEmail.AuthenticateAndSend SMTPServer: Server Port: 587 EnableSSL: True Username: Account Password: Secret AcceptUntrustedCertificates: False SendFrom: Account SendTo: Recipient`,
        `FTP.OpenSecureConnection Host: $'''files.example.org''' Port: 22 Username: Account Password: Secret Connection=> FtpConnection`,
        `SET AcceptUntrustedCertificates TO True`,
      ],
    },
  },
});
