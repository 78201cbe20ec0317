/** A real mail server on this machine, which keeps what it gets. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { SMTPServer } from 'smtp-server';
import type { MailConfig } from '../../../src/infra/settings/mail-setting.ts';

/** A mail as it came. */
export interface ReceivedMail {
  readonly to: readonly string[];
  /** Headers and body. */
  readonly source: string;
}

export interface TestMailServer {
  readonly config: MailConfig;
  readonly mails: ReceivedMail[];
  /** Answers to recipients by address: 550 rejects for good, 450 for now. */
  readonly rejections: Map<string, number>;
  close(): Promise<void>;
}

/** Starts one without TLS, for the sender `flowarden@bank.example`. It ends after the file's last test. */
export async function startMailServer(): Promise<TestMailServer> {
  const mails: ReceivedMail[] = [];
  const rejections = new Map<string, number>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, callback) {
      const responseCode = rejections.get(address);
      callback(responseCode === undefined ? null : Object.assign(new Error('No'), { responseCode }));
    },
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        mails.push({ to, source: Buffer.concat(chunks).toString() });
        callback(null);
      });
    },
  });
  server.on('error', () => {});
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => void server.close(() => resolve()));
  after(close);
  return { config: mailConfigOf(port), mails, rejections, close };
}

/** Settings of a server on this machine without TLS. */
export function mailConfigOf(port: number): MailConfig {
  return {
    host: '127.0.0.1',
    port,
    startsWithTls: false,
    allowsPlain: true,
    credentials: null,
    from: 'flowarden@bank.example',
  };
}

/** Returns the headers of a mail by their names in lower case, unfolded. */
export function headersOf({ source }: ReceivedMail): ReadonlyMap<string, string> {
  const [head = ''] = source.split('\r\n\r\n', 1);
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  return new Map(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
}

/** Returns the text of a mail with its soft line breaks and encoded signs resolved. */
export function textOf({ source }: ReceivedMail): string {
  const bytes = source
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_sign, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
