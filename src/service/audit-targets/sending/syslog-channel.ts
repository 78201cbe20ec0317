/**
 * Channel by syslog over TLS: messages of RFC 5424, framed by their length (RFC 5425). The protocol has no confirmation, so each
 * call has a connection of its own: that the receiver ends it in order after us says that it has read everything before.
 */
import { isIP, type Socket } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import type { AddressGuard } from '../../../infra/network/address-guard.ts';
import { checkPeer, createResolveAll, guardedLookup } from '../../../infra/network/guarded-lookup.ts';
import { outcomeOfSendError } from '../../webhooks/sending/outcome.ts';
import { describeSendError } from '../../webhooks/sending/send-error.ts';
import { type AuditEvent, headOf } from '../formats/audit-event.ts';
import { toCef } from '../formats/cef.ts';
import { toOcsf } from '../formats/ocsf.ts';
import { readTargetUrl, SYSLOG_PORT } from '../target-address.ts';
import { ATTEMPT_MS_MAX, sendProblem, type TargetChannel } from './channel.ts';
import type { HttpChannelOptions } from './http-channel.ts';

/** Events of one connection. */
const EVENTS_MAX = 200;
/** Time between our last byte and our end, in which a receiver shows that it ends connections by itself. */
const END_PAUSE_MS = 100;
/** Facility "log audit" and severity "notice". */
const PRIORITY = 13 * 8 + 5;
const HOSTNAME_CHARACTERS_MAX = 255;
const MSGID_CHARACTERS_MAX = 32;

/** Options of the connection. */
export interface SyslogChannelOptions extends HttpChannelOptions {
  /** Name of this installation in the messages. */
  readonly host: string;
  /** Time between our last byte and our end, in milliseconds. */
  readonly endPauseMs?: number;
}

/** Opens a channel. @throws AppError when the operator does not allow the address any more */
export function openSyslogChannel(options: SyslogChannelOptions): TargetChannel {
  const { place, guard, host, version } = options;
  const url = readTargetUrl(place.kind, place.url, guard);
  const closing = new AbortController();
  return {
    eventsMax: EVENTS_MAX,
    async send(events) {
      const frames = events.map((event) => frame(message(event, { format: place.format, host, version })));
      await transmit(Buffer.concat(frames), url, options, closing.signal).catch((error: unknown) => {
        const { code, message: what } = describeSendError(error);
        throw sendProblem(outcomeOfSendError(code), what);
      });
      return { count: events.length, problem: null };
    },
    close: async () => closing.abort(),
  };
}

/** Writes a message of RFC 5424. */
function message(
  event: AuditEvent,
  { format, host, version }: { readonly format: string; readonly host: string; readonly version: string },
): string {
  const text = format === 'cef' ? toCef(event, version) : JSON.stringify(toOcsf(event, version));
  const name = printable(host).slice(0, HOSTNAME_CHARACTERS_MAX) || '-';
  const { at, code } = headOf(event);
  const id = printable(code).slice(0, MSGID_CHARACTERS_MAX);
  return `<${PRIORITY}>1 ${at.toISOString()} ${name} flowarden - ${id} - ${text}`;
}

/** Keeps what a header may hold: ASCII without spaces. */
function printable(text: string): string {
  return text.replace(/[^!-~]/g, '');
}

function frame(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from(`${bytes.length} `), bytes]);
}

/** Writes all bytes and ends the connection; resolves when the receiver has ended it in order after that. */
async function transmit(
  bytes: Buffer,
  url: URL,
  options: SyslogChannelOptions,
  closing: AbortSignal,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const { attemptMsMax = ATTEMPT_MS_MAX, endPauseMs = END_PAUSE_MS } = options;
  const socket = open(url, options);
  const timer = setTimeout(() => {
    socket.destroy(Object.assign(new Error('It did not end the connection.'), { code: 'ATTEMPT_TIMEOUT' }));
  }, attemptMsMax);
  const leave = () => socket.destroy(new Error('The sender closed the connection.'));
  closing.addEventListener('abort', leave, { once: true });
  let hasSentAll = false;
  let hasConfirmed = false;
  let pause: NodeJS.Timeout | undefined;
  const end = () => {
    hasSentAll = true;
    socket.end();
  };
  socket.once('secureConnect', () =>
    socket.write(bytes, () => {
      if (!socket.destroyed) pause = setTimeout(end, endPauseMs);
    }),
  );
  socket.on('end', () => {
    clearTimeout(pause);
    hasConfirmed = hasSentAll;
  });
  // Receivers of syslog say nothing; what they say all the same is not needed, but its end is.
  socket.resume();
  socket.once('error', reject);
  socket.once('close', () => {
    clearTimeout(timer);
    clearTimeout(pause);
    closing.removeEventListener('abort', leave);
    if (hasConfirmed && socket.writableFinished) resolve();
    else reject(new Error('The target closed the connection before it had everything.'));
  });
  await promise;
}

function open(
  { hostname, port }: URL,
  { place, credential, guard }: Pick<SyslogChannelOptions, 'place' | 'credential' | 'guard'>,
): TLSSocket {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const { authorities } = place.settings;
  const { clientCertificate, clientKey } = credential;
  const socket = connect({
    host,
    port: port === '' ? SYSLOG_PORT : Number(port),
    minVersion: 'TLSv1.2',
    lookup: guardedLookup(guard, createResolveAll()),
    ...(isIP(host) === 0 && { servername: host }),
    ...(authorities !== null && { ca: authorities }),
    ...(clientCertificate !== null && clientKey !== null && { cert: clientCertificate, key: clientKey }),
  });
  checkPeer(socket as Socket, guard satisfies AddressGuard);
  return socket;
}
