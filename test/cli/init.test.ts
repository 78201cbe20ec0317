/** `flowarden init`: what it writes, where, and what it leaves alone. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { readConfig } from '../../src/cli/config/config-file.ts';
import { FORGES, PIPELINES } from '../../src/cli/setup/pipelines.ts';
import { builtCommand } from '../support/cli/built-command.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

function repository(remote: string | null, files: readonly string[] = []): string {
  const folder = temporaryFolder();
  execFileSync('git', ['init', '-q'], { cwd: folder });
  if (remote !== null) execFileSync('git', ['remote', 'add', 'origin', remote], { cwd: folder });
  for (const path of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), 'own\n');
  }
  return folder;
}

function init(folder: string, ...given: readonly (string | Record<string, string>)[]) {
  const args = given.filter((one) => typeof one === 'string');
  const { FLOWARDEN_URL: _, ...inherited } = process.env;
  const env = Object.assign({}, inherited, ...given.filter((one) => typeof one === 'object'));
  const { status, stdout, stderr } = spawnSync(process.execPath, [builtCommand(), 'init', ...args], {
    cwd: folder,
    encoding: 'utf8',
    env,
  });
  return { code: status, out: stdout, err: stderr };
}

describe('flowarden init', () => {
  for (const [remote, forge] of [
    ['https://github.com/acme/robots.git', 'github'],
    ['git@gitlab.example.com:acme/github-robots.git', 'gitlab'],
    ['https://acme@dev.azure.com/acme/robots/_git/robots', 'azure'],
  ] as const)
    it(`writes the pipeline file of ${remote}`, async () => {
      const folder = repository(remote);
      const { code, out } = init(folder);
      assert.equal(code, 0);
      assert.equal(readFileSync(join(folder, PIPELINES[forge].path), 'utf8'), PIPELINES[forge].text);
      assert.match(out, new RegExp(`Written: ${PIPELINES[forge].path.replaceAll('.', '\\.')}`));
      assert.match(out, /of a release/);
      const config = await readConfig({ file: undefined, isOff: false }, folder);
      assert.deepEqual([config?.paths, config?.failOn], [['.'], 'high']);
    });

  it('names the service that the jobs install the command from, and where editors find the schema', async () => {
    for (const [forge, { path, text }] of Object.entries(PIPELINES)) {
      const folder = repository(null);
      const { code, out } = init(folder, { FLOWARDEN_URL: 'https://flow.example.org/a/' }, '--forge', forge);
      assert.equal(code, 0);
      const written = readFileSync(join(folder, path), 'utf8');
      const packed = 'https://flow.example.org/a/downloads/flowarden-cli.tgz';
      assert.equal(written, text.replaceAll('./tools/flowarden-cli.tgz', packed));
      assert.match(
        out,
        forge === 'github' ? /Unpack flowarden-action\.tgz/ : /from https:\/\/flow\.example\.org\/a\./,
      );
      const { $schema } = JSON.parse(readFileSync(join(folder, 'flowarden.json'), 'utf8'));
      assert.equal($schema, 'https://flow.example.org/a/schemas/flowarden.schema.json');
      assert.ok(await readConfig({ file: undefined, isOff: false }, folder));
    }
  });

  it('writes pipeline files for runners with Windows, whose steps are PowerShell', () => {
    const folder = repository(null);
    assert.equal(init(folder, '--forge', 'azure', '--windows').code, 0);
    const { pool, steps } = parse(readFileSync(join(folder, PIPELINES.azure.path), 'utf8'));
    assert.equal(pool.vmImage, 'windows-2022');
    const { pwsh } = steps[1] as { pwsh: string };
    // A line goes on behind a backtick and nowhere else; what is a variable of the pipeline keeps its form.
    assert.doesNotMatch(pwsh, /\\$|\$\$/m);
    assert.equal(pwsh.match(/ `$/gm)?.length, 3);
    assert.match(
      pwsh,
      /^npm install .* "\$\(flowardenPackage\)"\nif \(\$LASTEXITCODE -ne 0\) \{ exit \$LASTEXITCODE \}\n/,
    );
    assert.match(pwsh, /^\$reports = "\$\(Build\.ArtifactStagingDirectory\)"$/m);
    assert.match(pwsh, /\nexit \$LASTEXITCODE\n$/);
    assert.equal(steps.length, parse(PIPELINES.azure.text).steps.length);
    assert.ok(
      steps.every((step: object) => !('script' in step)),
      'cmd.exe prints the quotes of an echo',
    );
    assert.equal(init(folder, '--forge', 'github', '--windows').code, 0);
    assert.match(readFileSync(join(folder, PIPELINES.github.path), 'utf8'), /runs-on: windows-latest/);
    const none = init(folder, '--forge', 'gitlab', '--windows');
    assert.equal(none.code, 2);
    assert.match(none.err, /no pipeline file of gitlab for Windows/);
  });

  it('writes no address that another language could read as its own', () => {
    for (const url of [
      'https://a/$(id)',
      "https://a/'+x+'",
      'https://u:p@a',
      'file:///etc',
      'x',
      'https://a/%0Ab',
    ]) {
      const folder = repository(null);
      assert.equal(init(folder, { FLOWARDEN_URL: url }, '--forge', 'jenkins').code, 0);
      assert.equal(readFileSync(join(folder, 'Jenkinsfile'), 'utf8'), PIPELINES.jenkins.text, url);
    }
  });

  it('writes instructions where coding agents look for them, and leaves existing ones alone', () => {
    const folder = repository('https://github.com/acme/robots.git', ['.agents/skills/flowarden/SKILL.md']);
    const { code, out } = init(folder, '--agent');
    assert.equal(code, 0);
    assert.match(out, /Left as it is: \.agents\/skills\/flowarden\/SKILL\.md/);
    const written = readFileSync(join(folder, '.claude/skills/flowarden/SKILL.md'), 'utf8');
    assert.match(written, /^---\nname: flowarden\ndescription: /);
    assert.equal(readFileSync(join(folder, '.agents/skills/flowarden/SKILL.md'), 'utf8'), 'own\n');
    assert.equal(existsSync(join(folder, '.github')), false);
    assert.equal(init(folder, '--agent', '--forge', 'github').code, 2);
  });

  it('recognises a forge by its files, and writes beside them', () => {
    const folder = repository('https://git.example.com/acme/robots', [
      'Jenkinsfile',
      'flowarden.json',
      'sub/x',
    ]);
    const { code, out } = init(join(folder, 'sub'));
    assert.equal(code, 0);
    assert.match(out, /Left as it is: flowarden\.json\nWritten: Jenkinsfile\.flowarden\nCopy its stage/);
    assert.equal(readFileSync(join(folder, 'Jenkinsfile'), 'utf8'), 'own\n');
    assert.equal(readFileSync(join(folder, 'flowarden.json'), 'utf8'), 'own\n');
    assert.match(init(folder).out, /Left as it is: Jenkinsfile\.flowarden/);
  });

  it('writes the configuration alone without a forge, and rejects an unknown one', () => {
    const folder = repository(null);
    assert.match(init(folder).out, /No forge was recognised/);
    assert.deepEqual(readdirSync(folder).sort(), ['.git', 'flowarden.json']);
    assert.doesNotMatch(init(folder, '--forge', 'none').out, /No forge/);
    const wrong = init(folder, '--forge', 'githab');
    assert.equal(wrong.code, 2);
    assert.match(wrong.err, /--forge "githab" is unknown. Did you mean "github"\?/);
    assert.equal(init(folder, '.').code, 2);
    for (const forge of FORGES) {
      assert.equal(init(folder, '--forge', forge).code, 0);
      assert.ok(existsSync(join(folder, PIPELINES[forge].path)));
    }
  });
});
