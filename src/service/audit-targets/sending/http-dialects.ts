/** Requests of the kinds of targets over HTTPS. */

import { MIB, SECOND_MS } from '../../../units.ts';
import { shortened } from '../../webhooks/sending/shortened.ts';
import type { TargetPlace } from '../audit-target.ts';
import { type AuditEvent, headOf } from '../formats/audit-event.ts';
import { toCef } from '../formats/cef.ts';
import { toOcsf } from '../formats/ocsf.ts';
import { type Confirmed, SendProblem } from './channel.ts';
import type { HttpDialect } from './http-channel.ts';

/** Events of one request. */
const EVENTS_MAX = 200;

const pathOf = ({ pathname, search }: URL) => pathname + search;

/** A POST of a JSON array, or of lines in CEF. */
export function genericDialect({ format, settings }: TargetPlace, version: string): HttpDialect {
  return {
    eventsMax: EVENTS_MAX,
    path: pathOf,
    headers: (token) => ({
      'Content-Type': format === 'cef' ? 'text/plain; charset=utf-8' : 'application/json',
      ...(token !== null &&
        (settings.tokenHeader === null
          ? { Authorization: `Bearer ${token}` }
          : { [settings.tokenHeader]: token })),
    }),
    body: (events) =>
      format === 'cef'
        ? events.map((event) => `${toCef(event, version)}\n`).join('')
        : JSON.stringify(events.map((event) => toOcsf(event, version))),
  };
}

/** Splunk's HTTP Event Collector: JSON objects one after the other. */
export function splunkDialect({ format, settings }: TargetPlace, version: string, host: string): HttpDialect {
  return {
    eventsMax: EVENTS_MAX,
    path: (url) => (url.pathname === '/' ? '/services/collector/event' : pathOf(url)),
    headers: (token) => ({
      'Content-Type': 'application/json',
      ...(token !== null && { Authorization: `Splunk ${token}` }),
    }),
    body: (events) =>
      events
        .map((event) =>
          JSON.stringify({
            time: headOf(event).at.getTime() / SECOND_MS,
            host,
            source: 'flowarden',
            sourcetype: `flowarden:${format}`,
            ...(settings.index !== null && { index: settings.index }),
            event: format === 'cef' ? toCef(event, version) : toOcsf(event, version),
          }),
        )
        .join(''),
  };
}

/** The `_bulk` endpoint of Elasticsearch and OpenSearch: an event that is there already is not stored again. */
export function elasticDialect({ settings }: TargetPlace, version: string): HttpDialect {
  return {
    eventsMax: EVENTS_MAX,
    path: ({ pathname }) => {
      const base = pathname.replace(/\/$/, '');
      return `${base.endsWith('/_bulk') ? base : `${base}/_bulk`}?filter_path=errors,items.*.status,items.*.error.reason`;
    },
    headers: (token) => ({
      'Content-Type': 'application/x-ndjson',
      ...(token !== null && { Authorization: `ApiKey ${token}` }),
    }),
    body: (events) =>
      events.map((event) => `${head(event, settings.index!)}\n${document(event, version)}\n`).join(''),
    confirmed: ({ body }, count) => confirmedItems(body.toString('utf8'), count),
    answerBytesMax: MIB,
  };
}

function head(event: AuditEvent, index: string): string {
  return JSON.stringify({ create: { _index: index, _id: headOf(event).uid } });
}

/** Data streams require the time under this name. */
function document(event: AuditEvent, version: string): string {
  return JSON.stringify({ '@timestamp': headOf(event).at.toISOString(), ...toOcsf(event, version) });
}

/** Reads which items of a bulk request were stored: those that are there already (409) are. */
function confirmedItems(text: string, count: number): Confirmed {
  const items = readItems(text);
  if (items === undefined || items.length !== count)
    throw new SendProblem(`The answer is not that of a _bulk endpoint. It says: ${shortened(text)}`);
  const failed = items.findIndex(({ status }) => status !== 409 && !(status >= 200 && status < 300));
  if (failed === -1) return { count, problem: null };
  const { status, reason } = items[failed]!;
  const problem = `The target rejected an event with the status ${status}. It says: ${shortened(reason)}`;
  if (failed === 0) throw new SendProblem(problem);
  return { count: failed, problem };
}

interface BulkItem {
  readonly status: number;
  readonly reason: string;
}

function readItems(text: string): readonly BulkItem[] | undefined {
  try {
    const { items } = JSON.parse(text) as { readonly items?: unknown };
    if (!Array.isArray(items)) return undefined;
    return items.map((item) => {
      const { status, error } = item.create as { status: number; error?: { reason?: unknown } };
      return { status: Number(status), reason: String(error?.reason ?? '') };
    });
  } catch {
    return undefined;
  }
}
