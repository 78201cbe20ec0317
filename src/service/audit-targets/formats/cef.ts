/** Events as lines of the Common Event Format, version 0 (ArcSight). */
import type { AuditRecord } from '../../../contract/audit.ts';
import type { SecurityEvent } from '../../audit/events/security-event.ts';
import { type AuditEvent, headOf } from './audit-event.ts';

/** Severity from 0 to 10: what administrators do is low. */
const SEVERITY = 3;
/** Severity of rejected calls and failed gates. */
const SEVERITY_OF_FAILURES = 5;

/** Converts an event to one line, without its end. `version` is that of the program. */
export function toCef(event: AuditEvent, version: string): string {
  const { code } = headOf(event);
  const header = ['CEF:0', 'Flowarden', 'Flowarden', version, code, code, String(severityOf(event))].map(
    (part, index) => (index === 0 ? part : inHeader(part)),
  );
  return `${header.join('|')}|${extensionOf(event)}`;
}

function severityOf(event: AuditEvent): number {
  if (event.kind !== 'security') return SEVERITY;
  const { kind, data } = event.event;
  return kind === 'rejections' || (kind === 'verdicts' && !data.passed) ? SEVERITY_OF_FAILURES : SEVERITY;
}

type Fields = Readonly<Record<string, string>>;

function extensionOf(event: AuditEvent): string {
  const { uid, at, code, sentence, orgId, sequence, requestId } = headOf(event);
  const fields: Fields = {
    rt: String(at.getTime()),
    externalId: uid,
    msg: sentence,
    ...(sequence !== null && {
      act: code,
      cs1Label: 'organisation',
      cs1: orgId,
      cn1Label: 'sequence',
      cn1: String(sequence),
    }),
    ...(event.kind === 'entry' && ofEntry(event.entry)),
    ...(event.kind === 'security' && ofSecurityEvent(event.event)),
    ...(requestId !== null && { cs6Label: 'requestId', cs6: requestId }),
  };
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${inExtension(value)}`)
    .join(' ');
}

function ofEntry({ actor, target, details, changes, hash }: AuditRecord): Fields {
  return {
    ...ofPerson(actor),
    duid: target.id,
    cs2Label: 'target',
    cs2: `${target.kind} ${target.name}`,
    cs3Label: 'details',
    cs3: JSON.stringify({ details, changes }),
    cs4Label: 'hash',
    cs4: hash,
  };
}

function ofSecurityEvent(event: SecurityEvent): Fields {
  if (event.kind === 'sign_ins') {
    const { subject: id, name, email, address, way, browser } = event.data;
    return {
      ...ofPerson({ id, name, email }),
      src: address,
      outcome: 'success',
      app: way,
      requestClientApplication: browser,
    };
  }
  if (event.kind === 'rejections') {
    const { code, method, actor, address, count, firstAt } = event.data;
    return {
      ...(actor !== null && ofPerson(actor)),
      ...(address !== null && { src: address }),
      ...(method !== null && { request: method }),
      outcome: 'failure',
      reason: code,
      cnt: String(count),
      start: String(Date.parse(firstAt)),
      end: String(event.occurredAt.getTime()),
    };
  }
  const { passed, fileName, validationId, platform, score, enforcementMode } = event.data;
  return {
    outcome: passed ? 'passed' : 'failed',
    fname: fileName,
    fileId: validationId,
    fileType: platform,
    cs2Label: 'enforcementMode',
    cs2: enforcementMode,
    cn2Label: 'score',
    cn2: String(score),
  };
}

function ofPerson({ id, name, email }: Pick<AuditRecord['actor'], 'id' | 'name' | 'email'>): Fields {
  return { suid: id, suser: name, ...(email !== null && { cs5Label: 'actorEmail', cs5: email }) };
}

/** Escapes what ends a field of the header; a line break would end the event. */
function inHeader(text: string): string {
  return text.replace(/[\r\n]+/g, ' ').replace(/[\\|]/g, '\\$&');
}

/** Escapes a value of the extension. */
function inExtension(text: string): string {
  return text.replace(/[\\=]/g, '\\$&').replaceAll('\r', '\\r').replaceAll('\n', '\\n');
}
