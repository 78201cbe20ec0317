import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from '../../../src/errors.ts';
import { createAddressGuard } from '../../../src/infra/network/address-guard.ts';
import { isNetwork } from '../../../src/infra/network/networks.ts';
import { readWebhookUrl } from '../../../src/service/webhooks/allowed-addresses.ts';

const strict = createAddressGuard({ allowsHttp: false, allowedNetworks: [] });

const REJECTED = `0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 100.127.255.255 127.0.0.1
127.255.255.254 168.63.129.16 169.254.0.1 169.254.169.254 169.254.170.2 172.16.0.1 172.31.255.255 192.0.0.1
192.0.0.192 192.0.2.1 192.88.99.1 192.168.0.1 192.168.255.255 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.7
224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 :: ::1 ::2 ::127.0.0.1 ::7f00:1 ::ffff:127.0.0.1
::ffff:7f00:1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 0:0:0:0:0:ffff:a9fe:a9fe ::ffff:0:10.0.0.1 64:ff9b::10.0.0.1
64:ff9b::a9fe:a9fe 64:ff9b::7f00:1 64:ff9b:1::1 100::1 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:10::1
2001:20::1 2001:db8::1 2002:7f00:1:: 2002:a00:1::1 2002:a9fe:a9fe::1 2002:c0a8:101::1 3fff::1 5f00::1 fc00::1
fd00::1 fd00:ec2::254 fe80::1 fe80::1%eth0 febf::1 fec0::1 ff00::1 ff02::1 ff0e::1 4000::1 8000::1
2620:4f:8000::1 1::1`.split(/\s+/);

const ALLOWED = `1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.1 100.63.255.255 100.128.0.1 126.255.255.255 128.0.0.1
172.15.255.255 172.32.0.1 192.167.255.255 192.169.0.1 198.17.255.255 198.20.0.1 223.255.255.255 ::ffff:8.8.8.8
64:ff9b::8.8.8.8 2002:808:808::1 2606:4700:4700::1111 2a00:1450:4001::1 2001:4860:4860::8888`.split(/\s+/);

/** Spellings that the URL standard reads as a private address. */
const SPELLINGS = [
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://017700000001/',
  'https://127.0.0.1./',
  'https://%31%32%37.0.0.1/',
  'https://１２７.0.0.1/',
  'https://127。0。0。1/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://localhost/',
  'https://LOCALHOST./',
  'https://a.localhost/',
  'https:\\\\127.0.0.1\\',
  'https:127.0.0.1',
  ' \thttps://127.0.0.1/ ',
  'https://0/',
  'https://169.254.169.254/latest/meta-data/',
  'https://[fe80::1]/',
];

const codeOf = (text: string, guard = strict): string => {
  try {
    return readWebhookUrl(text, guard).href;
  } catch (error) {
    assert.ok(error instanceof AppError);
    return error.code;
  }
};

describe('the addresses that a webhook may lead to', () => {
  it('tries enough of them', () => assert.ok(REJECTED.length >= 60 && SPELLINGS.length >= 12));

  for (const address of REJECTED) it(`rejects ${address}`, () => assert.equal(strict.allows(address), false));
  for (const address of ALLOWED) it(`allows ${address}`, () => assert.equal(strict.allows(address), true));
  for (const spelling of SPELLINGS) {
    it(`rejects the spelling ${JSON.stringify(spelling)}`, () =>
      assert.equal(codeOf(spelling), 'webhook_url_not_allowed'));
  }

  it('rejects what is no address', () => {
    for (const text of ['', 'localhost', '1.2.3', '::1::2', '1.2.3.4/8'])
      assert.equal(strict.allows(text), false);
  });

  it('allows the networks of the operator, also inside IPv6, and nothing beside them', () => {
    const guard = createAddressGuard({ allowsHttp: false, allowedNetworks: ['10.20.0.0/16', 'fd00:1::/32'] });
    for (const address of ['10.20.3.4', '::ffff:10.20.3.4', '64:ff9b::10.20.3.4', 'fd00:1::5'])
      assert.equal(guard.allows(address), true, address);
    for (const address of ['10.21.0.1', '::ffff:10.21.0.1', 'fd00:2::5', '127.0.0.1'])
      assert.equal(guard.allows(address), false, address);
    assert.equal(codeOf('https://10.20.3.4/', guard), 'https://10.20.3.4/');
  });

  it('knows what a network is', () => {
    for (const text of ['10.0.0.0/8', '::/0', 'fd00::/128']) assert.equal(isNetwork(text), true, text);
    for (const text of [
      '10.0.0.0',
      '10.0.0.0/33',
      '10.0.0/8',
      'fd00::/129',
      'a/8',
      '1.1.1.1/8/8',
      'fe80::1%e/8',
    ])
      assert.equal(isNetwork(text), false, text);
    assert.throws(
      () => createAddressGuard({ allowsHttp: false, allowedNetworks: ['10.0.0.0/99'] }),
      /10\.0\.0\.0\/99/,
    );
  });

  it('takes https alone, and http where the operator says so', () => {
    const lenient = createAddressGuard({ allowsHttp: true, allowedNetworks: [] });
    assert.equal(codeOf('http://example.com/a'), 'webhook_url_not_allowed');
    assert.equal(codeOf('http://example.com/a', lenient), 'http://example.com/a');
    for (const text of [
      'ftp://example.com/',
      'file:///etc/passwd',
      'gopher://example.com/',
      'data:text/plain,x',
    ])
      assert.match(codeOf(text, lenient), /^(webhook_url_not_allowed|invalid_webhook_url)$/);
  });

  it('rejects user names, passwords, relative and overlong addresses', () => {
    assert.equal(codeOf('https://a@example.com/'), 'webhook_url_not_allowed');
    assert.equal(codeOf('https://:b@example.com/'), 'webhook_url_not_allowed');
    for (const text of [
      '',
      '/hook',
      'example.com/hook',
      'https://',
      `https://example.com/${'a'.repeat(2_048)}`,
    ])
      assert.equal(codeOf(text), 'invalid_webhook_url', text.slice(0, 40));
  });

  it('preserves path and query, drops the fragment', () => {
    assert.equal(codeOf('https://Example.com:8443/a?b=c#d'), 'https://example.com:8443/a?b=c');
  });
});
