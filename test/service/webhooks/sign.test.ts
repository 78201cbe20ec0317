import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { peerTokens } from '../../../src/infra/core/peer-token.ts';
import { createSeal, createWebhookSeal, deriveWebhookKey } from '../../../src/infra/sealing/seal.ts';
import {
  createSigner,
  makeWebhookSecret,
  secretPreview,
} from '../../../src/service/webhooks/sending/sign.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const BODY = Buffer.from('{"event":"validation.completed","data":{"fileName":"Größe 字.xaml"}}');
const sign = createSigner();
const signing = (secret: string, nextSecret: string | null = null) =>
  sign({
    deliveryId: '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e',
    body: BODY,
    sentAt: new Date(),
    secret,
    nextSecret,
  });

describe('the signature of a delivery', () => {
  it('is the HMAC of the raw body under the shown secret', () => {
    const secret = makeWebhookSecret();
    const expected = createHmac('sha256', Buffer.from(secret, 'utf8')).update(BODY).digest('hex');
    const headers = signing(secret);
    assert.equal(headers['X-Service-Signature'], `sha256=${expected}`);
    assert.equal(headers['X-Service-Signature-Next'], undefined);
  });

  it('is verified by the standardwebhooks package, and only with the right secret and body', () => {
    const secret = makeWebhookSecret();
    const headers = signing(secret);
    assert.deepEqual(new Webhook(secret).verify(BODY, headers), JSON.parse(BODY.toString()));
    assert.throws(() => new Webhook(makeWebhookSecret()).verify(BODY, headers));
    assert.throws(() => new Webhook(secret).verify(`${BODY} `, headers));
  });

  it('is verified by either secret during a rotation', () => {
    const [old, next] = [makeWebhookSecret(), makeWebhookSecret()];
    const headers = signing(old, next);
    for (const secret of [old, next]) new Webhook(secret).verify(BODY, headers);
    assert.equal(headers['X-Service-Signature'], signing(old)['X-Service-Signature']);
    assert.equal(headers['X-Service-Signature-Next'], signing(next)['X-Service-Signature']);
  });

  it('is what OpenSSL computes', (context) => {
    const path = join(temporaryFolder(), 'body');
    writeFileSync(path, BODY);
    const secret = makeWebhookSecret();
    let output: string;
    try {
      output = execFileSync('openssl', ['dgst', '-sha256', '-hmac', secret, '-r', path], {
        encoding: 'utf8',
      });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      context.skip('This machine has no openssl');
      return;
    }
    assert.equal(signing(secret)['X-Service-Signature'], `sha256=${output.split(' ')[0]}`);
  });

  it('cannot be made from the preview of a secret', () => {
    const secret = makeWebhookSecret();
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.match(secretPreview(secret), /^whsec_.{4}….{5}$/);
  });
});

const KEY = 'k'.repeat(32);
const OTHER_KEY = 'o'.repeat(32);

describe('a sealed secret', () => {
  it('opens for its owner alone', () => {
    const { seal, open } = createSeal(KEY);
    const sealed = seal('whsec_x', 'org/webhook');
    assert.equal(open(sealed, 'org/webhook'), 'whsec_x');
    assert.throws(() => open(sealed, 'org/other'));
    assert.ok(!sealed.includes('whsec'));
    assert.ok(!seal('whsec_x', 'org/webhook').equals(sealed), 'sealing twice gives other bytes');
  });

  it('opens with any of the keys, and is sealed with the first', () => {
    const sealed = createSeal(KEY).seal('whsec_x', 'o');
    const rotated = createSeal(`${OTHER_KEY}, ${KEY}`);
    assert.equal(rotated.open(sealed, 'o'), 'whsec_x');
    assert.equal(rotated.isCurrent(sealed), false);
    assert.equal(rotated.isCurrent(rotated.seal('whsec_x', 'o')), true);
    const stranger = createSeal(OTHER_KEY);
    assert.equal(stranger.canOpen(sealed), false);
    assert.throws(() => stranger.open(sealed, 'o'), /FLOWARDEN_SECRETS_KEY/);
  });

  it('opens in the deliveries, whose key opens nothing else', () => {
    const webhooks = createWebhookSeal(KEY, null);
    const deliveries = createSeal(deriveWebhookKey(KEY));
    assert.equal(deliveries.open(webhooks.seal('whsec_x', 'o'), 'o'), 'whsec_x');
    assert.equal(deliveries.canOpen(createSeal(KEY).seal('a stored answer', 'o')), false);
    assert.deepEqual(
      peerTokens(deriveWebhookKey(KEY)).filter((token) => peerTokens(KEY).includes(token)),
      [],
    );
  });

  it('opens with the keys of before when a key of its own is set, and is sealed with that one', () => {
    const seal = createWebhookSeal(KEY, OTHER_KEY);
    for (const before of [createSeal(KEY), createWebhookSeal(KEY, null)])
      assert.equal(seal.open(before.seal('whsec_x', 'o'), 'o'), 'whsec_x');
    assert.equal(createSeal(OTHER_KEY).open(seal.seal('whsec_x', 'o'), 'o'), 'whsec_x');
  });

  it('does not open when a bit of it has changed', () => {
    const { seal, open } = createSeal(KEY);
    const sealed = seal('whsec_x', 'o');
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at]! ^= 1;
      assert.throws(() => open(changed, 'o'));
    }
  });
});
