/** The receiver that the documentation shows, run as it stands there. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { EVENT_KINDS } from '../../../src/contract/event.ts';
import { MESSAGE_PROSE } from '../../../src/gen/contract/message-prose.ts';
import { createAddressGuard } from '../../../src/infra/network/address-guard.ts';
import { freePort } from '../../../src/processes/supervisor/ports.ts';
import { deliveryBody } from '../../../src/service/webhooks/messages/body.ts';
import { createSender } from '../../../src/service/webhooks/sending/send.ts';
import { makeWebhookSecret } from '../../../src/service/webhooks/sending/sign.ts';
import { startScript, until } from '../../support/processes.ts';
import { webhookEvent } from '../../support/service/webhook-event.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/webhooks.md'), 'utf8');

test('the documentation names every event and all its members', () => {
  const membersOf = (value: object): string[] =>
    Object.entries(value).flatMap(([name, member]) => {
      const inner = Array.isArray(member) ? member[0] : member;
      return [name, ...(typeof inner === 'object' && inner !== null ? membersOf(inner) : [])];
    });
  for (const kind of EVENT_KINDS) {
    const row = page.split('\n').find((line) => line.startsWith(`| \`${kind}\` |`)) ?? '';
    const named = [...row.split('|')[3]!.matchAll(/`(\w+)`/g)].map(([, name]) => name);
    assert.deepEqual(named, membersOf(webhookEvent(kind).data), kind);
  }
});

test('the fields that take events name every kind', () => {
  for (const message of ['CreateWebhookRequest', 'UpdateWebhookRequest']) {
    const about = MESSAGE_PROSE[`flowarden.v1.${message}`]?.fields?.events ?? '';
    const named = [...about.matchAll(/`(\w+\.\w+)`/g)].map(([, kind]) => kind);
    assert.deepEqual(named, EVENT_KINDS, message);
  }
});

test('the documented receiver accepts what is genuine and rejects the rest with 401', async () => {
  const script = join(temporaryFolder(), 'receiver.mjs');
  writeFileSync(script, /```js\n(.*?)```/s.exec(page)![1]!);
  const secret = makeWebhookSecret();
  const port = await freePort('127.0.0.1', 0, '');
  startScript(script, [], { SECRET: secret, PORT: String(port) });
  const guard = createAddressGuard({ allowsHttp: true, allowedNetworks: ['127.0.0.0/8'] });
  const sender = createSender({ guard, version: '0.0.0-test' });
  after(() => sender.close());
  const event = webhookEvent();
  const send = (key: string) =>
    sender.send({
      url: `http://127.0.0.1:${port}/`,
      deliveryId: event.id,
      event: event.kind,
      target: 'generic',
      body: deliveryBody(event, 'generic', 'https://flowarden.example'),
      secret: key,
      nextSecret: null,
    });
  const genuine = await until('the receiver listens', async () => {
    const result = await send(secret);
    return result.statusCode === null ? null : result;
  });
  assert.equal(genuine?.statusCode, 204);
  assert.equal((await send(makeWebhookSecret())).statusCode, 401);
});
