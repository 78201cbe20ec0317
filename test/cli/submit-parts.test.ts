/** Parts of `flowarden submit`: its arguments, its gate, and its sentences about failures. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import type { ValidateFinding } from '../../clients/typescript/src/api.ts';
import { FlowardenUnreachable } from '../../clients/typescript/src/errors.ts';
import { ZIP_LIMITS } from '../../src/analysis/platforms/limits.ts';
import { readZip } from '../../src/analysis/platforms/zip/zip.ts';
import type { CommandConfig } from '../../src/cli/config/config-file.ts';
import { readSubmitArguments } from '../../src/cli/submit/arguments.ts';
import { explainFailure } from '../../src/cli/submit/explain-failure.ts';
import { packFiles } from '../../src/cli/submit/pack-files.ts';
import { archiveName, type SentFile, sentFiles } from '../../src/cli/submit/sent-files.ts';
import { judgeFindings } from '../../src/cli/submit/stored-findings.ts';
import type { Input } from '../../src/cli/validate/inputs.ts';
import { StartError } from '../../src/infra/process/start-error.ts';

const CONFIG: CommandConfig = {
  paths: ['robots'],
  exclude: ['old/'],
  folder: '/work',
  formats: ['sarif=out.sarif'],
  failOn: 'medium',
  baseline: undefined,
  policy: undefined,
  trust: undefined,
  environment: undefined,
  includeLogicApps: false,
};

function read(argv: string, config: CommandConfig | null = null) {
  const options = readSubmitArguments(argv.split(' ').filter(Boolean), config);
  assert.ok(options !== 'help');
  return options;
}
const gateOf = (argv: string, config: CommandConfig | null = null) => {
  const { fields, failOn } = read(argv, config);
  return [fields.enforcement_mode, failOn];
};

describe('the arguments of flowarden submit', () => {
  it('leave the mode to the organisation by default', () => {
    assert.deepEqual(read('a').fields, {});
  });

  it('imply the mode blocking by --fail-on, but for critical, which blocks less than the service', () => {
    assert.deepEqual(gateOf('a --fail-on low'), ['blocking', 'low']);
    assert.deepEqual(gateOf('a --fail-on critical'), [undefined, 'critical']);
    assert.deepEqual(gateOf('a --fail-on critical --enforcement-mode blocking'), ['blocking', 'critical']);
  });

  it('take paths, patterns, formats and the threshold of flowarden.json where they are absent', () => {
    const { paths, leaveOut, formats } = read('', CONFIG);
    assert.deepEqual([paths, formats], [['robots'], [{ format: 'sarif', file: 'out.sarif' }]]);
    assert.deepEqual(leaveOut.exclude.at(-1), { patterns: ['old/'], folder: '/work' });
    assert.deepEqual(gateOf('', CONFIG), ['blocking', 'medium']);
    assert.deepEqual(gateOf('a --enforcement-mode warning', CONFIG), ['warning', undefined]);
  });

  it('pass on what the service decides by', () => {
    const { fields, timeoutMs } = read(
      'a --environment production --ruleset strict --policy-pack bank --label nightly --timeout 0.5',
    );
    const expected = { environment: 'production', ruleset: 'strict', policy_pack: 'bank', label: 'nightly' };
    assert.deepEqual([fields, timeoutMs], [expected, 30_000]);
  });

  it('are rejected all at once', () => {
    const wrong = '--fail-on all --enforcement-mode soft --timeout never --servr=x';
    assert.throws(
      () => read(wrong),
      (error) => {
        assert.ok(error instanceof StartError && error.exitCode === 2);
        for (const part of ['at least one file', '"all"', '"soft"', '--timeout "never"', 'mean "--server"'])
          assert.ok(error.message.includes(part), error.message);
        return true;
      },
    );
    assert.throws(() => read('a --fail-on low --enforcement-mode advisory'), /never does/);
  });
});

const FINDING: ValidateFinding = {
  id: 'f1',
  catalogRuleId: 'UIP-REL-001',
  severity: 'medium',
  category: 'reliability',
  rule: 'Empty catch',
  location: 'Main',
  description: 'D.',
  remediation: 'R.',
  complianceTags: [],
  sourceXPath: '/x',
  sourceLineNumber: 3,
  detectorId: 'd',
  exceptionId: null,
  exceptionStatus: 'none',
};

describe('the gate of flowarden submit', () => {
  const cases: readonly (readonly [string, Partial<ValidateFinding>, boolean])[] = [
    ['a finding of the threshold blocks', {}, true],
    ['a milder finding passes', { severity: 'low' }, false],
    ['an exception of the service waives', { exceptionStatus: 'approved', exceptionId: 'e' }, false],
    ['a note in the workflow waives nothing', { exceptionStatus: 'approved' }, true],
    ['a pending exception waives nothing', { exceptionStatus: 'pending', exceptionId: 'e' }, true],
    ['an unknown severity blocks', { severity: 'catastrophic' }, true],
    ['a missing severity blocks', { severity: null }, true],
    ['a finding that blocks in the service blocks', { id: 'blocked', severity: 'low' }, true],
  ];
  for (const [title, changes, blocks] of cases)
    it(`${title} with --fail-on medium`, () => {
      const judged = judgeFindings([{ ...FINDING, ...changes }], new Set(['blocked']), 'medium');
      assert.deepEqual(
        judged.map((finding) => finding.blocks),
        [blocks],
      );
    });

  it('adds nothing to what the service blocks without --fail-on', () => {
    const critical = { ...FINDING, severity: 'critical' };
    assert.equal(judgeFindings([critical], new Set(), undefined)[0]!.blocks, false);
  });
});

/** Returns contents of few different bytes and many zeros, the same ones each time. */
function sparseContents(count: number): readonly Buffer[] {
  let state = 1;
  const random = (): number => {
    state = (state * 48_271) % 0x7fffffff;
    return state / 0x7fffffff;
  };
  return Array.from({ length: count }, () =>
    Buffer.from(Array.from({ length: 20 + 300 * random() }, () => (random() < 0.5 ? 0 : 4 * random()))),
  );
}

describe('the archive of a project', () => {
  const sent = (path: string, content: Buffer | null): SentFile => ({
    file: { path, id: path, sizeBytes: content?.length ?? 1, read: async () => content },
    sentPath: path,
    shownPath: path,
    diskPath: path,
    member: null,
  });

  it('has every content byte by byte', async () => {
    const contents = sparseContents(100);
    const archive = await packFiles(contents.map((content, i) => sent(`Flüsse/${i}.json`, content)));
    const { members, read } = readZip(Buffer.from(archive));
    assert.deepEqual(
      members.map((member) => [member.path, read(member)]),
      contents.map((content, i) => [`Flüsse/${i}.json`, content]),
    );
  });

  it('stores a workflow that packs as well as a bomb', async () => {
    const content = Buffer.alloc(1_000_000, '<Activity/>');
    const archive = await packFiles([sent('a.xaml', content)]);
    const { members, read } = readZip(Buffer.from(archive));
    assert.deepEqual(read(members[0]!), content);
  });

  it('has the name alone of a file that cannot be a workflow, and the same bytes each time', async () => {
    const files = [sent('a.xaml', Buffer.from('<Activity/>')), sent('picture.png', null)];
    const archive = await packFiles(files);
    assert.deepEqual(
      readZip(Buffer.from(archive)).members.map(({ path, sizeBytes }) => [path, sizeBytes]),
      [
        ['a.xaml', 11],
        ['picture.png', 0],
      ],
    );
    assert.deepEqual(await packFiles(files), archive);
  });

  it('is rejected with the name of a file that is too large', async () => {
    const large = sent('dump.json', Buffer.alloc(ZIP_LIMITS.entryBytesMax + 1));
    await assert.rejects(packFiles([large]), /"dump\.json" has 67,108,865 bytes.*--exclude/);
  });
});

describe('the names in the service', () => {
  const ROOT = process.cwd();
  const input = (kind: Input['kind'], realPath: string, ...paths: readonly string[]): Input => ({
    kind,
    realPath,
    name: realPath.startsWith(`${ROOT}/`) ? realPath.slice(ROOT.length + 1) : realPath,
    files: paths.map((path) => ({ path, id: `${realPath}#${path}`, sizeBytes: 1, read: async () => null })),
    leftOut: [],
    elsewhere: [],
  });
  const long = Array.from({ length: 20 }, (_, i) => input('file', `${ROOT}/robots/number-${i}/Main.xaml`));
  const cases: readonly (readonly [string, readonly Input[], string])[] = [
    ['the repository for its root folder', [input('folder', ROOT)], 'robots.zip'],
    ['the path in the repository for a folder', [input('folder', `${ROOT}/a/b`)], 'a-b.zip'],
    ['its own for an archive', [input('archive', `${ROOT}/dist/Bot.1.0.nupkg`)], 'Bot.1.0.nupkg'],
    [
      'all for several paths',
      [input('folder', `${ROOT}/a`), input('file', `${ROOT}/b.xaml`)],
      'a+b.xaml.zip',
    ],
    ['the folder itself outside of the repository', [input('folder', '/elsewhere/flows')], 'flows.zip'],
  ];
  for (const [title, inputs, expected] of cases)
    it(`of a project are ${title}`, () => {
      assert.equal(archiveName(inputs, 'acme/robots'), expected);
    });

  it('of a project stay short and distinct for many paths', () => {
    const [all, fewer] = [archiveName(long, undefined), archiveName(long.slice(1), undefined)];
    assert.ok(all.length <= 104 && all !== fewer && all === archiveName(long, undefined), all);
  });

  it('of files are their paths in the repository, with the archive before its members', () => {
    const sentPaths = (...inputs: readonly Input[]) => sentFiles(inputs).map(({ sentPath }) => sentPath);
    const archive = input('archive', `${ROOT}/dist/Bot.zip`, 'Main.xaml');
    const folder = input('folder', `${ROOT}/robots`, 'a/Main.xaml');
    assert.deepEqual(sentPaths(folder), ['robots/a/Main.xaml']);
    assert.deepEqual(sentPaths(archive), ['Main.xaml']);
    assert.deepEqual(sentPaths(folder, archive), ['robots/a/Main.xaml', 'dist/Bot.zip/Main.xaml']);
  });

  it('are never those of two files', () => {
    const inputs = ['/elsewhere/a', '/elsewhere/b'].map((path) => input('folder', path, 'Main.xaml'));
    assert.throws(() => sentFiles(inputs), /Two files would have the path "Main\.xaml"/);
  });
});

describe('a service that cannot be reached', () => {
  it('is explained by a redirect that the key does not follow', async () => {
    const server = createServer((_, response) => response.writeHead(301, { Location: '/x' }).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    after(() => server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const cause: unknown = await fetch(url, { redirect: 'error' }).catch((error: unknown) => error);
    const error = explainFailure(new FlowardenUnreachable('No answer.', { cause }), url);
    assert.match((error as StartError).message, /It redirects\. Give the address that it redirects to\./);
  });

  it('is explained by a certificate that is not trusted', () => {
    const cause = new TypeError('fetch failed', {
      cause: Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
    });
    const error = explainFailure(new FlowardenUnreachable('No answer.', { cause }), 'https://x');
    assert.match((error as StartError).message, /DEPTH_ZERO_SELF_SIGNED_CERT.*NODE_EXTRA_CA_CERTS/);
  });

  it('stays a fault of the program when no call has failed', () => {
    const fault = new TypeError('x is undefined');
    assert.equal(explainFailure(fault, 'https://x'), fault);
  });
});
