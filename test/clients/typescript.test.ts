/** The TypeScript client: against a running service, and against answers that a service rarely gives. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import {
  createClient,
  FlowardenError,
  FlowardenUnreachable,
  verifyWebhook,
} from '../../clients/typescript/src/index.ts';
import { createAddressGuard } from '../../src/infra/network/address-guard.ts';
import { deliveryBody } from '../../src/service/webhooks/messages/body.ts';
import { createSender } from '../../src/service/webhooks/sending/send.ts';
import { makeWebhookSecret } from '../../src/service/webhooks/sending/sign.ts';
import { zip } from '../support/files/zip.ts';
import { startReceiver } from '../support/service/receiver.ts';
import { startService } from '../support/service/service.ts';
import { webhookEvent } from '../support/service/webhook-event.ts';

const CONTENT = readFileSync(join(import.meta.dirname, '../../samples/uipath/Main.xaml'));
const FILE = new File([CONTENT], 'Main.xaml');
const FORM = { platform: 'uipath', file: FILE } as const;

const { run } = await startService();
const client = createClient({ baseUrl: run.restUrl, credential: { apiKey: run.apiKey }, orgId: run.orgId });

const secret = makeWebhookSecret();
const receiver = await startReceiver((_, response) => response.end());
const guard = createAddressGuard({ allowsHttp: true, allowedNetworks: ['127.0.0.0/8'] });
const sender = createSender({ guard, version: '0.0.0-test' });
after(() => sender.close());
const event = webhookEvent();
await sender.send({
  url: `http://127.0.0.1:${receiver.port}/`,
  deliveryId: event.id,
  event: event.kind,
  target: 'generic',
  body: deliveryBody(event, 'generic', 'https://flowarden.example'),
  secret,
  nextSecret: null,
});
const [{ headers, body }] = receiver.posts as [(typeof receiver.posts)[0]];

describe('a client with a time limit for all', () => {
  it('ends a pause of a year and an answer without an end', async () => {
    const answers = [
      () => new Response('{}', { status: 429, headers: { 'Retry-After': '31536000' } }),
      () => new Response(new ReadableStream({ start: (sink) => sink.enqueue(Buffer.alloc(1)) })),
    ];
    for (const answer of answers) {
      const limit = new AbortController();
      const client = createClient({
        baseUrl: 'http://127.0.0.1:9',
        credential: { apiKey: 'k' },
        orgId: 'o',
        signal: limit.signal,
        fetch: async (_input, init) => {
          setImmediate(() => limit.abort(new DOMException('late', 'TimeoutError')));
          const { body, status, headers } = answer();
          return new Response(body?.pipeThrough(new TransformStream(), { signal: init!.signal! }), {
            status,
            headers,
          });
        },
      });
      await assert.rejects(client.call('listPlatforms', {}), { name: 'TimeoutError' });
    }
  });
});

describe('against a service', () => {
  it('a file is validated, and one that blocks is a result and no error', async () => {
    const passed = await client.call('validate', { form: FORM });
    assert.ok('findings' in passed && passed.passed);
    const blocked = await client.call('validate', { form: { ...FORM, enforcement_mode: 'blocking' } });
    assert.ok('findings' in blocked && !blocked.passed && blocked.blockingFindings!.length > 0);
  });

  it('the path of a file is sent as its name', async () => {
    const result = await client.call('validate', { form: FORM, filename: 'robots/Main.xaml' });
    assert.ok('findings' in result);
    assert.equal(result.filename, 'robots/Main.xaml');
  });

  it('a validation that runs later is waited for', async () => {
    const { validationId } = (await client.call('validateAsync', { form: FORM })) as { validationId: string };
    const result = await client.waitForResult(validationId);
    assert.equal(result.validationId, validationId);
    assert.ok(result.findings!.length > 0);
  });

  it('a project is waited for', async () => {
    const archive = new File([new Uint8Array(zip([{ name: 'Main.xaml', content: CONTENT }]))], 'robots.zip');
    const submitted = await client.call('validateProject', { form: { file: archive } });
    const project = await client.waitForProject(submitted.projectValidationId);
    assert.deepEqual([project.status, project.fileCount], ['completed', 1]);
  });

  it('a list is read page by page to its end', async () => {
    const paths: string[] = [];
    for await (const { filename } of client.list('listValidations', { query: { pageSize: 2 } }))
      paths.push(filename ?? '');
    assert.ok(paths.length >= 4, String(paths.length));
    const all = await client.call('listValidations', { query: { pageSize: 100 } });
    assert.equal(paths.length, all.validations!.length);
  });

  it('calls with one Idempotency-Key have one effect', async () => {
    const input = { form: FORM, idempotencyKey: crypto.randomUUID() };
    const [first, second] = [await client.call('validate', input), await client.call('validate', input)];
    assert.equal(
      (first as { validationId: string }).validationId,
      (second as { validationId: string }).validationId,
    );
  });

  it('an error has its code, status and request id', async () => {
    const unknown = { path: { validationId: crypto.randomUUID() }, query: {} };
    const error: unknown = await client.call('getResult', unknown).catch((reason: unknown) => reason);
    assert.ok(error instanceof FlowardenError);
    assert.deepEqual([error.status, error.code], [404, 'not_found']);
    assert.match(error.requestId!, /^\S{8,}$/);
  });
});

describe('retries', () => {
  const answers: (() => Response | Promise<Response>)[] = [];
  const requests: Request[] = [];
  const client = createClient({
    baseUrl: 'https://flowarden.example.org/base',
    credential: { token: 't' },
    orgId: '0199f3a2-7c1e-7a10-8f3e-0c5d2b7a9e42',
    retries: 2,
    fetch: async (url, init) => {
      requests.push(new Request(url as URL, init));
      return (answers.shift() ?? (() => Response.json({})))();
    },
  });
  const failing = (status: number, code: string) => () =>
    Response.json({ error: { code, message: 'No.' } }, { status, headers: { 'Retry-After': '0' } });

  it('repeat what may be repeated, with the same Idempotency-Key and the whole body', async () => {
    requests.length = 0;
    answers.push(failing(503, 'core_unavailable'), () => Promise.reject(new TypeError('socket')));
    await client.call('validate', { form: FORM });
    assert.equal(requests.length, 3);
    assert.equal(new Set(requests.map(({ headers }) => headers.get('idempotency-key'))).size, 1);
    for (const request of requests)
      assert.equal(((await request.formData()).get('file') as File).size, CONTENT.length);
    assert.equal(requests[0]!.url, 'https://flowarden.example.org/base/api/v1/validate');
    assert.equal(requests[0]!.headers.get('authorization'), 'Bearer t');
  });

  it('leave alone what may have had its effect', async () => {
    requests.length = 0;
    answers.push(failing(503, 'core_unavailable'));
    const patch = client.call('updateOrganisationSettings', { body: {} });
    await assert.rejects(patch, { name: 'FlowardenError', code: 'core_unavailable' });
    assert.equal(requests.length, 1);
  });

  it('end after the last attempt, with the reason', async () => {
    for (let n = 0; n < 3; n += 1) answers.push(() => Promise.reject(new TypeError('socket')));
    await assert.rejects(client.call('getUsage', {}), (error) => error instanceof FlowardenUnreachable);
  });

  it('are no answer to the page of a proxy', async () => {
    answers.push(() => new Response('<html>', { status: 200 }));
    await assert.rejects(client.call('getUsage', {}), { name: 'FlowardenError', code: 'unknown' });
  });

  it('stop when the caller gives up', async () => {
    const controller = new AbortController();
    answers.push(() => {
      controller.abort(new Error('enough'));
      return failing(503, 'core_unavailable')();
    });
    await assert.rejects(client.call('getUsage', { signal: controller.signal }), { message: 'enough' });
  });
});

describe('a webhook', () => {
  it('of the service is verified', async () => {
    const verified = (await verifyWebhook(secret, headers, body)) as { readonly event: string };
    assert.deepEqual(verified, JSON.parse(body.toString()));
  });

  it('with another secret, body or time is rejected', async () => {
    await assert.rejects(verifyWebhook(makeWebhookSecret(), headers, body), /signature/);
    await assert.rejects(verifyWebhook(secret, headers, `${body} `), /signature/);
    const later = new Date(Date.now() + 6 * 60_000);
    await assert.rejects(verifyWebhook(secret, headers, body, { now: later }), /five minutes/);
    await assert.rejects(verifyWebhook(secret, {}, body), /webhook-id/);
    await assert.rejects(
      verifyWebhook(secret, { ...headers, 'webhook-timestamp': 'x' }, body),
      /five minutes/,
    );
  });
});
