/** Events as lines of the Common Event Format, version 0 (ArcSight). */
import { type AuditEvent, codeOf, sentenceOf, timeOf, uidOf } from './audit-event.ts';

/** Severity from 0 to 10: what administrators do is low. */
const SEVERITY = 3;

/** Converts an event to one line, without its end. `version` is that of the program. */
export function toCef(event: AuditEvent, version: string): string {
  const code = codeOf(event);
  const header = ['CEF:0', 'Flowarden', 'Flowarden', version, code, code, String(SEVERITY)].map(
    (part, index) => (index === 0 ? part : inHeader(part)),
  );
  return `${header.join('|')}|${extensionOf(event)}`;
}

function extensionOf(event: AuditEvent): string {
  const fields: Record<string, string> = {
    rt: String(timeOf(event).getTime()),
    externalId: uidOf(event),
    msg: sentenceOf(event),
  };
  if (event.kind === 'entry') {
    const { orgId, sequence, actor, action, target, requestId, details, changes, hash } = event.entry;
    Object.assign(fields, {
      act: action,
      suid: actor.id,
      suser: actor.name,
      ...(actor.email !== null && { cs5Label: 'actorEmail', cs5: actor.email }),
      duid: target.id,
      cs1Label: 'organisation',
      cs1: orgId,
      cs2Label: 'target',
      cs2: `${target.kind} ${target.name}`,
      cs3Label: 'details',
      cs3: JSON.stringify({ details, changes }),
      cs4Label: 'hash',
      cs4: hash,
      ...(requestId !== null && { cs6Label: 'requestId', cs6: requestId }),
      cn1Label: 'sequence',
      cn1: String(sequence),
    });
  }
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${inExtension(value)}`)
    .join(' ');
}

/** Escapes what ends a field of the header; a line break would end the event. */
function inHeader(text: string): string {
  return text.replace(/[\r\n]+/g, ' ').replace(/[\\|]/g, '\\$&');
}

/** Escapes a value of the extension. */
function inExtension(text: string): string {
  return text.replace(/[\\=]/g, '\\$&').replaceAll('\r', '\\r').replaceAll('\n', '\\n');
}
