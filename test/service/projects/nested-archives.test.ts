/** Archives inside a project: their limits hold for all of them together. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ZIP_LIMITS } from '../../../src/analysis/platforms/limits.ts';
import { uipath } from '../../../src/analysis/platforms/uipath/index.ts';
import { zip } from '../../support/files/zip.ts';
import { IN_FULL_RUN_ONLY } from '../../support/ring.ts';
import { headers, projectService } from '../../support/service/project-service.ts';

const { core, gateway, submit, completed } = await projectService();
const MAIN = { name: 'Main.xaml', content: uipath.snippet('<Sequence/>') };

/** An archive whose members are within the limits. */
const part = (members: number, depth = 0): Buffer =>
  depth === 0
    ? zip(Array.from({ length: members }, (_, n) => ({ name: `${n}.txt`, content: `${n}` })))
    : zip([{ name: 'inner.zip', content: part(members, depth - 1) }]);
const project = (count: number, content: Buffer): Buffer =>
  zip([MAIN, ...Array.from({ length: count }, (_, n) => ({ name: `parts/${n}.zip`, content }))]);

for (const [title, archive] of [
  ['200 archives of 51 members', project(200, part(51))],
  ['200 archives that hold others on three levels', project(200, part(50, 2))],
] as const)
  it(`ends a project with ${title} with the code of archives that are too large`, async () => {
    const who = await core.identity();
    const { status, body } = await submit(who, archive);
    assert.equal(status, 200);
    const id = body.projectValidationId;
    const ended = await completed(who, id);
    assert.deepEqual([ended.status, ended.error.code], ['failed', 'archive_too_large']);
    assert.match(ended.error.message, /have more than 10,000 members together/);
    const gate = await fetch(`${gateway.url}/api/v1/validate/project/${id}?gate=true`, {
      headers: headers(who),
    });
    assert.equal(gate.status, 413);
  });

it('ends a project whose archives unpack to more than the limit together', {
  skip: IN_FULL_RUN_ONLY,
}, async () => {
  const who = await core.identity();
  const bytes = 4 * 1024 * 1024;
  // Random enough for the ratio of each, and the same in all of them.
  const content = Buffer.alloc(bytes, 'a line of a log that hardly repeats 0123456789 qwertzuiop\n');
  for (let at = 0; at < bytes; at += 500) content.writeUInt32LE((at * 2_654_435_761) >>> 0, at);
  const one = zip([{ name: 'log.txt', content }]);
  const count = Math.ceil(ZIP_LIMITS.totalBytesMax / bytes) + 1;
  const { body } = await submit(who, project(count, one));
  const ended = await completed(who, body.projectValidationId);
  assert.deepEqual([ended.status, ended.error.code], ['failed', 'archive_too_large']);
  assert.match(ended.error.message, /unpack to more than 1,073,741,824 bytes together/);
});

it('validates a project whose archives are within the limits together, also beside a damaged one', async () => {
  const who = await core.identity();
  const robot = zip([{ name: 'Inner.xaml', content: MAIN.content }]);
  const parts = [
    { name: 'parts/robot.zip', content: robot },
    { name: 'parts/many.nupkg', content: part(2_000) },
    { name: 'parts/damaged.zip', content: robot.subarray(0, robot.length - 30) },
  ];
  const { body } = await submit(who, zip([MAIN, ...parts]));
  const { status, items } = await completed(who, body.projectValidationId);
  assert.equal(status, 'completed');
  assert.deepEqual(
    items.map(({ path, status: state }: { path: string; status: string }) => [path, state]).sort(),
    [
      ['Main.xaml', 'completed'],
      ['parts/damaged.zip', 'failed'],
      ['parts/many.nupkg', 'skipped'],
      ['parts/robot.zip', 'completed'],
    ],
  );
});
