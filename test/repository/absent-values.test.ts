/** How code says that a value is absent: by undefined. Null is for JSON, protocols and databases. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');

/** Folders where no type has a null but those of the files below. */
const FOLDERS = [
  'action',
  'scripts',
  'src/picture',
  'src/pool',
  'src/processes',
  'src/remotes',
  'src/text',
  'workers',
];

/** File → whose null it is. */
const OTHERS: Readonly<Record<string, string>> = {
  'action/src/event.ts': "GitHub's payload of an event",
  'action/src/github-api.ts': "GitHub's answers",
  'action/src/run-action.ts': 'the JSON report',
  'scripts/unit/file-times.ts': 'lines of JSON',
  'scripts/unit/run-test-files.ts': "Node's exit code of a process",
  'src/pool/sandbox-pool.ts': "Node's exit code and signal of a process",
  'src/pool/traced-pool.ts': 'the tracer, which is null while nothing is traced',
};

it('types say undefined for what is absent', () => {
  const files = globSync(
    FOLDERS.map((folder) => `${folder}/**/*.ts`),
    { cwd: ROOT, exclude: ['**/node_modules/**'] },
  ).map((file) => file.replaceAll('\\', '/'));
  assert.ok(files.length > FOLDERS.length);
  const withNull = files.filter((file) => /\| null\b/.test(readFileSync(join(ROOT, file), 'utf8')));
  assert.deepEqual(withNull.toSorted(), Object.keys(OTHERS));
});
