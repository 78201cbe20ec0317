/** Predicates about texts: keys, random tokens, addresses and hidden characters, and what only looks like them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { privateKeyIn } from '../../../src/analysis/patterns/secrets/private-key.ts';
import { randomTokensIn, secretNameBefore } from '../../../src/analysis/patterns/secrets/random-token.ts';
import { clearTextAddress } from '../../../src/analysis/patterns/texts/clear-text-address.ts';
import {
  deceivingCharacter,
  invisibleCharacter,
  isSuspicious,
  isSuspiciousRange,
  lookAlike,
} from '../../../src/analysis/patterns/texts/hidden-characters.ts';
import { processorMs } from '../../support/processor-time.ts';

/** Runs one question over a table of texts and answers. */
function table<T>(name: string, run: (text: string) => T, rows: readonly (readonly [string, T])[]): void {
  describe(name, () => {
    rows.forEach(([text, expected], i) => {
      it(`row ${i + 1}: ${JSON.stringify(text.slice(0, 50))}`, () => assert.deepEqual(run(text), expected));
    });
  });
}

const DASHES = '-'.repeat(5);
const BODY = 'Zq8Lw3Rt6Yp1Ks9Dv4Bn'.repeat(30);
const pem = (kind: string): string => `${DASHES}BEGIN ${kind}${DASHES}`;

table('privateKeyIn', privateKeyIn, [
  [`${pem('RSA PRIVATE KEY')}\\n${BODY}`, 'private key'],
  [`${pem('PRIVATE KEY')}\r\n${BODY}`, 'private key'],
  [`PuTTY-User-Key-File-2: ssh-rsa\nEncryption: none\nPrivate-Lines: 14\n${BODY}`, 'private key'],
  [`MIIE${'ogIB'}AAKC${BODY}`, 'private key'],
  [`MIIE${'vQIB'}ADAN${BODY}`, 'private key'],
  [`MIIJ${'AAIB'}AzCC${BODY}`, 'certificate store (PKCS#12)'],
  [`MIIDdTCCAl2g${BODY}`, undefined],
  [`MIIE${'ogIB'}AAKC`, undefined],
  [pem('PRIVATE KEY'), undefined],
  [`${pem('CERTIFICATE')}\n${BODY}`, undefined],
  [`${pem('PUBLIC KEY')}\n${BODY}`, undefined],
]);

const BOUNDS = { minLength: 20, base64: 4.3, hex: 3 };
const RANDOM = ['q7Zr2LmV8s', 'Tb5NcW1yHp', '4GfA6uEoRi'].join('');
table('randomTokensIn', (text) => [...randomTokensIn(text, BOUNDS)].map(({ token }) => token), [
  [`key=${RANDOM}`, [RANDOM]],
  [`${RANDOM} and ${RANDOM.toUpperCase()}`, [RANDOM]],
  ['9f2c47b1d80e63a5f7128c4dbe905a36', ['9f2c47b1d80e63a5f7128c4dbe905a36']],
  ['3f2504e0-4f89-41d3-9a0c-0305e82c3301', []],
  ['GetCredentialFromOrchestratorAsset2024Version2', []],
  ['C/Users/Robot/AppData/Local/Temp/Report2024Q4', []],
  ['12345678901234567890123456789012', []],
  ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', []],
]);

table('secretNameBefore', (text) => secretNameBefore(text, text.length, 40), [
  ['password=', 'password'],
  ['{"api_key": "', 'api_key'],
  ['api key: ', 'api key'],
  ['Authorization: Bearer ', 'Bearer'],
  ['token and then a lot of words until it is far away ', undefined],
  ['compass ', undefined],
  ['', undefined],
]);

const addressOf = (text: string): string | undefined => {
  const found = clearTextAddress(text, true);
  return found && `${found.protocol} ${found.host}${found.isPrivate ? ' private' : ''}`;
};
table('clearTextAddress', addressOf, [
  ['http://api.example.com/a', 'http api.example.com'],
  ['FTP://files.example.com', 'ftp files.example.com'],
  ['ws://a.example.com:8080/x', 'ws a.example.com'],
  ['mongodb://user@db.example.com/orders', 'mongodb db.example.com'],
  ['mongodb://db.example.com/orders?tls=true', undefined],
  ['http://intranet/report', 'http intranet private'],
  ['http://192.168.7.20/', 'http 192.168.7.20 private'],
  ['http://172.15.0.1/', 'http 172.15.0.1'],
  ['http://localhost:8080/', undefined],
  ['http://127.0.0.1', undefined],
  ['http://[::1]/x', undefined],
  ['http://www.w3.org/2001/XMLSchema', undefined],
  ['https://api.example.com/', undefined],
  ['see http://api.example.com/', undefined],
]);
describe('clearTextAddress of a part', () => {
  it('needs the whole host', () => {
    assert.equal(clearTextAddress('http://api.', false), undefined);
    assert.equal(clearTextAddress('http://api.example.com/', false)?.host, 'api.example.com');
  });
});

table('invisibleCharacter', invisibleCharacter, [
  ['a\u200Bb', 'U+200B'],
  ['\u202AC:\\Work', 'U+202A'],
  ['pay \u{E0061}', 'U+E0061'],
  ['Gr\u00FC\u00DFe', undefined],
]);
table('deceivingCharacter', deceivingCharacter, [
  ['\u202E', 'U+202E'],
  ['\u2067x', 'U+2067'],
  ['\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}', undefined],
  [`\u{1F3F4}${'\u{E0061}'.repeat(20)}`, 'U+E0061'],
  ['every\u200Bthing', undefined],
]);
table('lookAlike', lookAlike, [
  ['p\u0430ssword', 'U+0430'],
  ['\u0391lpha', 'U+0391'],
  ['password', undefined],
  ['\u043F\u0430\u0440\u043E\u043B\u044C', undefined],
  ['str\u0421\u0443\u043C\u043C\u0430', undefined],
  ['\u0394Time', undefined],
]);

describe('suspicious texts', () => {
  it('are all in which a character is found, and not those of Latin letters', () => {
    for (let code = 0x80; code < 0xe0100; code += code < 0x3000 ? 1 : 61) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const text = `order${String.fromCodePoint(code)}s`;
      const bytes = Buffer.from(text);
      const isLooked = [isSuspicious(text), isSuspiciousRange({ bytes, start: 0, end: bytes.length })];
      const found = deceivingCharacter(text) ?? invisibleCharacter(text) ?? lookAlike(text);
      if (found !== undefined) assert.deepEqual(isLooked, [true, true], found);
      if (code < 0x340) assert.deepEqual(isLooked, [false, false]);
    }
  });
});

describe('hostile texts', () => {
  it('are looked at in linear time', () => {
    const long = 200_000;
    const texts = ['MII', 'a1B', pem('PRIVATE KEY'), 'password', '\u{1F3F4}\u{E0061}', 'http://'].map(
      (part) => part.repeat(long / part.length),
    );
    const start = processorMs();
    for (const text of texts) {
      privateKeyIn(text);
      [...randomTokensIn(text, BOUNDS)];
      clearTextAddress(text, true);
      invisibleCharacter(text);
      lookAlike(text.slice(0, 1000));
    }
    assert.ok(processorMs() - start < 10_000);
  });
});
