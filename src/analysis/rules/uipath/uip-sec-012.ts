/** A workflow sends mail or files over the network without encryption. */
import { literalOf, propertyOf } from '../../model/navigate.ts';
import { defineRule, type Problem } from '../../model/rule.ts';
import type { Activity } from '../../model/workflow.ts';
import { assignedIn, assigningIn } from '../../semantics/assigned.ts';
import { isFalse } from '../../semantics/texts.ts';

/** Modes that encrypt, even if the older switch beside them is off. */
const ENCRYPTED = new Set(['sslonconnect', 'starttls']);

/** Returns the last word, as of `SecureSocketOptions.None` in C# projects. */
const lastWord = (text: string): string => text.slice(text.lastIndexOf('.') + 1).toLowerCase();

function modeOf(activity: Activity, name: string): string | undefined {
  const property = propertyOf(activity, name);
  return property === undefined ? undefined : lastWord(literalOf(property) ?? property.text.trim());
}

function mailProblem(activity: Activity, clear: readonly string[]): Problem | undefined {
  const mode = modeOf(activity, 'SecureConnection');
  const connection = propertyOf(activity, 'SecureConnection');
  if (connection !== undefined && mode !== undefined && clear.some((word) => lastWord(word) === mode)) {
    const message = `"${activity.name}" talks to the mail server without encryption (SecureConnection is ${mode}).`;
    return { at: connection, message, subject: connection.name };
  }
  const ssl = propertyOf(activity, 'EnableSSL');
  if (ssl === undefined || modeOf(activity, 'EnableSSL') !== 'false' || ENCRYPTED.has(mode ?? ''))
    return undefined;
  const message = `"${activity.name}" talks to the mail server without encryption (EnableSSL is False).`;
  return { at: ssl, message, subject: ssl.name };
}

function transferProblem(activity: Activity): Problem | undefined {
  const sftp = modeOf(activity, 'UseSftp') ?? 'false';
  const ftps = modeOf(activity, 'FtpsMode') ?? 'none';
  if (sftp !== 'false' || ftps !== 'none') return undefined;
  const at = propertyOf(activity, 'FtpsMode') ?? propertyOf(activity, 'UseSftp') ?? activity;
  return {
    at,
    message: `"${activity.name}" uses FTP without encryption: password and files can be read on the way.`,
    subject: 'FtpsMode',
  };
}

function codeProblem(activity: Activity): Problem | undefined {
  const code = propertyOf(activity, 'Code')?.expression;
  if (code === undefined || !/EnableSsl/i.test(code.text)) return undefined;
  for (const { name, value } of assignedIn(code.tree, assigningIn(code))) {
    if (!/^EnableSsl$/i.test(name) || !isFalse(value)) continue;
    const message = `The code of "${activity.name}" switches encryption of the connection off (EnableSsl is False).`;
    return { at: code, message, subject: 'Code' };
  }
  return undefined;
}

export const rule = defineRule({
  id: 'UIP-SEC-012',
  version: 1,
  title: 'Mail or file transfer without enforced encryption',
  platforms: ['uipath'],
  category: 'security',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Login and content cross the network as plain text: everyone on the way can read the password and change what is transferred.',
  fix: 'Set "Secure connection" of the mail activity to SslOnConnect (ports 465, 993, 995) or StartTls (ports 587, 143, 110). In "Use FTP Connection" switch on "Use SFTP", or choose Explicit as "FTPS mode".',
  compliance: ['TLS'],
  dedupeGroup: 'clear-text',
  // The catalogue adds StartTlsWhenAvailable as medium. A rule has one severity, and the mode does encrypt with every
  // server that can; an installation can add it to the list.
  options: {
    clearModes: {
      default: ['None'] as readonly string[],
      about: 'Modes of a connection that count as not encrypted.',
      stricter: 'longer',
    },
  },
  level: 'activity',
  roles: ['email'],
  types: ['WithFtpSession', 'InvokeCode'],
  *check(activity, { options }) {
    const problem =
      activity.type === 'WithFtpSession'
        ? transferProblem(activity)
        : activity.type === 'InvokeCode'
          ? codeProblem(activity)
          : mailProblem(activity, options.clearModes);
    if (problem !== undefined) yield problem;
  },
  examples: {
    uipath: {
      bad: [
        '<ui:SendMail DisplayName="Send report" EnableSSL="False" SecureConnection="Auto" />',
        `<ui:GetIMAPMailMessages><ui:GetIMAPMailMessages.SecureConnection><InArgument x:TypeArguments="x:Object">
  <CSharpValue x:TypeArguments="x:Object">SecureSocketOptions.None</CSharpValue></InArgument></ui:GetIMAPMailMessages.SecureConnection></ui:GetIMAPMailMessages>`,
        '<ui:GetPOP3MailMessages SecureConnection="None" />',
        '<ui:WithFtpSession DisplayName="Upload" Host="files.example.com" UseSftp="False" FtpsMode="None" />',
        '<ui:WithFtpSession Host="files.example.com" />',
        '<ui:InvokeCode Code="Dim client As New SmtpClient(host)&#xA;client.EnableSsl = False&#xA;client.Send(mail)" />',
      ],
      good: [
        '<ui:InvokeCode Code="client.EnableSsl = True\' client.EnableSsl = False" />',
        '<ui:SendMail EnableSSL="True" /><ui:SendMail SecureConnection="StartTls" />',
        '<ui:WithFtpSession UseSftp="True" FtpsMode="None" /><ui:WithFtpSession FtpsMode="Explicit" />',
        // Near misses: the newer setting wins over the older one, and a computed value is not known.
        '<ui:SendMail EnableSSL="False" SecureConnection="SslOnConnect" />',
        '<ui:WithFtpSession UseSftp="[in_UseSftp]" /><ui:SendOutlookMail />',
      ],
    },
  },
});
