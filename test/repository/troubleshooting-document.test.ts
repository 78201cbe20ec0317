/** The messages that the page about troubles quotes are those that the program writes. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { installRoot } from '../../src/infra/process/install-root.ts';

/** All sources as one text, without the marks that escape characters in it. */
function sources(): string {
  return ['src', 'gateway', 'bin']
    .flatMap((folder) =>
      readdirSync(join(installRoot(), folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.m?ts$|\.mjs$/.test(file) && !file.startsWith('gen'))
        .map((file) => readFileSync(join(installRoot(), folder, file), 'utf8')),
    )
    .join('\n')
    .replaceAll('\\', '');
}

test('every message that is quoted as a heading is one that the program writes', () => {
  const page = readFileSync(join(installRoot(), 'docs/troubleshooting.md'), 'utf8');
  const quoted = [...page.matchAll(/^### `([^`]{20,})`$/gm)].map(([, message = '']) => message);
  assert.ok(quoted.length > 15);
  const text = sources();
  const unknown = quoted.filter((message) =>
    message.split('…').some((piece) => !text.includes(piece.replace(/^[:.,]*\s*|\s*$/g, ''))),
  );
  assert.deepEqual(unknown, []);
});
