/** Encodings of files that people write on Windows. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readConfig } from '../../src/cli/config/config-file.ts';
import { decodeWritten } from '../../src/text/decode-written.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const TEXT = '{\r\n  "paths": ["Abläufe"],\r\n  "failOn": "high"\r\n}\r\n';
const UTF16 = Buffer.from(`\uFEFF${TEXT}`, 'utf16le');

const FORMS: readonly (readonly [name: string, bytes: Buffer])[] = [
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${TEXT}`)],
  ['UTF-16 of Windows PowerShell', UTF16],
  ['UTF-16 with the large byte first', Buffer.from(UTF16).swap16()],
];

describe('a file that a person wrote', () => {
  for (const [name, bytes] of FORMS)
    it(`is read in ${name}`, async () => {
      assert.equal(decodeWritten(bytes), TEXT);
      const folder = temporaryFolder();
      writeFileSync(join(folder, 'flowarden.json'), bytes);
      const config = await readConfig({ file: undefined, isOff: false }, folder);
      assert.deepEqual([config?.paths, config?.failOn], [['Abläufe'], 'high']);
    });
});
