/** The pipeline files of each forge: their shell steps run as they stand there, under the forge's variables. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { parse, parseAllDocuments } from 'yaml';
import { builtCommand } from '../support/cli/built-command.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const MAIN = readFileSync(join(ROOT, 'samples/uipath/Main.xaml'), 'utf8');
const CLEAN = readFileSync(join(ROOT, 'test/goldens/uipath/ApprovePayments.xaml'), 'utf8');

const read = (path: string): string => readFileSync(join(ROOT, 'deploy/ci', path), 'utf8');

/** Folder of the programs: npm makes the command appear, as an installation does. */
const programs = temporaryFolder();
const start = `#!/bin/sh\nexec '${process.execPath}' '${builtCommand()}' "$@"\n`;
writeFileSync(join(programs, 'command'), start, { mode: 0o755 });
writeFileSync(
  join(programs, 'npm'),
  `#!/bin/sh
target='${programs}'
for word; do
  if [ "$before" = --prefix ]; then target="$word/node_modules/.bin"; mkdir -p "$target"; fi
  before="$word"
done
test -f "$before" || exit 9
cp '${join(programs, 'command')}' "$target/flowarden"
`,
  { mode: 0o755 },
);

/** A repository with this workflow and the package of the command. */
function repository(text: string): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'tools'));
  writeFileSync(join(folder, 'tools/flowarden-cli.tgz'), 'package');
  writeFileSync(join(folder, 'Main.xaml'), text);
  return folder;
}

/** Runs the commands of a step as the agents do: the first failure ends it. */
function step(folder: string, script: string, env: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', script], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: `${programs}:${process.env.PATH}`, ...env },
  });
  return { code: status, out: stdout, err: stderr };
}

/** A pipeline file, ready to run. */
interface Recipe {
  readonly name: string;
  readonly script: (folder: string) => string;
  readonly env: Readonly<Record<string, string>>;
  /** Reports that the forge reads afterwards. */
  readonly reports: (folder: string) => readonly string[];
}

// biome-ignore lint/suspicious/noExplicitAny: YAML as it is
type Yaml = any;

function gitlab(name: string, job: Yaml): Recipe {
  return {
    name,
    script: () => job.script.join('\n'),
    env: { GITLAB_CI: 'true', CI: 'true', ...job.variables },
    reports: () => [...Object.values<string>(job.artifacts.reports), ...job.artifacts.paths],
  };
}

function azure(name: string, text: string): Recipe {
  const filled = (folder: string): Yaml =>
    parse(text.replaceAll('$(Build.ArtifactStagingDirectory)', `${folder}/staging`));
  return {
    name,
    script: (folder) =>
      filled(folder).steps.find((one: Yaml) => one.displayName === 'Validate workflows').script,
    env: { TF_BUILD: 'True', AGENT_OS: 'Linux' },
    reports: (folder) => {
      const { steps } = filled(folder);
      const summary = /uploadsummary\](.*)"/.exec(
        steps.find((one: Yaml) => one.displayName === 'Show the summary').script,
      );
      const tests = steps.find((one: Yaml) => one.task === 'PublishTestResults@2').inputs.testResultsFiles;
      return [summary![1]!, tests, join(steps.at(-1).publish, 'flowarden.sarif')];
    },
  };
}

const [spec, component] = parseAllDocuments(
  read('gitlab-component/templates/validate.yml').replaceAll(
    /\$\[\[ inputs\.([\w-]+) \]\]/g,
    (_, name: string) => {
      const given: Readonly<Record<string, string>> = { package: './tools/flowarden-cli.tgz' };
      const inputs = parse(read('gitlab-component/templates/validate.yml').split('\n---\n')[0]!).spec.inputs;
      return given[name] ?? inputs[name].default;
    },
  ),
).map((document) => document.toJS());

const jenkinsfile = read('Jenkinsfile');

const RECIPES: readonly Recipe[] = [
  gitlab('gitlab.yml', parse(read('gitlab.yml')).flowarden),
  gitlab('the GitLab component', component.flowarden),
  azure('azure.yml', read('azure.yml').replaceAll('$(flowardenPackage)', './tools/flowarden-cli.tgz')),
  azure(
    'azure-steps.yml',
    read('azure-steps.yml').replaceAll(
      /\$\{\{ parameters\.(\w+) \}\}/g,
      (_, name: string) =>
        ({ package: './tools/flowarden-cli.tgz', paths: '.', failOn: 'high' })[name] ?? name,
    ),
  ),
  {
    name: 'Jenkinsfile',
    // Groovy reads `\\` as one backslash.
    script: () => /sh '''([\s\S]*?)'''/.exec(jenkinsfile)![1]!.replaceAll('\\\\', '\\'),
    env: {
      JENKINS_URL: 'http://127.0.0.1/',
      VALIDATOR_PACKAGE: /VALIDATOR_PACKAGE = '(.*)'/.exec(jenkinsfile)![1]!,
    },
    reports: () => [/testResults: '(.*?)'/.exec(jenkinsfile)![1]!, /pattern: '(.*?)'/.exec(jenkinsfile)![1]!],
  },
];

/** Files that `docs/ci.md` shows, each behind a comment with its path. */
const SHOWN = [
  ...readFileSync(join(ROOT, 'docs/ci.md'), 'utf8').matchAll(
    /<!-- (deploy\/ci\/\S+) -->\n```\w+\n([\s\S]*?)```\n/g,
  ),
].map(([, path, text]) => ({ path: path!, text: text! }));

describe('the page about pipelines', () => {
  it('shows every pipeline file as it is', () => {
    const files = readdirSync(join(ROOT, 'deploy/ci'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
    assert.deepEqual(SHOWN.map(({ path }) => path).sort(), files.sort());
    for (const { path, text } of SHOWN) assert.equal(text, readFileSync(join(ROOT, path), 'utf8'), path);
  });

  it('shows the hook as it is, in a repository of its user', () => {
    const page = readFileSync(join(ROOT, 'docs/ci.md'), 'utf8');
    const [, text] = /```yaml\n(repos:[\s\S]*?)```/.exec(page)!;
    assert.deepEqual(
      parse(text!).repos[0].hooks,
      parse(readFileSync(join(ROOT, '.pre-commit-hooks.yaml'), 'utf8')),
    );
  });

  it('counts the lines of the job for GitHub', () => {
    const lines = read('github.yml')
      .split('\n')
      .filter((line) => line.trim() !== '');
    assert.match(
      readFileSync(join(ROOT, 'docs/ci.md'), 'utf8'),
      new RegExp(`^\\| Flowarden \\| ${lines.length} \\|$`, 'm'),
    );
  });
});

describe('a pipeline file', () => {
  for (const { name, script, env, reports } of RECIPES)
    it(`(${name}) fails the job for a blocked workflow, and leaves every report that the forge reads`, () => {
      const blocked = repository(MAIN);
      const run = step(blocked, script(blocked), env);
      assert.equal(run.code, 1, run.err);
      for (const report of reports(blocked))
        assert.match(
          readFileSync(join('/', report.startsWith('/') ? '' : blocked, report), 'utf8'),
          /UIP-SEC-002/,
        );
      const clean = repository(CLEAN);
      const passed = step(clean, script(clean), env);
      assert.equal(passed.code, 0, passed.err);
      for (const report of reports(clean))
        assert.ok(existsSync(join('/', report.startsWith('/') ? '' : clean, report)));
      const overridden = script(clean).replace('flowarden validate', '$& --rule UIP-SEC-002=off');
      assert.match(step(clean, overridden, env).err, /--fail-on-override is set/);
      const damaged = repository('<Activity');
      assert.equal(step(damaged, script(damaged), env).code, 2);
    });

  it('(the GitLab component) describes each of its inputs', () => {
    const used = [...read('gitlab-component/templates/validate.yml').matchAll(/inputs\.([\w-]+)/g)];
    assert.deepEqual([...new Set(used.map(([, name]) => name))].sort(), Object.keys(spec.spec.inputs).sort());
  });

  it('(.pre-commit-hooks.yaml) stops a commit with a blocked workflow, and lets others through', () => {
    const [hook] = parse(readFileSync(join(ROOT, '.pre-commit-hooks.yaml'), 'utf8'));
    const commit = (text: string) => {
      const folder = repository(text);
      step(folder, 'npm tools/flowarden-cli.tgz; git init -q; git add --all');
      return step(folder, hook.entry).code;
    };
    assert.equal(commit(MAIN), 1);
    assert.equal(commit(CLEAN), 0);
    assert.equal(hook.pass_filenames, false);
  });
});
