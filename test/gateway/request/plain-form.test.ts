/** Fast reader of forms, against the parser for all forms. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readAnyForm, type Upload } from '../../../gateway/request/form-body.ts';
import { readPlainForm } from '../../../gateway/request/plain-form.ts';
import { normalisePath } from '../../../src/contract/file-path.ts';

const LIMITS = {
  fileBytesMax: 5_000,
  bodyBytesMax: 100_000,
  uploadMsMax: 5_000,
  idleMsMax: 5_000,
  tooSlowCode: 'upload_too_slow',
} as const;

/** The same forms each time. */
const RUNS = { numRuns: 2_000, seed: 7 };

const PLAIN_TYPE = 'multipart/form-data; boundary=b';

/** Reads a form with the parser for all forms. */
function readByParser(body: Buffer, type: string): Promise<Upload> {
  const headers = { 'content-type': type, 'content-length': String(body.length) };
  return readAnyForm({ headers }, body, LIMITS);
}

const FILE = 'Content-Disposition: form-data; name="file"; filename="a.xaml"\r\n\r\n<a/>';
const form = (...parts: readonly string[]) =>
  `${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`;

describe('the quick reader of forms', () => {
  const read: readonly (readonly [who: string, body: string, type?: string])[] = [
    ['curl', form('Content-Disposition: form-data; name="platform"\r\n\r\nuipath', `${FILE}`)],
    [
      'fetch of Node',
      form(
        'Content-Disposition: form-data; name="platform"\r\n\r\nuipath',
        FILE.replace('\r\n\r\n', '\r\nContent-Type: application/octet-stream\r\n\r\n'),
      ),
    ],
    ['python-requests', form(FILE), 'multipart/form-data; boundary="b"'],
    [
      'a client with a text type',
      form(
        `Content-Disposition: form-data; name="label"\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nä`,
        FILE,
      ),
    ],
    ['a client with an empty file', form(FILE.replace('<a/>', ''))],
    ['a client with line ends in the file', form(`${FILE}\r\n\r\n--\r\n--c\r\n`)],
    ['a client with letters outside ASCII', form(FILE.replace('a.xaml', 'Prüfung – 請求書.xaml'))],
    ['a client that ends without a line end', form(FILE).trimEnd()],
    ['curl with filename=src/a.xaml', form(FILE.replace('a.xaml', 'src/lib/a.xaml'))],
    ['a client with dots for folders', form(FILE.replace('a.xaml', '../.././a.xaml'))],
    ['a client with a root folder', form(FILE.replace('a.xaml', '/src/a.xaml'))],
  ];
  for (const [who, body, type = PLAIN_TYPE] of read) {
    it(`reads the form of ${who}`, async () => {
      const bytes = Buffer.from(body);
      const plain = readPlainForm(bytes, type, LIMITS);
      assert.ok(plain);
      if (plain.file.length > 0) assert.deepEqual(shown(plain), shown(await readByParser(bytes, type)));
    });
  }

  const left: readonly (readonly [fact: string, body: string, type?: string])[] = [
    ['words before the form', `hello\r\n${form(FILE)}`],
    ['words after it', `${form(FILE)}hello`],
    ['no end', form(FILE).replace('--b--\r\n', '')],
    ['no file', form('Content-Disposition: form-data; name="platform"\r\n\r\nuipath')],
    ['two files', form(FILE, FILE)],
    [
      'a field twice',
      form(
        'Content-Disposition: form-data; name="a"\r\n\r\n1',
        'Content-Disposition: form-data; name="a"\r\n\r\n1',
        FILE,
      ),
    ],
    ['an escaped name', form(FILE.replace('a.xaml', 'a%22b.xaml'))],
    ['a name with a quote', form(FILE.replace('a.xaml', 'a\\"b.xaml'))],
    ['a name with backslashes', form(FILE.replace('a.xaml', 'src\\a.xaml'))],
    ['a name with a NUL', form(FILE.replace('a.xaml', 'a\0.xaml'))],
    ['a second name of the file', form(FILE.replace('a.xaml"', `a.xaml"; filename*=UTF-8''b.xaml`))],
    ['a field with brackets', form('Content-Disposition: form-data; name="a[b]"\r\n\r\n1', FILE)],
    ['a prototype', form('Content-Disposition: form-data; name="__proto__"\r\n\r\n1', FILE)],
    [
      'another character set',
      form(
        'Content-Disposition: form-data; name="a"\r\nContent-Type: text/plain; charset=latin1\r\n\r\n1',
        FILE,
      ),
    ],
    ['a transfer encoding', form(FILE.replace('\r\n\r\n', '\r\nContent-Transfer-Encoding: base64\r\n\r\n'))],
    [
      'a head that shares its line end with the boundary',
      '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n--b--\r\n',
    ],
    ['two boundaries', form(FILE), 'multipart/form-data; boundary=b; boundary=c'],
    ['no boundary', form(FILE), 'multipart/form-data'],
  ];
  for (const [fact, body, type = PLAIN_TYPE] of left) {
    it(`leaves a form with ${fact} to the parser`, () => {
      assert.equal(readPlainForm(Buffer.from(body), type, LIMITS), null);
    });
  }

  const names: readonly (readonly [client: string, parameters: string, path: string])[] = [
    ['curl without filename=', 'filename="Main.xaml"', 'Main.xaml'],
    ['curl with filename=src/Main.xaml', 'filename="src/Main.xaml"', 'src/Main.xaml'],
    [
      'curl with backslashes, which it escapes',
      String.raw`filename="src\\lib\\Main.xaml"`,
      'src/lib/Main.xaml',
    ],
    ['curl with a quote, escaped', String.raw`filename="src/a\"b.xaml"`, 'src/a"b.xaml'],
    ['a browser with a quote, encoded', 'filename="src/a%22b.xaml"', 'src/a"b.xaml'],
    ['a browser with a letter outside ASCII', 'filename="src/Prüfung.xaml"', 'src/Prüfung.xaml'],
    [
      'an old browser with a Windows path',
      String.raw`filename="C:\Users\Ada\Main.xaml"`,
      'Users/Ada/Main.xaml',
    ],
    [
      'an old browser with a network path',
      String.raw`filename="\\server\share\Main.xaml"`,
      'server/share/Main.xaml',
    ],
    ['.NET, without quotes', 'filename=Main.xaml', 'Main.xaml'],
    ['.NET, with both forms', "filename=Main.xaml; filename*=utf-8''src%2FMain.xaml", 'src/Main.xaml'],
    [
      '.NET, with both forms quoted',
      `filename="=?utf-8?B?TQ==?="; filename*=utf-8''src%5CPr%C3%BCfung.xaml`,
      'src/Prüfung.xaml',
    ],
    [
      'python-requests with a letter outside ASCII',
      "filename*=utf-8''src%2FPr%C3%BCfung.xaml",
      'src/Prüfung.xaml',
    ],
    ['a client that sends another character set', "filename*=iso-8859-1'en'Pr%FCfung.xaml", 'Prüfung.xaml'],
    ['an attacker with dots', 'filename="../../etc/passwd"', 'etc/passwd'],
    ['an attacker with encoded dots', "filename*=utf-8''..%2F..%2Fetc%2Fpasswd", 'etc/passwd'],
    ['an attacker with dots and backslashes', String.raw`filename="..\..\etc\passwd"`, 'etc/passwd'],
  ];
  for (const [client, parameters, path] of names) {
    it(`agrees with the parser about the path that ${client} sends`, async () => {
      const body = Buffer.from(form(FILE.replace('filename="a.xaml"', parameters)));
      const parsed = await readByParser(body, PLAIN_TYPE);
      assert.equal(normalisePath(parsed.filename, 255), path);
      const plain = readPlainForm(body, PLAIN_TYPE, LIMITS);
      if (plain !== null) assert.deepEqual(shown(plain), shown(parsed));
    });
  }

  const tooLarge = form(FILE + 'x'.repeat(6_000));
  for (const [fact, body] of [
    ['', tooLarge],
    [' of which only the beginning has come', tooLarge.slice(0, -20)],
  ]) {
    it(`rejects a file over the limit in a form${fact}`, () => {
      assert.throws(() => readPlainForm(Buffer.from(body!), PLAIN_TYPE, LIMITS), { code: 'file_too_large' });
    });
  }

  it('agrees with the parser about arbitrary pieces of forms, whenever it has read them', async () => {
    let agreed = 0;
    const property = fc.asyncProperty(formLike(), async (body) => {
      const plain = readPlainForm(body, PLAIN_TYPE, LIMITS);
      if (plain === null || plain.file.length === 0) return;
      assert.deepEqual(
        shown(plain),
        shown(await readByParser(body, PLAIN_TYPE)),
        JSON.stringify(body.toString('latin1')),
      );
      agreed += 1;
    });
    await fc.assert(property, RUNS);
    assert.ok(agreed > RUNS.numRuns / 6, String(agreed));
  });
});

function shown({ file, filename, fields }: Upload) {
  return { file: file.toString('latin1'), filename, fields: { ...fields } };
}

/** Whole parts, most of them with one thing changed, in a frame that is right most of the time. */
function formLike(): fc.Arbitrary<Buffer> {
  const text = fc.oneof(
    fc.constantFrom(
      '',
      'x',
      '--b',
      '\r\n--b',
      '\r\n--bb\r\n',
      '\r\n',
      '--',
      '--b--',
      '\r\n--b-',
      'ä',
      '\ufeffx',
      '\0',
    ),
    fc.string({ unit: 'binary', maxLength: 8 }),
  );
  const content = fc.array(text, { maxLength: 3 }).map((pieces) => pieces.join(''));
  const name = fc.oneof(
    { weight: 29, arbitrary: fc.constantFrom('a', 'b_c', 'file', 'Platform', 'label', 'source', 'mode') },
    { weight: 1, arbitrary: text },
  );
  const filename = fc.oneof(
    {
      weight: 16,
      arbitrary: fc.constantFrom(
        'a.xaml',
        'src/a.xaml',
        '../a b/./a.xaml',
        '/',
        '..',
        'C:/a.xaml',
        'ä b.json',
        "a'b;c.zip",
      ),
    },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        'filename="x',
        'a\\b',
        '%41',
        '%2e%2e/a',
        `a.xaml"; filename*=UTF-8''src%2Fb.xaml; x="`,
      ),
    },
    { weight: 1, arbitrary: text },
  );
  const extra = fc.oneof(
    { weight: 8, arbitrary: fc.constant('') },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '\r\nContent-Type: text/plain',
        '\r\nContent-Type:application/octet-stream',
        '\r\nContent-Type: text/plain; charset=utf-16le',
        '\r\ncontent-type: text/plain; charset=UTF-8',
        '\r\nX-A: b',
        '\r\nContent-Type: ',
        ' ',
        '; a=b',
      ),
    },
  );
  const field = fc
    .tuple(name, extra, content)
    .map(([name, extra, value]) => `Content-Disposition: form-data; name="${name}"${extra}\r\n\r\n${value}`);
  const file = fc
    .tuple(filename, extra, content)
    .map(
      ([name, extra, value]) =>
        `content-disposition: form-data; name="file"; filename="${name}"${extra}\r\n\r\n${value}`,
    );
  const parts = fc
    .tuple(fc.array(field, { maxLength: 2 }), file, fc.array(field, { maxLength: 1 }))
    .map(([before, one, after]) => [...before, one, ...after]);
  const end = fc.oneof(
    { weight: 20, arbitrary: fc.constant('--b--\r\n') },
    fc.constantFrom('--b--', '--b', '', '--b--x', '--b--\r\n\r\n'),
  );
  return fc
    .tuple(parts, end)
    .map(([all, last]) => Buffer.from(all.map((part) => `--b\r\n${part}\r\n`).join('') + last));
}
