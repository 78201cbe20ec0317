/** `flowarden submit` against a real service, and against answers that it rarely gives. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { CONTRACT_LIMITS } from '../../src/contract/limits.ts';
import { runAnswered, startBuilt } from '../support/cli/answered-command.ts';
import { zip } from '../support/files/zip.ts';
import { commandsIn } from '../support/log-agents.ts';
import { startService } from '../support/service/service.ts';

const ROOT = join(import.meta.dirname, '../..');
const SAMPLES = join(ROOT, 'samples');
const MAIN = join(SAMPLES, 'uipath/Main.xaml');

interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

interface Place {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a command in a folder, with these variables and no others. */
async function flowarden(
  argv: readonly string[],
  { cwd = ROOT, env = {} }: Place = {},
  run = runAnswered,
): Promise<Run> {
  const { status, stdout, stderr } = await run({ argv, cwd, env: { PATH: process.env.PATH!, ...env } });
  return { code: status!, out: stdout, err: stderr };
}

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'flowarden-submit-')));
after(() => rmSync(folder, { recursive: true }));

/** Makes a Git repository of copies of the sample. */
function repository(name: string, ...paths: readonly string[]): string {
  const root = join(folder, name);
  mkdirSync(root);
  execFileSync('git', ['init', '-q'], { cwd: root });
  for (const path of paths) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    cpSync(MAIN, join(root, path));
  }
  return root;
}

const KEY = `fwd_live_4y69JjvY_${'M'.repeat(40)}_0jagpX`;
const ORG = '0199f3a2-7c1e-7a10-8f3e-0c5d2b7a9e42';
const CREDENTIALS = { FLOWARDEN_API_KEY: KEY, FLOWARDEN_ORG_ID: ORG };

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
const isReport = ajv.compile(JSON.parse(readFileSync(join(ROOT, 'docs/report.schema.json'), 'utf8')));

interface Entry {
  readonly path: string;
  readonly status: string;
  readonly result: {
    readonly filename: string;
    readonly findings: readonly { catalogRuleId: string }[];
  } | null;
}
// biome-ignore lint/suspicious/noExplicitAny: results have the shape that the schema checks
type Body = any;
interface Report {
  readonly passed: boolean;
  readonly score: number;
  readonly summary: unknown;
  readonly files: readonly Body[];
  readonly projectFindings: readonly Body[];
  readonly submission: { readonly leftOut: readonly string[] };
}
const rulesByPath = (files: readonly Entry[]) =>
  files.map(({ path, status, result }) => [
    path,
    status,
    result?.findings.map((found) => found.catalogRuleId),
  ]);
const byPath = (a: Entry, b: Entry) => (a.path < b.path ? -1 : 1);

/** A port that nothing listens on: those below 1024 take rights that no test has. */
const CLOSED_URL = 'http://127.0.0.1:1023';
/** Begun first, as its attempts take ten seconds. */
const unreachable = flowarden(['submit', MAIN, '--server', CLOSED_URL], { env: CREDENTIALS }, startBuilt);

const { run } = await startService();
const env = {
  FLOWARDEN_URL: run.restUrl,
  FLOWARDEN_API_KEY: run.apiKey,
  FLOWARDEN_ORG_ID: run.orgId,
};
const submit = (argv: readonly string[], { cwd, env: more }: Place = {}) =>
  flowarden(['submit', ...argv], { cwd: cwd ?? ROOT, env: { ...env, ...more } });
const json = async (argv: readonly string[], place?: Place) => {
  const { out, err } = await submit([...argv, '--format', 'json'], place);
  assert.notEqual(out, '', err);
  const document: unknown = JSON.parse(out);
  assert.ok(isReport(document), JSON.stringify(isReport.errors));
  return document as unknown as Report;
};

describe('flowarden submit, against a service', () => {
  it('reports the findings of a file that passes, and exits with 0', async () => {
    const { code, out, err } = await submit([MAIN]);
    assert.equal(code, 0, err);
    assert.match(out, /1 workflow file\. Score \d+: .*passed/);
    assert.match(out, /Result in the service: http:.*\/validations\/[0-9a-f-]{36}\n/);
    assert.equal(
      err,
      "flowarden: note: The service's mode is warning: findings never fail this command. --enforcement-mode blocking makes them fail it.\n",
    );
    assert.equal((await submit([MAIN, '--enforcement-mode', 'warning'])).err, '');
  });

  it('exits with 1 for a file that is blocked', async () => {
    const { code, out } = await submit([MAIN, '--enforcement-mode', 'blocking']);
    assert.equal(code, 1);
    assert.match(out, /BLOCKED/);
  });

  it('sends the path of the file in its repository', async () => {
    const root = repository('single', 'robots/Main.xaml');
    const { files } = await json(['Main.xaml'], { cwd: join(root, 'robots') });
    assert.deepEqual([files[0].path, files[0].result.filename], ['Main.xaml', 'robots/Main.xaml']);
  });

  it('blocks on what --fail-on names besides what the service blocks', async () => {
    const { code, out } = await submit([MAIN, '--fail-on', 'low', '--format', 'json']);
    const [{ result }] = JSON.parse(out).files;
    assert.deepEqual([code, result.passed], [1, false]);
    assert.equal(result.blockingFindings.length, result.findings.length);
  });

  it('reports the same about a folder as flowarden validate, and names what it has not sent', async () => {
    const root = repository('folder', 'build/Main.xaml');
    cpSync(SAMPLES, join(root, 'flows'), { recursive: true });
    writeFileSync(join(root, '.gitignore'), 'build/\n');
    writeFileSync(join(root, 'picture.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47]));
    const argv = ['.', '--exclude', '*.bpprocess', '--format', 'json'];
    const local = JSON.parse((await flowarden(['validate', ...argv], { cwd: root })).out);
    const sent = await json(argv.slice(0, -2), { cwd: root });
    assert.deepEqual(rulesByPath(sent.files.toSorted(byPath)), rulesByPath(local.files.toSorted(byPath)));
    assert.deepEqual([sent.passed, sent.score, sent.summary], [local.passed, local.score, local.summary]);
    assert.deepEqual(sent.submission.leftOut, ['build/', 'flows/blue-prism/Load Customers.bpprocess']);
    const { error } = sent.files.find(({ path }: Entry) => path === 'picture.png');
    assert.equal(error.code, 'unsupported_file_type');
    const { code, out } = await submit(['.', '--enforcement-mode', 'blocking', '--summary'], { cwd: root });
    assert.equal(code, 1);
    assert.match(out, /Not sent, as Git ignores it or --exclude names it: build\/\./);
  });

  it('names the other files of copies like flowarden validate, in every format', async () => {
    const root = repository('copies', 'a/Main.xaml', 'b/Main.xaml', 'Start.xaml');
    const copiesOf = ({ files }: Pick<Report, 'files'>) =>
      files.flatMap(({ path, result }) =>
        result.findings.flatMap(({ catalogRuleId, description, inFiles }: Body) =>
          inFiles === undefined ? [] : [{ path, catalogRuleId, description, inFiles: inFiles.map(placeOf) }],
        ),
      );
    const placeOf = ({ id: _, ...place }: Body) => place;
    const lines = join(folder, 'copies.jsonl');
    const sent = await json(['.', '--format', `jsonl=${lines}`], { cwd: root });
    const local = JSON.parse((await flowarden(['validate', '.', '--format', 'json'], { cwd: root })).out);
    assert.ok(copiesOf(sent).length > 0);
    assert.deepEqual(copiesOf(sent), copiesOf(local));
    assert.match(readFileSync(lines, 'utf8'), /"places":\[\{"path":"a\/Main.xaml"/);
  });

  it('writes the same findings of a folder in every format of one run', async () => {
    const file = (name: string): string => join(folder, `report.${name}`);
    const argv = [SAMPLES, '--format', `sarif=${file('sarif')}`, '--format', `jsonl=${file('jsonl')}`];
    const { files, projectFindings } = await json(argv);
    const findings: Body[] = [...files.flatMap(({ result }) => result?.findings ?? []), ...projectFindings];
    const ids = findings.map(({ id }) => id);
    const { results, tool } = JSON.parse(readFileSync(file('sarif'), 'utf8')).runs[0];
    const inSarif = results.map(
      (result: { partialFingerprints: Record<string, string> }) =>
        result.partialFingerprints.primaryLocationLineHash,
    );
    assert.ok(ids.length > 20);
    assert.deepEqual(inSarif.toSorted(), ids.toSorted());
    assert.ok(tool.driver.rules.length > 100);
    const lines = readFileSync(file('jsonl'), 'utf8').trimEnd().split('\n');
    assert.equal(lines.length, ids.length + 1);
  });

  it('sends an archive as it is, and reports places inside of it', async () => {
    const path = join(folder, 'robots.zip');
    writeFileSync(path, zip([{ name: 'a/Main.xaml', content: readFileSync(MAIN) }]));
    const { code, out, err } = await submit([path, '--format', 'jsonl', '--fail-on', 'critical']);
    assert.equal(code, 1, err);
    const [finding] = out.split('\n').map((line) => line && JSON.parse(line));
    assert.match(finding.path, /robots\.zip$/);
    assert.match(JSON.stringify(finding), /a\/Main\.xaml › /);
  });

  it('waits for the result of a file that is too large for a synchronous call', async () => {
    const root = repository('large', 'Large.xaml');
    const content = readFileSync(MAIN, 'utf8');
    const padding = `<!--${'x y z '.repeat(CONTRACT_LIMITS.fileBytesSyncMax / 6)}--></Activity>`;
    writeFileSync(
      join(root, 'Large.xaml'),
      content.replace('</Activity>', () => padding),
    );
    const { code, out, err } = await submit(['Large.xaml', '--enforcement-mode', 'blocking'], { cwd: root });
    assert.equal(code, 1, err);
    assert.match(out, /Large\.xaml .*BLOCKED/);
  });

  it('has the pipeline context of the CI job stored, and counts a repeated step once', async () => {
    const ci = {
      GITHUB_ACTIONS: 'true',
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_REPOSITORY: 'acme/robots',
      GITHUB_REF: 'refs/heads/main',
      GITHUB_REF_NAME: 'main',
      GITHUB_SHA: 'a1',
      GITHUB_RUN_ID: '4711',
      GITHUB_RUN_ATTEMPT: '1',
    };
    const root = repository('ci', 'Main.xaml');
    const resultOf = async (attempt: string) => {
      const place = { cwd: root, env: { ...ci, GITHUB_RUN_ATTEMPT: attempt } };
      return (await json(['Main.xaml'], place)).files[0].result;
    };
    // The file that is sent by itself has the path of the file in the folder.
    await json(['.'], { cwd: root, env: ci });
    const first = await resultOf('1');
    const { provider, repository: repo, branch, commit, workflowRunUrl } = first.pipeline;
    const runUrl = 'https://github.com/acme/robots/actions/runs/4711';
    assert.deepEqual(
      [provider, repo, branch, commit, workflowRunUrl, first.source],
      ['github', 'acme/robots', 'main', 'a1', runUrl, 'cicd'],
    );
    assert.equal((await resultOf('1')).validationId, first.validationId);
    assert.notEqual((await resultOf('2')).validationId, first.validationId);
    assert.equal(first.diff.unchangedFindingsCount, first.findings.length);
  });

  it('exits with 2 for a wrong key, says what to do, and never prints the key', async () => {
    const { code, out, err } = await submit([MAIN], { env: { FLOWARDEN_API_KEY: KEY } });
    assert.equal(code, 2);
    assert.match(err, /401 invalid_credentials.*Check FLOWARDEN_API_KEY or the key file/);
    assert.ok(!`${out}${err}`.includes(KEY.slice(9, 17)), err);
  });

  it('exits with 2 for a folder without a workflow', async () => {
    const { code, err } = await submit([join(ROOT, 'src/analysis/rules/blue-prism'), '--exclude', '!*.md']);
    assert.equal(code, 2);
    assert.match(err, /could not be validated: No file in the archive is a workflow/);
  });

  it('exits with 2 if one of several paths has no workflow', async () => {
    const empty = join(folder, 'mistyped');
    mkdirSync(empty);
    writeFileSync(join(empty, 'readme.md'), 'Nothing here.\n');
    const { code, err } = await submit([MAIN, empty, '--summary']);
    assert.equal(code, 2);
    assert.match(err, /There is no workflow in ".*mistyped"/);
  });

  it('prints no command for a CI agent that a stranger has put into a name', async () => {
    const root = repository('hostile', '##vso[task.complete]x.xaml', '::error title=pwn::y.xaml');
    writeFileSync(
      join(root, '##[group]z.xaml'),
      '<Activity xmlns="http://schemas.microsoft.com/netfx/2009/xaml/activities"',
    );
    const files = ['json', 'junit', 'markdown', 'agent'].map((format) => join(folder, `hostile.${format}`));
    const formats = files.flatMap((file) => ['--format', `${file.split('.').at(-1)}=${file}`]);
    const argv = ['.', '--exclude', '::*', '--format', 'text', ...formats];
    const { out, err } = await submit(argv, { cwd: root });
    assert.match(err, /could not be judged/);
    for (const printed of [out, err, ...files.map((file) => readFileSync(file, 'utf8'))]) {
      assert.deepEqual(commandsIn(printed), []);
      assert.match(printed, /group|could not/);
    }
  });
});

/** Starts a server on this machine that answers with the listener. */
async function serverWith(listener: RequestListener): Promise<{ readonly url: string }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  after(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const RESULT = {
  validationId: ORG,
  passed: true,
  score: 100,
  enforcementMode: 'warning',
  platform: 'platform_1',
  ruleset: 'default',
  summary: { critical: 0, high: 0, medium: 0, low: 0, total: 0 },
  findings: [],
  blockingFindings: [],
  reportUrl: null,
};

describe('flowarden submit', () => {
  const BUSY = { 'Retry-After': '31536000', 'Content-Type': 'application/json' };
  for (const [title, answer] of [
    ['asks for a pause of a year', (response: ServerResponse) => response.writeHead(429, BUSY).end('{}')],
    [
      'answers without an end',
      (response: ServerResponse) => {
        response.writeHead(200);
        const timer = setInterval(() => response.write(' '), 50);
        response.once('close', () => clearInterval(timer));
      },
    ],
    ['does not answer', () => {}],
  ] as const) {
    it(`ends at its --timeout when the service ${title}`, async () => {
      const { url } = await serverWith((request, response) => {
        request.resume();
        answer(response);
      });
      const { code, err } = await flowarden(['submit', MAIN, '--server', url, '--timeout', '0.05'], {
        env: CREDENTIALS,
      });
      assert.equal(code, 2);
      assert.match(err, /has not answered with a result within .* Raise --timeout to wait longer/);
    });
  }

  it('waits for the Retry-After of a busy service, and sends the same again', async () => {
    const requests: { readonly at: number; readonly key: unknown; readonly length: number }[] = [];
    const { url } = await serverWith(async (request: IncomingMessage, response) => {
      const { length } = await text(request);
      requests.push({ at: performance.now(), key: request.headers['idempotency-key'], length });
      const isBusy = requests.length <= 2;
      const error = { error: { code: 'rate_limited', message: 'Slow down.', docsUrl: null } };
      response.writeHead(isBusy ? (requests.length === 1 ? 429 : 503) : 200, { 'Retry-After': '1' });
      response.end(JSON.stringify(isBusy ? error : RESULT));
    });
    const { code, err } = await flowarden(['submit', MAIN, '--server', url], { env: CREDENTIALS });
    assert.equal(code, 0, err);
    assert.equal(requests.length, 3);
    const [first, second, third] = requests as [
      (typeof requests)[0],
      (typeof requests)[0],
      (typeof requests)[0],
    ];
    assert.ok(second.at - first.at >= 990 && third.at - second.at >= 990, JSON.stringify(requests));
    assert.match(String(first.key), /^\S{8,}$/);
    assert.equal(new Set(requests.map(({ key }) => key)).size, 1);
    assert.match(err, /note: The service is busy \(429\) and requests a pause of 1 s\./);
  });

  it('exits with 2 when nothing answers, with the reason and what to do', async () => {
    const { code, err } = await unreachable;
    assert.equal(code, 2);
    assert.ok(err.includes(`${CLOSED_URL} cannot be reached (ECONNREFUSED). Nothing listens there.`), err);
  });

  it('exits with 2 for the page of a proxy and for an answer without a verdict', async () => {
    const answers = ['<html>Sign in</html>', '{"validationId":"1","findings":[]}', 'null'];
    const { url } = await serverWith((_, response) => response.end(answers.shift()));
    const submit = () => flowarden(['submit', MAIN, '--server', url], { env: CREDENTIALS });
    const page = await submit();
    assert.match(
      page.err,
      /answered 200, but not as the service does\. Check the address: a proxy may answer/,
    );
    for (const { code, err } of [page, await submit(), await submit()]) {
      assert.equal(code, 2, err);
      assert.match(err, /Check (?:its|the) address/);
    }
  });

  it('exits with 2 when the project has not ended in time, and says where its result will be', async () => {
    const reportUrl = `https://flowarden.example.org/projects/${ORG}`;
    const { url } = await serverWith((request, response) => {
      request.resume().on('end', () => {
        response.end(JSON.stringify({ projectValidationId: ORG, status: 'running', reportUrl }));
      });
    });
    const argv = ['submit', SAMPLES, '--server', url, '--timeout', '0.1'];
    const { code, err } = await flowarden(argv, { env: CREDENTIALS });
    assert.equal(code, 2);
    assert.match(err, /The service validates \d+ files as project /);
    assert.ok(err.includes(`as project ${reportUrl}.`), err);
    assert.ok(err.includes(`not ended within 0.1 minutes. Its result will be at ${reportUrl}.`), err);
  });

  it('exits with 2 after the last attempt at a service that stays busy', async () => {
    let attempts = 0;
    const { url } = await serverWith((request, response) => {
      attempts += 1;
      request.resume();
      response.writeHead(429, { 'Retry-After': '0' });
      response.end('{"error":{"code":"queue_full","message":"Too many wait."}}');
    });
    const { code, err } = await flowarden(['submit', MAIN, '--server', url], { env: CREDENTIALS });
    assert.deepEqual([code, attempts], [2, 6]);
    assert.match(err, /answered 429 queue_full: Too many wait\. Several attempts failed\./);
  });

  it('takes the key from a file, and names no part of one that is wrong', async () => {
    const keyFile = join(folder, 'key');
    const keys: unknown[] = [];
    const { url } = await serverWith((request, response) => {
      keys.push(request.headers.authorization);
      response.end(JSON.stringify(RESULT));
    });
    const argv = ['submit', MAIN, '--server', url, '--org', ORG, '--key-file', keyFile];
    writeFileSync(keyFile, `${KEY}\n`);
    assert.equal((await flowarden(argv)).code, 0);
    assert.deepEqual(keys, [`ApiKey ${KEY}`]);
    writeFileSync(keyFile, `${KEY}\n${KEY}\n`);
    const { code, out, err } = await flowarden(argv);
    assert.equal(code, 2);
    assert.match(err, /The key file holds no API key/);
    assert.ok(!`${out}${err}`.includes(KEY.slice(9, 17)));
  });

  it('without a key uses the identity token of the job, as GitLab or GitHub gives it', async () => {
    const seen: unknown[] = [];
    const { url } = await serverWith((request, response) => {
      seen.push(request.headers.authorization);
      response.end(JSON.stringify(RESULT));
    });
    const argv = ['submit', MAIN, '--server', url, '--org', ORG.toUpperCase()];
    assert.equal((await flowarden(argv, { env: { FLOWARDEN_ID_TOKEN: 'of-gitlab' } })).code, 0);
    const requests: unknown[] = [];
    const issuer = await serverWith((request, response) => {
      requests.push([request.url, request.headers.authorization]);
      response.end('{"value":"of-github"}');
    });
    const env = {
      ACTIONS_ID_TOKEN_REQUEST_URL: `${issuer.url}/token?api-version=2`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of-the-job',
    };
    assert.equal((await flowarden(argv, { env })).code, 0);
    assert.deepEqual(seen, ['Bearer of-gitlab', 'Bearer of-github']);
    const audience = encodeURIComponent(`${url}/orgs/${ORG.toLowerCase()}`);
    assert.deepEqual(requests, [[`/token?api-version=2&audience=${audience}`, 'Bearer of-the-job']]);
    assert.equal((await flowarden(argv, { env: { ...env, FLOWARDEN_API_KEY: KEY } })).code, 0);
    assert.equal(seen.at(-1), `ApiKey ${KEY}`, 'a key wins');
  });

  it('says what to do when GitHub gives the job no identity token', async () => {
    const { url } = await serverWith((_, response) => response.writeHead(403).end('{}'));
    const env = { ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of-the-job' };
    const { code, err } = await flowarden(['submit', MAIN, '--server', url, '--org', ORG], { env });
    assert.equal(code, 2);
    assert.match(err, /GitHub gives the job no identity token. Check its permission id-token: write/);
    assert.ok(!err.includes('of-the-job'));
  });

  it('names everything that is missing at once', async () => {
    const { code, err } = await flowarden(['submit', MAIN]);
    assert.equal(code, 2);
    for (const name of ['FLOWARDEN_URL', 'FLOWARDEN_ORG_ID', 'FLOWARDEN_API_KEY', 'flowarden validate'])
      assert.ok(err.includes(name), err);
  });
});
