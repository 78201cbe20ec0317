/** Connections of a desktop flow that anyone on the network can read or intercept. */
import { literalOf } from '../../model/navigate.ts';
import type { Assignment } from '../../model/subjects/assignment.ts';
import type { Activity } from '../../model/workflow.ts';
import { defineRule } from '../define-rule.ts';

const ENCRYPTION = /^(?:enablessl|usessl|usetls)$/i;
const TRUST = /^(?:accept|trust)untrustedcertificates?$/i;
const SERVER = /^(?:smtpserver|imapserver|server|host)$/i;
const OPENS_FTP = /^ftp\.open(?!.*(?:secure|sftp|ftps|tls|ssl))/i;

/** Returns the weakness of a setting, as the end of a sentence. */
function weaknessOf(
  { at: { name }, text = '' }: Assignment,
  { type, properties }: Activity,
): string | undefined {
  const value = text.toLowerCase();
  if (ENCRYPTION.test(name) && value === 'false') return 'sends its data without encryption';
  if (SERVER.test(name) && OPENS_FTP.test(type)) return 'opens an FTP connection without encryption';
  // Without encryption, trusting every certificate changes nothing more.
  const isPlain = properties.some(
    (each) => ENCRYPTION.test(each.name) && /^false$/i.test(literalOf(each) ?? ''),
  );
  const isTrusting = TRUST.test(name) && value === 'true' && !isPlain;
  return isTrusting ? 'accepts certificates that nobody vouches for' : undefined;
}

export const rule = defineRule('PAD-SEC-005', {
  level: 'assignment',
  partsIn: () => false,
  words: ['ssl', 'tls', 'untrusted', 'server', 'host'],
  *check(assignment, { workflow }) {
    const { at } = assignment;
    const activity = workflow.activities[at.owner];
    const what = activity && weaknessOf(assignment, activity);
    if (activity === undefined || what === undefined) return;
    const server = activity.properties.find((each) => SERVER.test(each.name));
    const title = server === undefined ? '' : (literalOf(server) ?? server.text).trim();
    const message = `"${activity.name}" ${what}${title === '' ? '' : ` (server "${title}")`}.`;
    yield SERVER.test(at.name)
      ? { at: activity, subject: 'FTP', message }
      : { at, subject: at.name, message };
  },
});
