/** Requests of callers over REST, through connections that stay open. */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'undici';
import { zipOf } from '../../inputs/archive.ts';
import { syntheticXaml } from '../../inputs/xaml.ts';
import { BOUNDARY } from '../../programs/form.ts';
import type { Caller } from '../service/installation.ts';

const REQUEST_MS_MAX = 60_000;
const agent = new Agent({ connections: 256, headersTimeout: REQUEST_MS_MAX, bodyTimeout: REQUEST_MS_MAX });

export interface Answer {
  /** Status of HTTP; 0 when the connection was lost. */
  readonly status: number;
  readonly text: string;
}

/** Sends a request. A lost connection is an answer too. */
export async function send(
  url: string,
  { orgId, key }: Caller,
  init: {
    readonly method?: 'GET' | 'POST';
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string | Buffer;
  } = {},
): Promise<Answer> {
  const headers = { authorization: `ApiKey ${key}`, 'x-org-id': orgId, ...init.headers };
  try {
    const { statusCode, body } = await request(url, {
      method: init.method ?? 'GET',
      headers,
      body: init.body ?? null,
      dispatcher: agent,
    });
    return { status: statusCode, text: await body.text() };
  } catch (error) {
    return { status: 0, text: String(error) };
  }
}

/** Sends a JSON body. */
export const sendJson = (url: string, caller: Caller, body: object): Promise<Answer> =>
  send(url, caller, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const FORM = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

function formOf(file: Buffer, filename: string, platform: string | null): Buffer {
  const part = (disposition: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n`;
  const field = platform === null ? '' : `${part('name="platform"')}\r\n${platform}\r\n`;
  const head = `${field}${part(`name="file"; filename="${filename}"`)}Content-Type: application/octet-stream\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
}

/** Uploads of a file of this size, each of another one: no result is reused, and no two are the same. */
export interface Uploads {
  validate(url: string, caller: Caller, idempotencyKey?: string): Promise<Answer>;
  validateLater(url: string, caller: Caller): Promise<Answer>;
}

/** Creates the uploads of files of so many bytes. */
export function uploadsOf(bytes: number): Uploads {
  const content = syntheticXaml(bytes);
  const other = () => Buffer.concat([content, Buffer.from(`<!-- ${randomUUID()} -->`)]);
  const post = (url: string, caller: Caller, headers: Readonly<Record<string, string>>) =>
    send(url, caller, {
      method: 'POST',
      headers: { ...FORM, ...headers },
      body: formOf(other(), 'Main.xaml', 'uipath'),
    });
  return {
    validate: (url, caller, idempotencyKey) =>
      post(
        `${url}/api/v1/validate`,
        caller,
        idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
      ),
    validateLater: (url, caller) => post(`${url}/api/v1/validate/async`, caller, {}),
  };
}

/** Builds the archive of a project with so many different files. */
export function projectOf(name: string, files: number, bytes = 2_000): Buffer {
  const content = syntheticXaml(bytes);
  const manifest = Buffer.from(JSON.stringify({ name, main: 'Main.xaml' }));
  const workflows = Array.from({ length: files }, (_, index): readonly [string, Buffer] => [
    index === 0 ? 'Main.xaml' : `Part${index}.xaml`,
    Buffer.concat([content, Buffer.from(`<!-- ${name} ${index} -->`)]),
  ]);
  return zipOf([['project.json', manifest], ...workflows]);
}

/** Submits a project; returns its id. @throws Error for any other answer */
export async function submitProject(url: string, caller: Caller, archive: Buffer): Promise<string> {
  const { status, text } = await send(`${url}/api/v1/validate/project`, caller, {
    method: 'POST',
    headers: FORM,
    body: formOf(archive, 'project.zip', null),
  });
  if (status !== 200) throw new Error(`The project was not accepted: ${status} ${text}`);
  return (JSON.parse(text) as { projectValidationId: string }).projectValidationId;
}
