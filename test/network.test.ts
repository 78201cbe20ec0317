/** Addresses and networks of clients. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressGroup, plainAddress } from '../src/network/address-group.ts';
import { readNetworks } from '../src/network/networks.ts';

const ADDRESSES: readonly (readonly [text: string, plain: string | null, group: string])[] = [
  ['203.0.113.7', '203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7', '203.0.113.7'],
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
