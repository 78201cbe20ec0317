/** `flowarden validate --policy`: the pack's rules and gate, and no option that talks it down. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { REPORT_FORMATS } from '../../src/analysis/report/formats/formats.ts';
import { newSigningKey, signPack, writePack } from '../../src/policy/built/sign-pack.ts';
import { keyIdOf } from '../../src/policy/built/trust.ts';
import { runCommand } from '../support/cli/run-command.ts';
import { exampleFile } from '../support/files/example-file.ts';
import { build } from '../support/policies/pack-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
const DYNAMIC = '<ui:InvokeWorkflowFile WorkflowFileName="[in_Config(&quot;Step&quot;).ToString]" />';
mkdirSync(join(folder, 'robots'));
writeFileSync(join(folder, 'robots/Main.xaml'), exampleFile('uipath', `<Sequence>${DYNAMIC}</Sequence>`));

const { privateKey, publicKey } = newSigningKey();
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
const keys = [{ id: keyIdOf(publicKey), publicKey: pem, packs: ['test'] }];
writeFileSync(join(folder, 'trust.json'), JSON.stringify({ requireSignature: true, keys }));

async function put(file: string, body: string): Promise<void> {
  const bytes = writePack(await build(`rules: { UIP-MNT-016: on }\n${body}`));
  writeFileSync(join(folder, file), signPack(bytes, file, privateKey));
}
await put('plain.flowpack', '');
await put(
  'prod.flowpack',
  'environments:\n  prod: { mode: blocking, gate: { block: [critical, high, medium] } }\n',
);
await put(
  'dev.flowpack',
  'mode: blocking\ngate: { block: [critical, high, medium] }\nenvironments:\n  dev: { mode: warning }\n',
);
await put('score.flowpack', 'mode: blocking\ngate: { score: ">= 100" }\n');
await put('new.flowpack', 'mode: blocking\ngate: { new.medium: 0 }\n');
await put('path.flowpack', 'overrides:\n  - { match: { path: "robots/*" }, rules: { UIP-MNT-016: off } }\n');
await put('any.flowpack', 'mode: blocking\nchoice: any\ngate: { block: [critical, high, medium] }\n');

const validate = (...args: readonly string[]) => validatePath('robots', ...args);

function validatePath(path: string, ...args: readonly string[]) {
  const argv = ['validate', path, '--format', 'json', ...args];
  const { status, stdout, stderr } = runCommand(argv, { cwd: folder });
  const document = stdout === '' ? null : JSON.parse(stdout);
  type Entry = {
    readonly result: { readonly findings: readonly { readonly catalogRuleId: string }[] } | null;
  };
  const files: readonly Entry[] = document?.files ?? [];
  const rules = files.flatMap(
    ({ result }) => result?.findings.map(({ catalogRuleId }) => catalogRuleId) ?? [],
  );
  return { code: status, err: stderr, document, rules };
}

describe('a run with a policy pack', () => {
  it('has the rules of the pack alone', () => {
    const { code, rules, document } = validate('--policy', 'plain.flowpack');
    assert.deepEqual([code, rules], [0, ['UIP-MNT-016']]);
    assert.equal(document.files[0].result.ruleset, 'test@1.0.0');
  });
  it('has the mode and the gate of the environment', () => {
    assert.equal(validate('--policy', 'prod.flowpack').code, 0);
    assert.equal(validate('--policy', 'prod.flowpack', '--environment', 'prod').code, 1);
  });
  it('is blocked by a condition, whose finding does not count in the score', () => {
    const { code, document } = validate('--policy', 'score.flowpack');
    assert.equal(code, 1);
    const [condition] = document.projectFindings;
    assert.deepEqual([condition.catalogRuleId, condition.severity], ['XPL-ENG-008', 'high']);
    assert.equal(document.score, validate('--policy', 'plain.flowpack').document.score);
  });
  it('of a single file has the condition in the file', () => {
    const { code, document } = validatePath('robots/Main.xaml', '--policy', 'score.flowpack');
    assert.equal(code, 1);
    assert.equal(document.files[0].result.blockingFindings.length, 1);
  });
  it('counts every finding as new without a baseline, and none that a baseline has', () => {
    assert.equal(validate('--policy', 'new.flowpack').code, 1);
    runCommand(['baseline', 'write', 'robots'], { cwd: folder });
    assert.equal(validate('--policy', 'new.flowpack', '--baseline', 'flowarden-baseline.json').code, 0);
  });
  it('counts what a note waives in the score of its gate', () => {
    const until = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const note = `sap2010:Annotation.AnnotationText="flowarden-ignore UIP-MNT-016 until ${until}: fine" Workflow`;
    mkdirSync(join(folder, 'noted'));
    const text = exampleFile('uipath', `<Sequence>${DYNAMIC.replace(' Workflow', ` ${note}`)}</Sequence>`);
    writeFileSync(join(folder, 'noted/Main.xaml'), text);
    const { code, document } = validatePath('noted', '--policy', 'score.flowpack');
    assert.deepEqual([document.score, code], [100, 1]);
    rmSync(join(folder, 'noted'), { recursive: true });
  });
  it('has the findings of a baseline that the same pack has judged', () => {
    const write = (...args: readonly string[]) =>
      runCommand(['baseline', 'write', 'robots', '--baseline', 'own.json', ...args], { cwd: folder });
    const { status } = write('--policy', 'prod.flowpack', '--environment', 'prod', '--trust', 'trust.json');
    const { findings } = JSON.parse(readFileSync(join(folder, 'own.json'), 'utf8'));
    assert.deepEqual([status, findings.map(({ rule }: { rule: string }) => rule)], [0, ['UIP-MNT-016']]);
    for (const args of [
      ['--trust', 'trust.json'],
      ['--policy', 'prod.flowpack', '--environment', 'prd'],
    ])
      assert.equal(write(...args).status, 2);
  });
  for (const format of Object.keys(REPORT_FORMATS))
    it(`can be reported as ${format}`, () => {
      const { code, err } = validate('--policy', 'plain.flowpack', '--format', `${format}=report`);
      assert.deepEqual([code, err], [0, '']);
      assert.match(readFileSync(join(folder, 'report'), 'utf8'), /MNT-016|in_Config/);
    });
  it('excludes rules by the path of a file', () => {
    assert.deepEqual(validatePath('.', '--policy', 'path.flowpack').rules, []);
    assert.deepEqual(validatePath('robots/Main.xaml', '--policy', 'path.flowpack').rules, []);
    assert.deepEqual(validate('--policy', 'path.flowpack').rules, ['UIP-MNT-016'], 'below the given folder');
  });
});

describe('the options of a run with a policy pack', () => {
  for (const args of [
    ['--enforcement-mode', 'advisory'],
    ['--enforcement-mode', 'warning'],
    ['--fail-on', 'critical'],
    ['--fail-on', 'high'],
  ])
    it(`are rejected when they talk it down: ${args.join(' ')}`, () => {
      const { code, err } = validate('--policy', 'prod.flowpack', '--environment', 'prod', ...args);
      assert.equal(code, 2);
      assert.match(err, /is not allowed: the policy pack test@1\.0\.0/);
    });
  it('may be stricter, and anything if the pack allows it', () => {
    assert.equal(validate('--policy', 'plain.flowpack', '--fail-on', 'low').code, 1);
    assert.equal(validate('--policy', 'any.flowpack', '--enforcement-mode', 'advisory').code, 0);
  });
  it('name an environment of the pack, and no ruleset beside it', () => {
    const wrong = validate('--policy', 'prod.flowpack', '--environment', 'prd');
    assert.match(wrong.err, /no environment "prd"\. Did you mean "prod"\?/);
    assert.equal(wrong.code, 2);
    assert.equal(validate('--policy', 'prod.flowpack', '--ruleset', 'default').code, 2);
    assert.equal(validate('--trust', 'trust.json').code, 2);
  });
});

describe('the trust of a run', () => {
  it('decides whether the pack counts; an undecided gate ends with 2', () => {
    assert.equal(validate('--policy', 'plain.flowpack', '--trust', 'trust.json').code, 0);
    const text = JSON.parse(readFileSync(join(folder, 'plain.flowpack'), 'utf8'));
    writeFileSync(join(folder, 'stripped.flowpack'), JSON.stringify({ ...text, signatures: [] }));
    const { code, err } = validate('--policy', 'stripped.flowpack', '--trust', 'trust.json');
    assert.equal(code, 2);
    assert.match(err, /has no signature/);
    assert.equal(validate('--policy', 'missing.flowpack').code, 2);
  });
  it('rejects a pack that is older than the lock beside it', () => {
    const seen = { name: 'test', version: '9.0.0', revision: 9, digest: 'x' };
    mkdirSync(join(folder, 'locked'));
    writeFileSync(join(folder, 'locked/p.flowpack'), readFileSync(join(folder, 'plain.flowpack')));
    writeFileSync(join(folder, 'locked/policy.lock'), JSON.stringify({ packs: [seen] }));
    const { code, err } = validate('--policy', 'locked/p.flowpack');
    assert.deepEqual([code, /revision 9/.test(err)], [2, true]);
  });
  it('may stand in flowarden.json', () => {
    const config = join(folder, 'flowarden.json');
    writeFileSync(
      config,
      JSON.stringify({ policy: 'prod.flowpack', trust: 'trust.json', environment: 'prod' }),
    );
    assert.equal(validate().code, 1);
    assert.equal(validate('--enforcement-mode', 'advisory').code, 2);
    writeFileSync(config, '{}');
  });
  it('is left to the arguments when they name the pack: authors may change flowarden.json', () => {
    const config = join(folder, 'flowarden.json');
    writeFileSync(config, JSON.stringify({ environment: 'dev', baseline: 'known.json' }));
    const write = ['baseline', 'write', 'robots', '--baseline', 'known.json'];
    runCommand(write, { cwd: folder });
    assert.equal(validate('--policy', 'dev.flowpack').code, 1);
    assert.equal(validate('--policy', 'dev.flowpack', '--baseline', 'known.json').code, 0);
    assert.equal(validate('--policy', 'dev.flowpack', '--environment', 'dev').code, 0);
    writeFileSync(config, '{}');
  });
});

describe('the override of a rule', () => {
  it('switches it off or gives it a severity, for rulesets and for packs', () => {
    assert.deepEqual(validate('--policy', 'plain.flowpack', '--rule', 'uip-mnt-016=off').rules, []);
    const blocked = validate('--policy', 'plain.flowpack', '--rule', 'UIP-MNT-016=high', '--fail-on', 'high');
    assert.equal(blocked.code, 1);
    const { document, rules } = validate('--rule', 'UIP-MNT-*=off');
    assert.deepEqual(rules, []);
    assert.equal(document.files[0].result.ruleset, 'default');
    assert.deepEqual(document.overrides, ['UIP-MNT-*=off']);
  });
  it('leaves the threshold of the arguments as it is', () => {
    assert.equal(validate('--rule', 'UIP-MNT-016=high', '--fail-on', 'critical').code, 0);
  });
  for (const format of Object.keys(REPORT_FORMATS))
    it(`is named in a report as ${format}`, () => {
      validate('--rule', 'UIP-MNT-016=off', '--format', `${format}=report`);
      assert.match(readFileSync(join(folder, 'report'), 'utf8'), /UIP-MNT-016=off/);
    });
  it('is named in the text', () => {
    const { stdout } = runCommand(['validate', 'robots', '--rule', 'UIP-MNT-016=off'], { cwd: folder });
    assert.match(stdout, /^Overridden for this run: UIP-MNT-016=off\.$/m);
  });
  it('does not hold for a locked rule, or for one about the analysis', async () => {
    const locked = writePack(await build('rules: { UIP-MNT-016: { locked: true } }\n'));
    writeFileSync(join(folder, 'locked.flowpack'), locked);
    const stays = validate('--policy', 'locked.flowpack', '--rule', 'UIP-MNT-016=off');
    assert.deepEqual([stays.code, /locked by test@1\.0\.0/.test(stays.err)], [2, true]);
    assert.equal(validate('--policy', 'locked.flowpack', '--rule', 'UIP-MNT-016=critical').code, 0);
    assert.equal(validate('--rule', 'XPL-ENG-001=off').code, 2);
  });
  it('holds for a required rule without a lock, and the report names it', async () => {
    const required = await build(
      'rules: { UIP-MNT-016: { required: true } }\nmode: blocking\ngate: { notEvaluated.required: 0 }\n',
    );
    writeFileSync(join(folder, 'required.flowpack'), writePack(required));
    const { code, rules, document } = validate('--policy', 'required.flowpack', '--rule', 'UIP-MNT-016=off');
    assert.deepEqual([code, rules, document.overrides], [0, [], ['UIP-MNT-016=off']]);
  });
  it('is an error for an unknown rule or level, and where the pipeline forbids it', () => {
    assert.match(validate('--rule', 'UIP-MNT-0016=off').err, /There is no rule "UIP-MNT-0016"/);
    assert.match(validate('--rule', 'UIP-MNT-016=none').err, /RULE=LEVEL/);
    const { code, err } = validate('--rule', 'UIP-MNT-016=off', '--fail-on-override');
    assert.deepEqual([code, /overrides UIP-MNT-016=off/.test(err)], [2, true]);
    assert.equal(validate('--fail-on-override').code, 0);
  });
  it('is for this machine alone: a submission has none', () => {
    const { status, stderr } = runCommand(['submit', 'robots', '--rule=UIP-MNT-016=off'], { cwd: folder });
    assert.deepEqual([status, /--rule is for flowarden validate/.test(stderr)], [2, true]);
  });
});

describe('the folder of a pack', () => {
  mkdirSync(join(folder, 'source'));
  const metadata = 'metadata: { name: own, version: 1.0.0, revision: 1 }';
  const pack = `apiVersion: flowarden/v1\nkind: PolicyPack\n${metadata}\nrules: { UIP-MNT-016: low }\n`;
  writeFileSync(join(folder, 'source/pack.yaml'), pack);
  it('is built for the run', () => {
    const { document, rules } = validate('--policy', 'source');
    assert.deepEqual(
      [document.files[0].result.ruleset, rules, document.summary.low],
      ['own@1.0.0', ['UIP-MNT-016'], 1],
    );
  });
  it('cannot be trusted, as it has no signature', () => {
    const { code, err } = validate('--policy', 'source', '--trust', 'trust.json');
    assert.deepEqual([code, /has no signature/.test(err)], [2, true]);
  });
});
