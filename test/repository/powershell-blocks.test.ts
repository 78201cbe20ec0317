/** PowerShell behind the shell blocks of the documents: derived from them, complete, and well formed. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { BY_HAND, DOCUMENTS, WITHOUT_POWERSHELL, withPowerShell } from '../../scripts/powershell/blocks.ts';
import { statementsOf, toPowerShell } from '../../scripts/powershell/translate.ts';
import { blocksOf } from '../support/shell-blocks.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const SHELL = DOCUMENTS.flatMap(blocksOf);
const WRITTEN = DOCUMENTS.flatMap((document) =>
  [...textOf(document).matchAll(/^```powershell\n([\s\S]*?)^```$/gm)].map(([, script = '']) => ({
    name: `${document}: ${script.split('\n')[0]}`,
    script,
  })),
);

function textOf(document: string): string {
  return readFileSync(join(ROOT, document), 'utf8');
}

/** Tools of Unix that Windows does not have, and names that mean another program in PowerShell. */
const FOREIGN = new Set([
  'base64',
  'cat',
  'cp',
  'curl',
  'export',
  'grep',
  'jq',
  'mkdir',
  'rm',
  'sed',
  'test',
  'tr',
]);

/** Returns what is wrong with a script: marks without their end, and what only other shells know. */
function faultsIn(script: string): readonly string[] {
  const faults: string[] = [];
  const open: string[] = [];
  let code = '';
  for (let i = 0; i < script.length; i++) {
    const at = script[i]!;
    const inner = open.at(-1);
    if (inner === "'") {
      if (at === "'") open.pop();
    } else if (inner === '#') {
      if (at === '\n') open.pop();
    } else if (at === '`') {
      if (inner !== '"' && script[i + 1] !== '\n') faults.push(`a backtick in ${script.slice(i, i + 20)}`);
      i++;
    } else if (inner === '"') {
      if (at === '"') open.pop();
      else if (at === '$' && script[i + 1] === '(') {
        open.push(')');
        i++;
      } else if (at === '$' && !/^\$(?:env:[A-Z]|_\.|\()/.test(script.slice(i)))
        faults.push(`a variable of a shell: ${script.slice(i, i + 20)}`);
    } else if (at === "'" || at === '"') open.push(at);
    else if (at === '#') open.push('#');
    else if (at === '(') open.push(')');
    else if (at === '{') open.push('}');
    else if (at === '[') open.push(']');
    else if (at === ')' || at === '}' || at === ']') {
      if (open.pop() !== at) faults.push(`${at} closes nothing`);
    } else code += at;
    if (open.length === 0 && at === '\n') code += '\n';
  }
  if (open.length > 0) faults.push(`${open.join(' ')} is missing`);
  if (/&&|\|\||<|\\\n/.test(code)) faults.push('an operator of a shell');
  const programs = code.split(/\n|\|/).map((part) => part.trim().split(/\s/)[0]!);
  return [...faults, ...programs.filter((program) => FOREIGN.has(program))];
}

describe('PowerShell in documents', () => {
  it('is what the shell blocks give', () => {
    for (const document of DOCUMENTS) {
      const text = textOf(document);
      assert.equal(withPowerShell(document, text), text, `${document}: run \`npm run generate\``);
    }
  });

  it('is well formed', () => {
    assert.ok(WRITTEN.length > 15, `${WRITTEN.length}`);
    for (const { name, script } of WRITTEN) assert.deepEqual(faultsIn(script), [], name);
  });

  it('stands behind each block with something that PowerShell reads otherwise', () => {
    const alone = SHELL.filter(
      ({ name, script }) =>
        !Object.hasOwn(WITHOUT_POWERSHELL, name) && toPowerShell(script, BY_HAND) === script,
    );
    assert.equal(SHELL.length, alone.length + WRITTEN.length + Object.keys(WITHOUT_POWERSHELL).length);
    for (const { name, script } of alone) assert.deepEqual(faultsIn(script), [], name);
  });

  it('has no exception and no statement by hand that no document shows', () => {
    const names = SHELL.map(({ name }) => name);
    assert.deepEqual(
      Object.keys(WITHOUT_POWERSHELL).filter((name) => !names.includes(name)),
      [],
    );
    const shown = SHELL.filter(({ name }) => !Object.hasOwn(WITHOUT_POWERSHELL, name)).flatMap(({ script }) =>
      statementsOf(script),
    );
    assert.deepEqual(
      Object.keys(BY_HAND).filter((statement) => !shown.includes(statement)),
      [],
    );
  });

  it('repairs the bot of the tutorial as the shell does', () => {
    const shell = SHELL.find(({ script }) => script.startsWith('sed '))!.script;
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'robot'));
    const file = join(folder, 'robot/Main.xaml');
    cpSync(join(ROOT, 'samples/uipath/Main.xaml'), file);
    const original = readFileSync(file, 'utf8');
    execFileSync('bash', ['-c', shell.replaceAll(/^npx .*$/gm, '')], { cwd: folder });

    const own = toPowerShell(shell, BY_HAND);
    const replacements = [...own.matchAll(/-creplace '([^']*)',\s+'([^']*)'/g)];
    const replaced = replacements.reduce(
      (text, [, pattern = '', by = '']) => text.replaceAll(new RegExp(pattern, 'g'), by),
      original,
    );
    const [, line, end] = /^\$lines\[(\d+)\] \+= '(.*)'$/m.exec(own)!;
    const lines = replaced.split('\n');
    assert.equal(replacements.length, 4);
    assert.equal(
      lines.map((text, index) => (index === Number(line) ? text + end : text)).join('\n'),
      readFileSync(file, 'utf8'),
    );
  });
});

describe('a shell block becomes PowerShell', () => {
  const cases: readonly (readonly [fact: string, shell: string, powershell: string])[] = [
    ['with the program curl', 'curl -sS -o a.json "$BASE/x"', 'curl.exe -sS -o a.json "$env:BASE/x"'],
    [
      'with backticks at the ends of lines',
      "flowarden validate \\\n  'a b'",
      "flowarden validate `\n  'a b'",
    ],
    ['with files of arguments in quotes', 'curl -d @a.json', "curl.exe -d '@a.json'"],
    ['with settings of the environment', 'export BASE=http://a:1', "$env:BASE = 'http://a:1'"],
    [
      'with members of JSON files',
      'curl "$BASE/$(jq -r .a.id a.json)/b"',
      'curl.exe "$env:BASE/$((Get-Content -Raw -Encoding utf8 a.json | ConvertFrom-Json).a.id)/b"',
    ],
    [
      'with reports that the command writes',
      'flowarden rules --format json > a.json',
      'flowarden rules --format json=a.json',
    ],
    [
      'with a test of the exit code',
      'git diff || echo "It differs."',
      "git diff\nif ($LASTEXITCODE -ne 0) { 'It differs.' }",
    ],
    [
      'with a file for JSON in an argument',
      `curl --form-string 'm={"a":1}'`,
      `'{"a":1}' | Set-Content -Encoding ascii m.json\ncurl.exe -F 'm=<m.json'`,
    ],
  ];
  for (const [fact, shell, powershell] of cases)
    it(fact, () => assert.equal(toPowerShell(`${shell}\n`, {}), `${powershell}\n`));

  for (const shell of [
    'a && b',
    'a | b',
    'a; b',
    'a < b',
    'echo $BASE',
    'echo "$BASE:8080"',
    'echo "$(date)"',
    `curl -d '{"a": 1}'`,
    'a {1,2}',
    'BASE=$(date)',
    'a \\',
    'a || echo b || echo c',
  ])
    it(`but not ${shell}`, () => assert.throws(() => toPowerShell(`${shell}\n`, {}), /No PowerShell|no end/));
});

describe('the check of PowerShell finds', () => {
  for (const [fault, script] of [
    ['an open text', "echo 'a\n"],
    ['an open call in a text', 'echo "$(a"\n'],
    ['a brace that closes nothing', 'if (1) { 2 } }\n'],
    ['a backtick within a line', 'a ` b\n'],
    ['a variable of a shell', 'curl.exe "$BASE"\n'],
    ['a continuation of a shell', 'a \\\n  b\n'],
    ['the alias of another program', 'curl http://a\n'],
    ['a tool in a pipe', 'a | jq .b\n'],
  ] as const)
    it(fault, () => assert.notDeepEqual(faultsIn(script), []));
});
