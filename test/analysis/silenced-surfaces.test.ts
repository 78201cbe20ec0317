/** Gates of the command, the free scanner and archives: what no rule has seen must not pass. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { powerAutomate } from '../../src/analysis/platforms/power-automate/index.ts';
import { uipath } from '../../src/analysis/platforms/uipath/index.ts';
import { call } from '../gateway/support/api.ts';
import { startTestGateway } from '../gateway/support/support.ts';
import { runCommand } from '../support/cli/run-command.ts';
import { zip } from '../support/files/zip.ts';
import { testCore } from '../support/service/core.ts';
import { headers } from '../support/service/project-service.ts';

const core = await testCore();
const gateway = await startTestGateway({ corePort: core.server.port });
after(() => gateway.stop());
const folder = mkdtempSync(join(tmpdir(), 'flowarden-unseen-'));
after(() => rmSync(folder, { recursive: true }));

const INIT =
  '"s0":{"type":"InitializeVariable","inputs":{"variables":[{"name":"a","type":"string"}]},"runAfter":{}}';
const set = (i: number): string =>
  `"s${i}":{"type":"SetVariable","inputs":{"name":"a","value":"@utcNow()"},"runAfter":{"s${i - 1}":["Succeeded"]}}`;
const READ = `"read":{"type":"Compose","inputs":"@variables('a')","runAfter":{"s700":["Succeeded"]}}`;
/** More writes of one variable than PAF-REL-009 compares, in an order that is fine. */
const WRITES = [INIT, ...Array.from({ length: 700 }, (_, i) => set(i + 1)), READ].join(',');
const CLEAN = uipath.snippet('<Sequence DisplayName="Work" />');
const MANIFEST = JSON.stringify({
  name: 'Robot',
  main: 'Main.xaml',
  projectVersion: '1.0.0',
  dependencies: { 'UiPath.System.Activities': '[22.10.4]' },
});
/** Files in which something has gone unseen. */
const FILES: readonly [title: string, name: string, content: Buffer, says: RegExp, exitCode: number][] = [
  [
    'a rule that failed',
    'flow.json',
    Buffer.from(powerAutomate.snippet(WRITES)),
    /The rule PAF-REL-009 .* failed/,
    1,
  ],
  [
    'a part that was not read',
    'flow.json',
    Buffer.from(powerAutomate.snippet('"Note": [{"password":"a"}]')),
    /Note/,
    1,
  ],
  [
    'a damaged member of an archive in a folder of it',
    'robot.nupkg',
    zip([
      { name: 'lib/net45/project.json', content: MANIFEST },
      { name: 'lib/net45/Main.xaml', content: CLEAN },
      { name: 'lib/net45/Steps/Load.xaml', content: CLEAN.slice(0, -20) },
    ]),
    /No rule has checked this file/,
    // Members are files of their own there, and one of them is in error.
    2,
  ],
];

for (const [title, name, content, says, exitCode] of FILES) {
  describe(`a file with ${title}`, () => {
    it(`ends the command with exit code ${exitCode} in blocking mode`, () => {
      const path = join(folder, name);
      writeFileSync(path, content);
      const run = runCommand(['validate', path, '--enforcement-mode', 'blocking', '--format', 'json']);
      assert.equal(run.status, exitCode, run.stdout + run.stderr);
      assert.equal(JSON.parse(run.stdout).passed, false);
    });

    it('has not passed the free scanner', async () => {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(content)]), name);
      const { status, body } = await call(gateway, '/api/v1/demo/validate', { method: 'POST', body: form });
      assert.deepEqual([status, body.passed], [200, false]);
      assert.ok(body.findings.some(({ description }: { description: string }) => says.test(description)));
    });

    it('is answered with 422 in blocking mode', async () => {
      const form = new FormData();
      form.set('enforcement_mode', 'blocking');
      form.set('platform', name.endsWith('.json') ? 'power-automate' : 'uipath');
      form.set('file', new Blob([new Uint8Array(content)]), name);
      const who = await core.identity();
      const init = { method: 'POST', headers: headers(who), body: form };
      const { status, body } = await call(gateway, '/api/v1/validate', init);
      assert.equal(status, 422);
      const notice = body.findings.find(
        ({ catalogRuleId, severity }: { catalogRuleId: string; severity: string }) =>
          catalogRuleId.startsWith('XPL-ENG-') && severity === 'high',
      );
      assert.match(notice?.description ?? '', says);
      assert.equal(
        body.findings.filter(({ severity }: { severity: string }) => severity === 'high').length,
        1,
      );
    });
  });
}
