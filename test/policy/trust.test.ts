/** Trust in built packs: signatures over exact bytes, keys for certain packs. A file cannot free itself of them. */
import assert from 'node:assert/strict';
import { createPublicKey, type KeyObject } from 'node:crypto';
import { describe, it } from 'node:test';
import { RULES } from '../../src/analysis/rules/index.ts';
import { canonicalJson } from '../../src/policy/built/canonical-json.ts';
import { PAYLOAD_TYPE, readEnvelope, signedBytes, writeEnvelope } from '../../src/policy/built/envelope.ts';
import { openPack } from '../../src/policy/built/open-pack.ts';
import { lockText, parseLock, rollbackProblem, seenPack } from '../../src/policy/built/revision-lock.ts';
import { newSigningKey, signPack, writePack } from '../../src/policy/built/sign-pack.ts';
import { keyIdOf, parseTrust, type Trust, type TrustedKey } from '../../src/policy/built/trust.ts';
import { PolicyError } from '../../src/policy/problems.ts';
import { build } from '../support/policies/pack-folder.ts';

const PACK = await build('extends: [builtin/recommended]\n');
const BYTES = writePack(PACK);
const [ALICE, BOB, MALLORY] = [newSigningKey(), newSigningKey(), newSigningKey()];

const trusted = (
  { publicKey }: { readonly publicKey: KeyObject },
  more: Partial<TrustedKey> = {},
): TrustedKey => ({
  id: keyIdOf(publicKey),
  publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  packs: ['test'],
  notAfter: null,
  ...more,
});
const TRUST: Trust = { requireSignature: true, threshold: 1, keys: [trusted(ALICE)] };
const signedBy = (...keys: { readonly privateKey: KeyObject }[]): Buffer =>
  keys.reduce((bytes, { privateKey }) => signPack(bytes, 'f', privateKey), BYTES);

function open(bytes: Uint8Array, trust: Trust | null = TRUST, now = new Date('2026-11-23T00:00:00Z')) {
  return openPack(bytes, { file: 'f', trust: trust ?? undefined, engineVersion: '1.4.0', rules: RULES, now });
}
const rejected = (problem: RegExp) => (error: unknown) =>
  error instanceof PolicyError && problem.test(error.message);
/** Changes the envelope of a file. */
const changed = (bytes: Uint8Array, change: (envelope: Record<string, unknown>) => object): Buffer =>
  Buffer.from(JSON.stringify({ ...JSON.parse(bytes.toString()), ...change(JSON.parse(bytes.toString())) }));

describe('the bytes of a pack', () => {
  it('are read as they were signed: a mark of the byte order makes them damaged', async () => {
    const payload = Buffer.from(`\ufeff${canonicalJson(await build('rules: { UIP-MNT-001: on }\n'))}`);
    const terms = {
      file: 'a.flowpack',
      trust: undefined,
      engineVersion: '1.0.0',
      rules: RULES,
      now: new Date(0),
    };
    assert.throws(
      () => openPack(writeEnvelope({ payload, signatures: [] }), terms),
      /The payload is damaged/,
    );
    const marked = Buffer.concat([
      Buffer.from('\ufeff'),
      writePack(await build('rules: { UIP-MNT-001: on }\n')),
    ]);
    assert.throws(() => openPack(marked, terms), /no built policy pack/);
  });
});

describe('canonical JSON', () => {
  it('sorts keys by UTF-16 code units and writes numbers as RFC 8785 says', () => {
    const value = { '\u20ac': 1, '\r': 2, '\ufb33': 3, 1: 4, '\ud83d\ude00': 5, '\u0080': 6, ö: 7 };
    const expected = '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"\ud83d\ude00":5,"\ufb33":3}';
    assert.equal(canonicalJson(value), expected);
    const numbers = [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001, -0];
    assert.equal(canonicalJson(numbers), '[333333333.3333333,1e+30,4.5,0.002,1e-27,0]');
    assert.throws(() => canonicalJson([Number.NaN]), TypeError);
  });
});

describe('the bytes that a signature covers', () => {
  it('are those of DSSE: the type and the payload, each with its length', () => {
    const expected = `DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} 11 hello world`;
    assert.equal(signedBytes(Buffer.from('hello world')).toString(), expected);
  });
});

describe('a built pack', () => {
  const withRevision = (revision: number) => writePack({ ...PACK, metadata: { ...PACK.metadata, revision } });
  it('may have any revision of 32 bits', () => {
    assert.equal(open(withRevision(2 ** 31 - 1), null).metadata.revision, 2 ** 31 - 1);
  });
  it('is rejected with a revision beyond 32 bits', () => {
    assert.throws(() => open(withRevision(2 ** 31), null), rejected(/metadata\.revision/));
  });
});

describe('a signed pack', () => {
  it('opens with the trusted key, and is what was built', () => {
    assert.deepEqual(JSON.parse(JSON.stringify(open(signedBy(ALICE)))), JSON.parse(JSON.stringify(PACK)));
  });
  it('is signed once by a key, however often it signs', () => {
    assert.deepEqual(signedBy(ALICE, ALICE), signedBy(ALICE));
    assert.equal(readEnvelope(signedBy(ALICE, BOB), 'f').signatures.length, 2);
  });
  for (const [title, bytes, trust, problem] of [
    ['without its signature', BYTES, TRUST, /no signature/],
    [
      'with a stripped signature',
      changed(signedBy(ALICE), () => ({ signatures: [] })),
      TRUST,
      /no signature/,
    ],
    ['of a foreign key', signedBy(MALLORY), TRUST, /No trusted key/],
    [
      'of a foreign key that borrows the id',
      changed(signedBy(MALLORY), ({ signatures }) => ({
        signatures: (signatures as object[]).map((one) => ({ ...one, keyid: TRUST.keys[0]!.id })),
      })),
      TRUST,
      /No trusted key/,
    ],
    [
      'with another payload',
      changed(signedBy(ALICE), ({ payload }) => ({
        payload: Buffer.from(
          Buffer.from(payload as string, 'base64')
            .toString()
            .replace('"test"', '"tess"'),
        ).toString('base64'),
      })),
      TRUST,
      /No trusted key/,
    ],
    [
      'with another payload type',
      changed(signedBy(ALICE), () => ({ payloadType: 'text/plain' })),
      TRUST,
      /payload type/,
    ],
    [
      'with a key for other packs',
      signedBy(ALICE),
      { ...TRUST, keys: [trusted(ALICE, { packs: ['finance-*'] })] },
      /may sign the pack "test"/,
    ],
    [
      'with an expired key',
      signedBy(ALICE),
      { ...TRUST, keys: [trusted(ALICE, { notAfter: '2026-11-23T00:00:00Z' })] },
      /has expired/,
    ],
    [
      'with too few keys',
      signedBy(ALICE),
      { ...TRUST, threshold: 2, keys: [trusted(ALICE), trusted(BOB)] },
      /1 trusted keys have signed the pack; 2 must/,
    ],
    [
      'with one key under two names',
      signedBy(ALICE),
      { ...TRUST, threshold: 2, keys: [trusted(ALICE), trusted(ALICE, { id: 'again' })] },
      /2 must/,
    ],
    [
      'with a payload that is not canonical base64',
      changed(signedBy(ALICE), ({ payload }) => ({ payload: `${payload}\n` })),
      TRUST,
      /canonical base64/,
    ],
    [
      'with a further member',
      changed(signedBy(ALICE), () => ({ trusted: true })),
      TRUST,
      /no built policy pack/,
    ],
    ['that is no JSON', Buffer.from('{'), TRUST, /no built policy pack/],
    ['that is too large', Buffer.alloc(5_000_000), TRUST, /the limit is 4,194,304/],
  ] as const)
    it(`is rejected ${title}`, () => {
      assert.throws(() => open(bytes, trust), rejected(problem));
    });
  it('needs no signature if the trust requires none, but none that is foreign', () => {
    const lax = { ...TRUST, requireSignature: false };
    assert.ok(open(BYTES, lax));
    assert.throws(() => open(signedBy(MALLORY), lax), rejected(/No trusted key/));
  });
  it('counts two keys for a threshold of two', () => {
    assert.ok(open(signedBy(ALICE, BOB), { ...TRUST, threshold: 2, keys: [trusted(ALICE), trusted(BOB)] }));
  });
  it('is rejected for another version of the engine', async () => {
    const other = { ...PACK, metadata: { ...PACK.metadata, engine: '>=2' } };
    const bytes = signPack(writePack(other), 'f', ALICE.privateKey);
    assert.throws(() => open(bytes), rejected(/for Flowarden >=2, and this is 1\.4\.0/));
    const bad = { ...PACK, metadata: { ...PACK.metadata, engine: 'x y z' } };
    assert.throws(() => open(writePack(bad), null), rejected(/for Flowarden x y z/));
  });
  for (const [title, payload] of [
    ['a key that objects have', canonicalJson(PACK).replace('"parents":[]', '"__proto__":[]')],
    ['an unknown key', canonicalJson({ ...PACK, extra: 1 })],
    [
      'a gate that is narrower than any',
      canonicalJson(PACK).replaceAll('"failOn":"high"', '"failOn":"critical"'),
    ],
    ['no JSON', '{'],
  ] as const)
    it(`is rejected with ${title} in its payload, even signed`, () => {
      const bytes = writeEnvelope({ payload: Buffer.from(payload), signatures: [] });
      assert.throws(() => open(signPack(bytes, 'f', ALICE.privateKey)), PolicyError);
    });
});

describe('a trust.json', () => {
  it('is read, with one key needed and no end by default', () => {
    const { publicKey } = trusted(ALICE);
    const text = JSON.stringify({ requireSignature: true, keys: [{ id: 'a', publicKey, packs: ['*'] }] });
    assert.deepEqual(parseTrust(text, 't').keys[0]!.notAfter, null);
    assert.equal(parseTrust(text, 't').threshold, 1);
  });
  const privatePem = ALICE.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  for (const [title, value] of [
    ['an unknown key', { requireSignature: false, keys: [], extra: 1 }],
    ['no decision about signatures', { keys: [] }],
    ['a private key', { requireSignature: true, keys: [{ id: 'a', publicKey: privatePem, packs: ['*'] }] }],
    ['what is no key', { requireSignature: true, keys: [{ id: 'a', publicKey: 'x', packs: ['*'] }] }],
    ['a threshold of zero', { requireSignature: true, threshold: 0, keys: [] }],
  ] as const)
    it(`is rejected with ${title}`, () => {
      assert.throws(() => parseTrust(JSON.stringify(value), 't'), PolicyError);
    });
  it('has ids that follow from the keys', () => {
    assert.equal(keyIdOf(ALICE.publicKey), keyIdOf(createPublicKey(ALICE.privateKey)));
  });
});

describe('the revisions of a pack', () => {
  const seen = seenPack(PACK);
  it('only rise, and name one content each', () => {
    assert.equal(rollbackProblem(seen, []), undefined);
    assert.equal(rollbackProblem(seen, [seen]), undefined);
    assert.equal(rollbackProblem({ ...seen, revision: 2 }, [seen]), undefined);
    assert.match(rollbackProblem(seen, [{ ...seen, revision: 2 }])!, /revision 2 .* was in use before/);
    assert.match(rollbackProblem({ ...seen, digest: 'x' }, [seen])!, /Raise the revision/);
  });
  it('are stored in a lock that is read back', () => {
    assert.deepEqual(parseLock(lockText([seen]), 'l'), [seen]);
    assert.throws(() => parseLock('{}', 'l'), PolicyError);
  });
});
