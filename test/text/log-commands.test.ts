/** Hostile file names in all output: no agent finds a command, and JSON has every value. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readableLine } from '../../src/infra/logging/log.ts';
import { printable } from '../../src/infra/logging/output.ts';
import { banner } from '../../src/processes/supervisor/banner.ts';
import { breakLogCommands, breakMarkers, COMMAND_SYNTAXES } from '../../src/text/log-commands.ts';
import { builtCommand } from '../support/cli/built-command.ts';
import { zip } from '../support/files/zip.ts';
import { commandsIn, controlsIn, HOSTILE_NAMES } from '../support/log-agents.ts';
import { IN_FULL_RUN_ONLY, someOf } from '../support/ring.ts';

const ROOT = join(import.meta.dirname, '../..');
const sample = (path: string): string => readFileSync(join(ROOT, 'samples', path), 'utf8');

/** Titles are printed to logs of CI agents too. */
const title = (name: string): string => printable(JSON.stringify(name));

/** Fails when an agent or a terminal would obey something in the output. */
function assertHarmless(output: string): void {
  assert.deepEqual(commandsIn(output), []);
  assert.deepEqual(controlsIn(output), []);
}

/** Every text anywhere in a JSON value. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

describe('the parsers of the agents', () => {
  const commands = HOSTILE_NAMES.filter((name) => !/%0A|\u2028|\]0;title/.test(name));
  for (const name of commands) {
    it(`find a command in ${title(name)}`, () => assert.notDeepEqual(commandsIn(name), []));
  }

  for (const { example } of COMMAND_SYNTAXES) {
    it(`find the command of the table ${title(example)}`, () => assert.notDeepEqual(commandsIn(example), []));
  }

  const harmless = [
    '## Title',
    'C##',
    'std::vector::size',
    'x ::error::y',
    '# [x]',
    '##',
    '---',
    '-- a',
    'a[##]',
  ];
  for (const text of harmless) {
    it(`find none in ${title(text)}`, () => assert.deepEqual(commandsIn(text), []));
  }
});

describe('breakLogCommands', () => {
  for (const name of HOSTILE_NAMES) {
    it(`leaves no command of ${title(name)}, wherever it stands`, () => {
      for (const text of [
        name,
        `  ${name}`,
        `a ${name} b`,
        `a\n${name}\n${name}`,
        `\u001b[1m${name}\u001b[22m`,
      ])
        assert.deepEqual(commandsIn(breakLogCommands(printable(text))), [], text);
    });
  }

  const unchanged = [
    '## Title',
    'C##',
    'std::vector::size',
    'x ::y',
    '#[x]',
    '# [x]',
    '---',
    'Main.xaml #1',
    '',
  ];
  for (const text of unchanged) {
    it(`leaves ${title(text)} as it is`, () => assert.equal(breakLogCommands(text), text));
  }

  it('shows the broken character as an escape', () => {
    assert.equal(breakLogCommands('##vso[task.complete]'), String.raw`#\u0023vso[task.complete]`);
    assert.equal(breakLogCommands('  ::error::x'), String.raw`  \u003a:error::x`);
  });

  it('takes time in proportion to the length of hostile texts', { timeout: 20_000 }, () => {
    const units = [
      '#',
      '##a',
      '##',
      '#\u00ad',
      '##\u3164',
      '\n',
      ' ',
      ' \n',
      '\u00ad',
      ':',
      '::',
      '\u001b[',
      '[',
      '##[',
    ];
    for (const unit of units) breakLogCommands(`##${unit.repeat(300_000)}`);
  });
});

describe('breakMarkers', () => {
  it('preserves the value of JSON', () => {
    for (const name of [...HOSTILE_NAMES, String.raw`\##[a]\\##[b]`, '"##[']) {
      const json = JSON.stringify({ [name]: [name] });
      assert.deepEqual(JSON.parse(breakMarkers(json)), { [name]: [name] });
      assert.deepEqual(JSON.parse(printable(json)), { [name]: [name] });
      assert.deepEqual(commandsIn(breakMarkers(json)), []);
    }
  });
});

const XML_NAMES = HOSTILE_NAMES.map((name) => name.replaceAll(/[^\P{Cc}\n\r\u0085]/gu, ''));
const xml = (name: string): string => name.replace(/[&<>"\n\r]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const json = (name: string): string => JSON.stringify(name).slice(1, -1);

/** Workflows of every platform in which `name` is that of steps and variables. */
const WORKFLOWS: readonly (readonly [string, (index: number) => string])[] = [
  [
    'Main.xaml',
    (index) =>
      sample('uipath/Main.xaml')
        .replaceAll('portalPassword', xml(`portalPassword ${XML_NAMES[index]!}`))
        .replaceAll(/DisplayName="(?!Main)[^"]*"/g, `DisplayName="${xml(XML_NAMES[index]!)}"`),
  ],
  [
    'Load.bpprocess',
    (index) =>
      sample('blue-prism/Load Customers.bpprocess').replaceAll(
        /name="(?!Start|End)[^"]*"/g,
        `name="${xml(XML_NAMES[index]!)}"`,
      ),
  ],
  [
    'Send.json',
    (index) =>
      sample('automation-anywhere/Send Reminders.json').replaceAll(
        'sSmtpPassword',
        json(`${HOSTILE_NAMES[index]!}Password`),
      ),
  ],
  [
    'Approve.json',
    (index) =>
      sample('power-automate/ApproveInvoice.json').replaceAll(
        /"(?=[A-Z][a-z]+_[a-z])([A-Za-z_]+)": \{/g,
        (_, action: string) => `"${json(`${HOSTILE_NAMES[index]!} ${action}`)}": {`,
      ),
  ],
];

describe('flowarden validate with hostile names', {
  skip: process.platform === 'win32' || IN_FULL_RUN_ONLY,
}, () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'flowarden-names-'));
    mkdirSync(join(folder, 'files'));
    const members = HOSTILE_NAMES.map((name, i) => {
      const [file, make] = WORKFLOWS[i % WORKFLOWS.length]!;
      const content = make(i);
      writeFileSync(join(folder, 'files', `${name} ${file}`), content);
      return { name: `${name} ${file}`.replaceAll(/[^\P{Cc}]/gu, ''), content: Buffer.from(content) };
    });
    writeFileSync(
      join(folder, 'files', `::error::broken ##[x].xaml`),
      '<Activity xmlns="http://schemas.microsoft.com/netfx/2009/xaml/activities"><##vso[a.b]',
    );
    writeFileSync(join(folder, '##vso[task.complete]a.zip'), zip(members));
    mkdirSync(join(folder, '::error::empty\n##[error]x'));
  });
  after(() => rmSync(folder, { recursive: true }));

  const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    spawnSync(process.execPath, [builtCommand(), ...args], {
      encoding: 'utf8',
      cwd: folder,
      env: { ...process.env, ...env },
      maxBuffer: 1 << 28,
    });

  const PATHS = ['files', '##vso[task.complete]a.zip', '::error::empty\n##[error]x'];

  for (const colour of someOf(['0', '1'], 1)) {
    it(`prints a text report without commands (FORCE_COLOR=${colour})`, () => {
      const { status, stdout, stderr } = run(['validate', ...PATHS], { FORCE_COLOR: colour });
      assert.equal(status, 2, stderr);
      assert.ok(stdout.split('\\u0023').length > 50, 'the names are there');
      assertHarmless(stdout);
      assertHarmless(stderr);
      assert.match(stderr, /There is no workflow in/);
    });
  }

  it('prints JSON without commands that has every name', () => {
    const { stdout, stderr } = run(['validate', ...PATHS, '--format', 'json']);
    assertHarmless(stdout);
    assertHarmless(stderr);
    const texts = textsIn(JSON.parse(stdout));
    for (const [i, name] of HOSTILE_NAMES.entries()) {
      const path = `${name} ${WORKFLOWS[i % WORKFLOWS.length]![0]}`;
      assert.ok(texts.includes(`files/${path}`), path);
    }
    assert.ok(
      texts.some((text) => text.includes('##vso[task.setvariable variable=PATH]evil') && text.includes('›')),
    );
  });

  const mistakes: readonly (readonly string[])[] = [
    ['validate', ...HOSTILE_NAMES.map((name) => `nowhere/${name}`), ...HOSTILE_NAMES],
    [
      'validate',
      ...HOSTILE_NAMES.flatMap((name) => ['--platform', name]),
      ...HOSTILE_NAMES.map((name) => `--${name}`),
    ],
    ...HOSTILE_NAMES.slice(0, 1).map((name) => [name]),
    ['a\n::error::forged'],
    ['health', '::error::x\n##vso[task.complete]y'],
    ['keys', 'list', '--org', 'a\n::error::forged ##[error]'],
    ['keys', '--a\n::error::forged ##[error]'],
    ['serve', '##vso[task.complete]x'],
  ];
  for (const args of someOf(mistakes, 2)) {
    it(`prints mistakes without commands: ${title(args.join(' ').slice(0, 60))}`, () => {
      const { status, stdout, stderr } = run(args, { FLOWARDEN_DATA_DIR: 'a\n::error::data ##[x]' });
      assert.notEqual(status, 0);
      assert.notEqual(stderr, '');
      assertHarmless(stdout);
      assertHarmless(stderr);
    });
  }

  it('prints settings that are wrong without commands', () => {
    const { status, stderr } = run(['serve'], { FLOWARDEN_HTTP_PORT: 'a\n::error::x ##vso[task.complete]' });
    assert.equal(status, 2);
    assertHarmless(stderr);
  });
});

describe('logs and banners', () => {
  it('logs JSON lines without commands that have every name', () => {
    const program = `
      const { createLogger } = await import(${JSON.stringify(join(ROOT, 'src/infra/logging/log.ts'))});
      const log = createLogger('info', 'core');
      for (const name of JSON.parse(process.argv[1])) log.info({ name, err: new Error(name), [name]: 1 }, name);`;
    const { stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '-e', program, JSON.stringify(HOSTILE_NAMES)],
      { encoding: 'utf8', cwd: ROOT },
    );
    assertHarmless(stderr);
    const lines = stderr
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      lines.map(({ msg, name }) => [msg, name]),
      HOSTILE_NAMES.map((name) => [name, name]),
    );
  });

  it('ends after an unexpected error without commands, with its stack', () => {
    const program = `
      const { crash } = await import(${JSON.stringify(join(ROOT, 'src/infra/logging/output.ts'))});
      process.on('uncaughtException', crash);
      throw new Error(JSON.parse(process.argv[1]).join('\\n'));`;
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '-e', program, JSON.stringify(HOSTILE_NAMES)],
      { encoding: 'utf8', cwd: ROOT },
    );
    assert.equal(status, 1);
    assert.match(stderr, /^Error: #\\u0023vso.*\n {4}at /s);
    assertHarmless(stderr);
  });

  it('logs readable lines without commands', () => {
    for (const name of HOSTILE_NAMES) {
      const err = { stack: `Error: ${name}\n${name}` };
      assertHarmless(
        printable(
          readableLine(JSON.stringify({ time: 'x', role: 'core', level: 'info', msg: name, name, err })),
        ),
      );
    }
  });

  it('prints a banner without commands', () => {
    for (const name of HOSTILE_NAMES) {
      const facts = { version: '1', restUrl: name, grpcAddress: name, dataDir: name, installRoot: name };
      assertHarmless(
        printable(
          banner({ ...facts, workingDir: '/', hasKey: true, signInUrl: name, isTerminal: true, startMs: 1 }),
        ),
      );
    }
  });
});
