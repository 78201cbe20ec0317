/** Addresses and networks of clients. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Metadata } from '@grpc/grpc-js';
import { addressGroup, plainAddress } from '../../src/infra/network/address-group.ts';
import { readNetworks } from '../../src/infra/network/networks.ts';
import { createClientAddress, createGatewayCheck } from '../../src/rpc/interceptors/client-address.ts';

const ADDRESSES: readonly (readonly [text: string, plain: string | null, group: string])[] = [
  ['203.0.113.7', '203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7', '203.0.113.7'],
  ['0:0:0:0:0:ffff:cb00:7107', '203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::ffff', '2001:db8:1:2::ffff', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80::1', 'fe80:0:0:0::/64'],
  ['203.0.113.7:443', null, '203.0.113.7:443'],
  ['unknown', null, 'unknown'],
  ['', null, ''],
];
for (const [text, plain, group] of ADDRESSES) {
  test(`"${text}" is ${plain ?? 'no address'}, of ${JSON.stringify(group)}`, () => {
    assert.equal(plainAddress(text), plain);
    assert.equal(addressGroup(text), group);
  });
}

test('networks are read as a whole or not at all', () => {
  assert.deepEqual(readNetworks('10.0.0.0/8, fd00::/8'), ['10.0.0.0/8', 'fd00::/8']);
  for (const text of ['', '10.0.0.0', '10.0.0.0/33', '10.0.0.0/8,', '*'])
    assert.equal(readNetworks(text), null);
});

const TOKEN = 'g'.repeat(32);
const CALLS: readonly (readonly [
  fact: string,
  peer: string,
  headers: Record<string, string>,
  client: string,
])[] = [
  ['its peer', '203.0.113.7:50123', {}, '203.0.113.7'],
  ['its peer in IPv6', '2001:db8::1:50123', {}, '2001:db8::1'],
  ['its peer in IPv4 though the socket speaks IPv6', '::ffff:203.0.113.7:50123', {}, '203.0.113.7'],
  ['unknown where there is no peer', 'unknown', {}, 'unknown'],
  ['whom a gateway names', '10.0.0.1:1', { gateway: TOKEN, client: '203.0.113.7' }, '203.0.113.7'],
  ['the gateway when that names no client', '10.0.0.1:1', { gateway: TOKEN }, '10.0.0.1'],
  ['the gateway when that names nonsense', '10.0.0.1:1', { gateway: TOKEN, client: 'x' }, '10.0.0.1'],
  [
    'its peer when that only says that it is a gateway',
    '10.0.0.1:1',
    { gateway: 'h'.repeat(32), client: '::1' },
    '10.0.0.1',
  ],
];
function metadataOf(headers: Readonly<Record<string, string>>): Metadata {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(headers)) metadata.set(`x-flowarden-${name}`, value);
  return metadata;
}
for (const [fact, peer, headers, client] of CALLS) {
  test(`the client of a call is ${fact}`, () => {
    assert.equal(createClientAddress(createGatewayCheck(TOKEN))(metadataOf(headers), peer), client);
  });
}

test('a core hears the version of a gateway that has its token, and of no other caller', () => {
  const heard: string[] = [];
  const client = createClientAddress(createGatewayCheck(TOKEN), (version) => heard.push(version));
  for (const headers of [
    { gateway: TOKEN, 'gateway-version': '1.2.3' },
    { gateway: TOKEN, 'gateway-version': '1.2.3 and more' },
    { gateway: 'h'.repeat(32), 'gateway-version': '6.6.6' },
    { 'gateway-version': '6.6.6' },
    { gateway: TOKEN },
  ])
    client(metadataOf(headers), '10.0.0.1:1');
  assert.deepEqual(heard, ['1.2.3']);
});

test('a core without a token trusts no gateway, an empty token included', () => {
  for (const gateway of ['', TOKEN])
    assert.equal(
      createClientAddress(createGatewayCheck(null))(
        metadataOf({ gateway, client: '203.0.113.7' }),
        '10.0.0.1:1',
      ),
      '10.0.0.1',
    );
});
