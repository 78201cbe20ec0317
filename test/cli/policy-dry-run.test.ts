/** `flowarden policy dry-run` over a folder and against a real service. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { writePack } from '../../src/policy/built/sign-pack.ts';
import { builtCommand } from '../support/cli/built-command.ts';
import { exampleFile } from '../support/files/example-file.ts';
import { build } from '../support/policies/pack-folder.ts';
import { projectService } from '../support/service/project-service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const { core, gateway, work } = await projectService();
const who = await core.identity();
const folder = temporaryFolder();
const DYNAMIC = '<ui:InvokeWorkflowFile WorkflowFileName="[in_Config(&quot;Step&quot;).ToString]" />';
const FILE = exampleFile('uipath', `<Sequence>${DYNAMIC}</Sequence>`);
mkdirSync(join(folder, 'robots'));
writeFileSync(join(folder, 'robots/Main.xaml'), FILE);
const put = async (file: string, body: string): Promise<void> =>
  writeFileSync(join(folder, file), writePack(await build(`extends: [builtin/recommended]\n${body}`)));
await put(
  'high.flowpack',
  'rules: { UIP-MNT-016: high }\nenvironments:\n  prod: { gate: { score: ">= 100" } }\n',
);
await put('off.flowpack', 'rules: { UIP-MNT-016: off }\n');

const env = {
  PATH: process.env.PATH!,
  FLOWARDEN_URL: gateway.url,
  FLOWARDEN_ORG_ID: who.orgId,
  FLOWARDEN_API_KEY: who.key,
};

function run(...args: readonly string[]) {
  return new Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>(
    (resolve) => {
      const argv = [builtCommand(), 'policy', ...args];
      const child = execFile(process.execPath, argv, { cwd: folder, env }, (_, out, err) =>
        resolve({ code: child.exitCode, out, err }),
      );
    },
  );
}

it('analyses the files of a folder under both policies', async () => {
  const { code, out, err } = await run('dry-run', 'high.flowpack', '--on', 'robots');
  assert.deepEqual([code, err], [0, '']);
  assert.match(out, /^test@1\.0\.0 against default$/m);
  assert.match(out, /^1 workflow: 1 analysed again\.$/m);
  assert.match(out, /^Would fail: 1, would pass: 0\.\n {2}fails {3}Main\.xaml {2}UIP-MNT-016$/m);
  assert.match(out, /UIP-MNT-016 {2}1 finding medium to high, in 1 workflow/);
});

it('compares two packs, each with its environment', async () => {
  const gone = await run('dry-run', 'off.flowpack', '--on', 'robots', '--against', 'high.flowpack');
  assert.match(gone.out, /would pass: 1\.\n {2}passes {2}Main\.xaml/);
  const score = await run('dry-run', 'high.flowpack', '--on', 'robots', '--environment', 'prod');
  assert.match(score.out, /fails {3}robots \(as a whole\) {2}XPL-ENG-008/);
});

it('rejects an unknown environment, ruleset and folder, and options that contradict each other', async () => {
  for (const [args, message] of [
    [['--on', 'robots', '--environment', 'prd'], /no environment "prd"/],
    [['--on', 'robots', '--against', 'strickt'], /Did you mean "strict"\?/],
    [['--on', 'nowhere'], /nowhere/],
    [['--against', 'strict'], /--against needs --on/],
    [['--days', 'many'], /--days must be a whole number/],
  ] as const) {
    const { code, err } = await run('dry-run', 'high.flowpack', ...args);
    assert.equal(code, 2);
    assert.match(err, message);
  }
});

it('has the service look at the runs that it has stored, once the pack is published', async () => {
  const early = await run('dry-run', 'high.flowpack');
  assert.equal(early.code, 2);
  assert.match(early.err, /test@1\.0\.0 is not published/);
  assert.equal((await run('publish', 'high.flowpack')).code, 0);
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(FILE)]), 'robots/Main.xaml');
  form.set('platform', 'uipath');
  form.set('enforcement_mode', 'blocking');
  const headers = { Authorization: `ApiKey ${who.key}`, 'X-Org-Id': who.orgId };
  assert.equal(
    (await fetch(`${gateway.url}/api/v1/validate`, { method: 'POST', headers, body: form })).status,
    200,
  );
  await work();
  const { code, out, err } = await run('dry-run', 'high.flowpack', '--runs', '10');
  assert.deepEqual([code, err], [0, '']);
  assert.match(out, /^1 workflow: 1 exact\.$/m);
  assert.match(out, /fails {3}robots\/Main\.xaml {2}UIP-MNT-016/);
  const other = await run('dry-run', 'off.flowpack');
  assert.match(other.err, /The service has another file of test@1\.0\.0/);
});
