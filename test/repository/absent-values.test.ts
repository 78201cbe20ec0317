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

/** Folders whose records are rows of the database, with its nulls: no result of a function is null but of those below. */
const ROWS = ['src/jobs', 'src/service'];

/** File → what it writes into SQL. */
const WRITES_SQL: Readonly<Record<string, string>> = {
  'src/service/exceptions/exceptions-store.ts': 'places',
  'src/service/policy/organisation-settings-store.ts': 'branches',
  'src/service/sources/sources-store.ts': 'the time of the next pull',
  'src/service/validations/predecessors-store.ts': 'a branch',
};

/** The end of a signature whose result may be null. */
const NULL_RESULT = /\)(:| =>) [^\n{};=()]*\| null\b[^\n{};=()]*( \{| =>|;)/;

it('types say undefined for what is absent', () => {
  assert.deepEqual(filesWith(FOLDERS, /\| null\b/), Object.keys(OTHERS));
});

it('results are undefined where rows have nulls', () => {
  assert.deepEqual(filesWith(ROWS, NULL_RESULT), Object.keys(WRITES_SQL));
});

function filesWith(folders: readonly string[], pattern: RegExp): readonly string[] {
  const files = globSync(
    folders.map((folder) => `${folder}/**/*.ts`),
    { cwd: ROOT, exclude: ['**/node_modules/**'] },
  ).map((file) => file.replaceAll('\\', '/'));
  assert.ok(files.length > folders.length);
  return files.filter((file) => pattern.test(readFileSync(join(ROOT, file), 'utf8'))).toSorted();
}
