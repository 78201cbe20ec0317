/** A service with files to fill an estate with. */
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { RunServiceService } from '../../../src/gen/flowarden/internal/v1/run.ts';
import { connectCore } from '../../../src/infra/core/core-client.ts';
import { exampleFile } from '../files/example-file.ts';
import type { Identity } from './core.ts';
import { type Body, headers, projectService } from './project-service.ts';
import { SECRETS_KEY } from './webhook.ts';

/** Parts of a file, by the finding that each makes. */
export const PARTS = {
  secret: '<ui:SendMail DisplayName="Send report" Password="Nordwind-71" />',
  cleartext: '<ui:HttpClient DisplayName="Call" EndPoint="http://api.partner.com/orders" />',
} as const;

/** A file to validate. */
export interface EstateRun {
  readonly path?: string;
  readonly parts?: readonly (keyof typeof PARTS)[];
  readonly branch?: string;
  readonly fields?: Readonly<Record<string, string>>;
  /** Endpoint; absent: the synchronous one. */
  readonly endpoint?: string;
}

/** Returns a file with these parts. */
export const estateFile = (parts: EstateRun['parts'] = []): Buffer =>
  exampleFile('uipath', `<Sequence>${parts.map((part) => PARTS[part]).join('')}</Sequence>`);

/** Starts a service. All of it ends with the test file. */
export async function estateService() {
  const service = await projectService();
  const peer = connectCore(`127.0.0.1:${service.core.server.port}`, SECRETS_KEY);
  after(() => peer.close());

  /** Sends a request; a body is that of an endpoint that answers in JSON. */
  async function call(who: Identity, method: string, path: string, body?: FormData | object) {
    const isForm = body instanceof FormData;
    const json = body === undefined || isForm ? {} : { 'Content-Type': 'application/json' };
    const response = await fetch(`${service.gateway.url}/api/v1${path}`, {
      method,
      headers: { ...headers(who), ...json },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as Body };
  }

  /** Reads a list or a resource that is there. */
  async function get(who: Identity, path: string): Promise<Body> {
    const { status, body } = await call(who, 'GET', path);
    assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
    return body;
  }

  /** Validates a file of the repository `bank/robots`. Returns the id of the run. */
  async function run(who: Identity, { path = 'src/Main.xaml', parts, branch, fields, endpoint }: EstateRun) {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(estateFile(parts))]), path);
    form.set('platform', 'uipath');
    const pipeline = { repository: 'bank/robots', ...(branch === undefined ? {} : { branch }) };
    form.set('metadata', JSON.stringify({ pipeline }));
    for (const [name, value] of Object.entries(fields ?? {})) form.set(name, value);
    const { status, body } = await call(who, 'POST', endpoint ?? '/validate', form);
    assert.ok(status === 200 || status === 422, JSON.stringify(body));
    return body.validationId as string;
  }

  /** Runs a validation that is queued, and takes its job out of the queue. */
  async function runQueued({ orgId }: Identity, validationId: string): Promise<void> {
    const request = { orgId, validationId };
    const signal = new AbortController().signal;
    await peer.call(RunServiceService.runValidation, request, { signal, timeMsMax: 60_000 });
    await service.core.database.owner`delete from graphile_worker._private_jobs`;
  }

  return { ...service, call, get, run, runQueued };
}
