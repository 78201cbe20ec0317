/** Mail travels to or from the server without encryption. */
import { literalOf, propertyOf } from '../../model/navigate.ts';
import type { Activity, Property } from '../../model/workflow.ts';
import { defineRule } from '../define-rule.ts';

const SWITCHES = ['useSecure', 'useSecureConnection'];
/** Ports of SMTP, POP3 and IMAP that begin in clear text. */
const CLEAR_PORTS = new Set(['25', '110', '143']);
/**
 * Programs with a connection of their own (Outlook, Exchange, cloud services), where leftover switches have no effect.
 */
const OWN_CONNECTION = /outlook|ews|exchange|office|graph|gmail|lotus/i;

/** Returns the property that shows the clear text: the switch, or without a switch the port. */
function clearText(activity: Activity): Property | undefined {
  const server = literalOf(propertyOf(activity, 'serverType'));
  if (server !== undefined && OWN_CONNECTION.test(server)) return undefined;
  for (const name of SWITCHES) {
    const property = propertyOf(activity, name);
    if (property !== undefined) return literalOf(property) === 'false' ? property : undefined;
  }
  const port = propertyOf(activity, 'port');
  return CLEAR_PORTS.has(literalOf(port) ?? '') ? port : undefined;
}

/** Settings that name the mail server, by command. */
const HOSTS = ['emailServerHost', 'serverHost', 'host'];

/** Returns the mail server of the command, perhaps in a variable. */
function serverOf(activity: Activity): Property | undefined {
  for (const name of HOSTS) {
    const property = propertyOf(activity, name);
    if (property !== undefined && property.text.trim() !== '') return property;
  }
  return undefined;
}

/** Ports on which the server begins with TLS: a connection in clear text fails there. */
const TLS_PORTS = new Set(['465', '993', '995']);

/** Returns whether a password travels too: the command signs in, on a port that takes clear text. */
function sendsPassword(activity: Activity): boolean {
  if (literalOf(propertyOf(activity, 'requiresAuthentication')) === 'false') return false;
  const port = propertyOf(activity, 'port') ?? propertyOf(activity, 'emailServerPort');
  return !TLS_PORTS.has(literalOf(port)?.trim() ?? '');
}

export const rule = defineRule('AAB-SEC-007', {
  level: 'activity',
  // Replies and forwarded mails sign in to a server of their own, as `Email: Send` does.
  roles: ['email'],
  *check(activity) {
    const property = clearText(activity);
    if (property === undefined) return;
    const reason =
      property.name === 'port'
        ? `uses port ${property.text}, which is not encrypted, and does not ask for a secure connection`
        : `has "${property.name}" disabled`;
    const server = serverOf(activity);
    const where = server === undefined ? '' : ` for the server "${server.text.trim()}"`;
    yield {
      at: property,
      message: `"${activity.name}" ${reason}${where}.`,
      subject: 'secure connection',
      ...(!sendsPassword(activity) && { severity: 'medium' as const }),
      ...(server === undefined ? {} : { group: server.text.trim().toLowerCase() }),
    };
  },
});
