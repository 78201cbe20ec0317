/** Commands in the documents, each run as it stands there against a real service, or listed with a reason. */
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { OFFLINE_COMMANDS } from '../../src/cli/offline-commands.ts';
import { builtCommand } from '../support/cli/built-command.ts';
import { zip } from '../support/files/zip.ts';
import { until } from '../support/processes.ts';
import { startService } from '../support/service/service.ts';
import { type ShellBlock, shellBlocks } from '../support/shell-blocks.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');

const STARTS_SERVICE = 'starts the service that this test has started';
const NEEDS_DOCKER = 'needs Docker';
const NEEDS_CLUSTER =
  'needs a cluster; `test/repository/kubernetes.test.ts` checks the files that it applies';
const NEEDS_SERVER = 'needs a Postgres server of version 18 beside the embedded one';
const RUN_AT_THE_END = 'needs a service that is stopped: the last test runs it';
const COLD_BACKUP = 'docs/operations.md: # The service is stopped.';
const COLD_RESTORE = 'docs/operations.md: # Restore into an empty folder, as the user that ran the service.';
const NEEDS_TENANT = 'needs a tenant of UiPath; `test/cli/pull.test.ts` replays one';
const NEEDS_CLIENT = 'needs `pg_dump` of the version of the embedded Postgres, which does not bring one';

/** Blocks that are not run, by name, and why. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'README.md: npm ci': STARTS_SERVICE,
  [COLD_BACKUP]: RUN_AT_THE_END,
  [COLD_RESTORE]: RUN_AT_THE_END,
  'docs/operations.md: # Backup': NEEDS_CLIENT,
  'docs/operations.md: # Restore on a new server: make the roles and an empty database first': NEEDS_CLIENT,
  'docs/operations.md: # The new server runs on the copied files.': NEEDS_SERVER,
  'docs/operations.md: # Dump the embedded Postgres.': NEEDS_CLIENT,
  'docs/tutorial.md: npm ci': STARTS_SERVICE,
  'README.md: npm test': 'runs this test',
  'README.md: base64 <samples/uipath/Main.xaml | tr -d \'\\n\' | jq -R \'{platform: "platform_1", filename: "Main.xaml", file: .}\' |':
    'needs grpcurl; `test/processes/end-to-end.test.ts` sends the same call',
  'docs/deployment.md: docker build -f deploy/Dockerfile -t flowarden .': NEEDS_DOCKER,
  'docs/deployment.md: deploy/make-secrets.sh': NEEDS_DOCKER,
  'docs/kubernetes.md: # With your registry': NEEDS_DOCKER,
  'docs/kubernetes.md: # As the administrator of your Postgres': NEEDS_CLUSTER,
  'docs/kubernetes.md: # From the folder of the checkout': NEEDS_CLUSTER,
  'docs/kubernetes.md: # With your overlay': NEEDS_CLUSTER,
  'docs/kubernetes.md: # With the image of your registry in operator.yaml': NEEDS_CLUSTER,
  'docs/kubernetes.md: # What the pods say': NEEDS_CLUSTER,
  'docs/ci.md: mkdir -p .github/actions/flowarden':
    'needs the file of a release; `test/repository/github-action.test.ts` packs one and runs it',
  'docs/agents.md: claude mcp add flowarden -- flowarden mcp':
    'needs the agent; `test/cli/mcp.test.ts` runs the server',
  'docs/command.md: npm i -g "$FLOWARDEN_URL/downloads/flowarden-cli.tgz"':
    'installs for the whole machine; `test/repository/cli-package.test.ts` packs a file and installs it elsewhere',
  'docs/command.md: flowarden pull uipath --url https://cloud.uipath.com/acme/production/orchestrator_ --list':
    NEEDS_TENANT,
  'docs/sources.md: flowarden pull uipath --url https://cloud.uipath.com/acme/production/orchestrator_ --to pulled':
    NEEDS_TENANT,
  'docs/sources.md: flowarden validate pulled': NEEDS_TENANT,
  'docs/sources.md: export FLOWARDEN_PULL_CLIENT_ID=7f3a0c52-0000-4000-8000-000000000000': NEEDS_TENANT,
  'docs/sources.md: export FLOWARDEN_PULL_CLIENT_ID=…':
    'needs a tenant of Microsoft; `test/cli/pull-power-platform.test.ts` replays one',
  'docs/sources.md: flowarden pull uipath --url https://orchestrator.acme.example --on-premises --tenant Default --to pulled':
    NEEDS_TENANT,
  'docs/deployment.md: npm install --prefix flowarden ./flowarden-0.1.0.tgz':
    'needs the registry; `test/repository/package.test.ts` runs the packed file beside packages of the checkout',
  'docs/deployment.md: FLOWARDEN_HOST=0.0.0.0 FLOWARDEN_BASE_URL=https://flowarden.example.org \\':
    'starts a service; `test/infra/tls.test.ts` starts one with certificates',
};

/** Exit codes of the commands that fail in a block, as its page says; all others end with 0. */
const FAILURES: Readonly<Record<string, readonly number[]>> = {
  'README.md: metadata=$(jq -n --arg repository "$REPOSITORY" --arg branch "$BRANCH" --arg commit "$COMMIT" \\':
    [1],
  'README.md: answer=$(curl -sS --fail-with-body --retry 3 --retry-connrefused "$FLOWARDEN_URL/api/v1/validate/project" \\':
    [1],
  'README.md: answer=$(curl -sS --fail-with-body --retry 3 --retry-connrefused "$FLOWARDEN_URL/api/v1/validate/async" \\':
    [1],
  'README.md: flowarden submit samples --enforcement-mode blocking': [1],
  'README.md: npx flowarden validate samples': [1],
  'docs/command.md: flowarden validate Main.xaml': [1],
  'docs/command.md: flowarden policy init finance': [1],
  'docs/policy-packs.md: flowarden policy init corp-rules': [1],
  // The sample has a critical secret, which no baseline covers.
  'docs/command.md: flowarden baseline write src --reason "before the gate, ticket 4711"': [1],
  'docs/command.md: flowarden submit src --enforcement-mode blocking --format text --format sarif=flowarden.sarif':
    [1],
  'docs/tutorial.md: curl --fail-with-body -sS -o report.json "$FLOWARDEN_URL/api/v1/validate" \\': [22],
};

/** Commands that are the same in the package of the offline command. */
const BUILT = Object.keys(OFFLINE_COMMANDS).filter((name) => name !== 'completion');

const BLOCKS = shellBlocks();
const RUN = BLOCKS.filter(({ name }) => !Object.hasOwn(NOT_RUN, name));

const { serve, run, dataDir } = await startService();
const environment = {
  PATH: process.env.PATH,
  FLOWARDEN_URL: run.restUrl,
  FLOWARDEN_API_KEY: run.apiKey,
  FLOWARDEN_ORG_ID: run.orgId,
  FLOWARDEN_DATA_DIR: dataDir,
  REPOSITORY: 'acme/robots',
  // Quotes and what curl reads as its own must not break the metadata.
  BRANCH: 'it\'s "main";type=x@y',
  COMMIT: '9fceb02d0ae598e95dc970b74767f19372d61af8',
  REQUESTER_KEY: run.apiKey,
  APPROVER_KEY: await makeKey('exceptions:approve'),
};

/** A key of another person. */
async function makeKey(scopes: string): Promise<string> {
  const argv = ['bin/flowarden.mjs', 'keys', 'create', '--name', 'other', '--scopes', scopes];
  const env = { ...process.env, FLOWARDEN_DATA_DIR: dataDir };
  const { stdout } = await promisify(execFile)(process.execPath, argv, { cwd: ROOT, env });
  return /^Key +(fwd_live_\w+)$/m.exec(stdout)![1]!;
}

/** Fails for every answer that is an error, but where the command looks at the status itself. */
const CURL = `#!/bin/bash
case " $* " in *" -w "*) ;; *) set -- --fail-with-body "$@" ;; esac
exec "$(PATH="\${PATH#*:}" command -v curl)" "$@"
`;

/** A folder with what readers have: the samples of a checkout, files of their own, and the program on their path. */
function workplace(): { readonly folder: string; readonly path: string } {
  const folder = temporaryFolder();
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  const exec = (script: string): string => `exec '${process.execPath}' '${script}' "$@"`;
  const start = `case $1 in ${BUILT.join('|')}) ${exec(builtCommand())} ;; esac\n${exec(join(ROOT, 'bin/flowarden.mjs'))}`;
  writeFileSync(join(programs, 'flowarden'), `#!/bin/sh\n${start}\n`, { mode: 0o755 });
  writeFileSync(join(programs, 'npx'), `#!/bin/sh\nshift\n${start}\n`, { mode: 0o755 });
  writeFileSync(join(programs, 'curl'), CURL, { mode: 0o755 });
  symlinkSync(dataDir, join(folder, '.flowarden'));
  cpSync(join(ROOT, 'samples'), join(folder, 'samples'), { recursive: true });
  for (const [place, sample] of READERS_FILES) {
    cpSync(join(ROOT, 'samples', sample), join(folder, place), { recursive: true });
  }
  const content = readFileSync(join(ROOT, 'samples/uipath/Main.xaml'));
  writeFileSync(join(folder, 'InvoiceRobot.zip'), zip([{ name: 'src/Main.xaml', content }]));
  commitAll(folder);
  return { folder, path: `${programs}:${process.env.PATH}` };
}

/** Makes the folder a repository with a commit that the remote's main branch has too. */
function commitAll(folder: string): void {
  const git = (...args: readonly string[]): Buffer => execFileSync('git', args, { cwd: folder });
  git('init', '-q', '-b', 'main');
  git('add', ...READERS_FILES.map(([place]) => place));
  git('-c', 'user.name=Reader', '-c', 'user.email=reader@example.com', 'commit', '-q', '-m', 'Add robots');
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
}

const READERS_FILES = [
  ['Main.xaml', 'uipath/Main.xaml'],
  ['src', 'uipath'],
  ['flows', 'power-automate'],
  ['bots/Reminders.json', 'automation-anywhere/Send Reminders.json'],
] as const;

/** Runs the blocks of a document one after the other in one shell. Returns the exit codes of what failed in each. */
async function failuresOf(blocks: readonly ShellBlock[]) {
  const { folder, path } = workplace();
  const script = blocks
    .map(({ script }) => script.replaceAll('http://127.0.0.1:8080', run.restUrl))
    .map((commands, index) => `echo "block ${index}" >>failures\n${commands}`)
    .join('\n');
  const { stdout, stderr } = await promisify(execFile)(
    'bash',
    ['--norc', '-c', `trap 'echo "$?" >>failures' ERR\nset -o pipefail\n${script}\ntrue`],
    { cwd: folder, env: { ...environment, PATH: path }, timeout: 300_000, maxBuffer: 1 << 26 },
  );
  const failures = readFileSync(join(folder, 'failures'), 'utf8')
    .split(/^block \d+\n/m)
    .slice(1);
  return { failures: failures.map((codes) => codes.split('\n').filter(Boolean).map(Number)), stdout, stderr };
}

/** Ends the setting of docs/keyless.md: without identity tokens, no exception would hold in the documents after it. */
async function resetSettings(): Promise<void> {
  const answer = await fetch(`${run.restUrl}/api/v1/organisation/settings`, {
    method: 'PATCH',
    headers: {
      Authorization: `ApiKey ${run.apiKey}`,
      'X-Org-Id': run.orgId,
      'Content-Type': 'application/json',
    },
    body: '{"exceptionsNeedProof": false}',
  });
  assert.equal(answer.status, 200, await answer.text());
}

describe('the commands of', () => {
  afterEach(async () => {
    if (serve.child.exitCode === null && serve.child.signalCode === null) await resetSettings();
  });

  for (const [document, blocks = []] of Map.groupBy(RUN, ({ document }) => document)) {
    it(`${document} do what their page says`, async () => {
      const { failures, stdout, stderr } = await failuresOf(blocks);
      assert.deepEqual(
        blocks.map(({ name }, index) => [name, failures[index]]),
        blocks.map(({ name }) => [name, FAILURES[name] ?? []]),
        `${stdout}\n${stderr}`,
      );
    });
  }

  it('README.md pass on the name of a branch with any characters', async () => {
    const headers = { Authorization: `ApiKey ${run.apiKey}`, 'X-Org-Id': run.orgId };
    const query = new URLSearchParams({ branch: environment.BRANCH });
    const answer = await fetch(`${run.restUrl}/api/v1/validations?${query}`, { headers });
    const { validations } = (await answer.json()) as { validations: unknown[] };
    assert.ok(validations.length > 0);
  });

  it('documents that upload a file of a repository name its path', () => {
    const uploads = BLOCKS.filter(({ script }) => script.includes('/api/v1/validate')).flatMap(
      ({ script }) => [...script.matchAll(/file=@([^\s";)]+)(?:;filename=([^\s";)]+))?/g)],
    );
    const ofRepository = uploads.filter(([, file = '']) => !/^samples\/|\.zip$/.test(file));
    assert.ok(ofRepository.length > 1);
    for (const [upload, file, filename] of ofRepository) assert.equal(filename, file, upload);
  });

  it('docs/operations.md back up the embedded Postgres with both keys, and restore it', async () => {
    serve.child.kill('SIGTERM');
    await serve.ended;
    const { folder, path } = workplace();
    const [backup, restore] = [COLD_BACKUP, COLD_RESTORE].map(
      (wanted) => BLOCKS.find(({ name }) => name === wanted)!.script,
    );
    // The restored service is started below, where its end is looked after.
    const script = `set -e\n${backup}\n${restore!.replace(/npm start$/m, 'true')}`;
    await promisify(execFile)('bash', ['--norc', '-c', script], { cwd: folder, env: { PATH: path } });
    const restored = await startService({ FLOWARDEN_DATA_DIR: join(folder, 'restored') });
    // As clients do: right after a start, the first look at the database may be under way.
    const answer = await until('the restored service serves', async () => {
      const found = await fetch(`${restored.run.restUrl}/api/v1/validations`, {
        headers: { Authorization: `ApiKey ${run.apiKey}`, 'X-Org-Id': run.orgId },
      });
      return found.status === 503 ? null : found;
    });
    assert.equal(answer.status, 200, answer.statusText);
    const { validations } = (await answer.json()) as { validations: unknown[] };
    assert.ok(validations.length > 0, 'the restored service knows the old key and the old results');
  });

  it('the tables above are all still shown', () => {
    const names = BLOCKS.map(({ name }) => name);
    const listed = [...Object.keys(NOT_RUN), ...Object.keys(FAILURES)];
    assert.deepEqual(
      listed.filter((name) => !names.includes(name)),
      [],
    );
  });
});
