/** `flowarden completion`: the script, run by a shell. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { SEVERITIES } from '../../src/analysis/model/rule.ts';
import { FORMAT_NAMES } from '../../src/cli/validate/arguments.ts';

const ROOT = join(import.meta.dirname, '../..');

function flowarden(...args: readonly string[]) {
  return spawnSync(process.execPath, [join(ROOT, 'bin/flowarden.mjs'), ...args], { encoding: 'utf8' });
}

describe('flowarden completion', () => {
  const script = flowarden('completion', 'bash').stdout;
  const complete = (...words: readonly string[]): readonly string[] => {
    const request = `COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _flowarden; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const out = execFileSync('bash', ['-c', `${script}\n${request}`, 'bash', 'flowarden', ...words], {
      encoding: 'utf8',
    });
    return out.split('\n').filter((word) => word !== '');
  };

  it('completes commands, options and the values of options in bash', () => {
    assert.deepEqual(complete('va'), ['validate']);
    assert.deepEqual(complete('validate', '--fail-on', ''), SEVERITIES);
    assert.deepEqual(complete('validate', '--format', ''), FORMAT_NAMES);
    assert.deepEqual(complete('baseline', '--re'), ['--reason']);
    assert.deepEqual(complete('validate', 'Ma'), [], 'the shell completes paths');
    assert.deepEqual(complete('serve', '--'), []);
  });

  it('prints a script for zsh, and rejects other shells', () => {
    assert.match(
      flowarden('completion', 'zsh').stdout,
      /^autoload -U \+X bashcompinit && bashcompinit\n_flowarden\(\)/,
    );
    const { status, stderr } = flowarden('completion', 'tcsh');
    assert.equal(status, 2);
    assert.match(stderr, /Name one shell: bash, zsh, fish, powershell\./);
  });

  it('prints a script for fish, with a line for each word', () => {
    const lines = flowarden('completion', 'fish').stdout.trimEnd().split('\n');
    for (const line of lines)
      assert.match(
        line,
        /^complete -c flowarden -n (?:__fish_use_subcommand -f -a [\w-]+ -d '(?:[^'\\]|\\.)*'|'__fish_seen_subcommand_from [\w-]+' -l [\w-]+(?: -x -a '[\w ,.-]+')?)$/,
      );
    const severities = SEVERITIES.join(' ');
    assert.ok(
      lines.includes(
        `complete -c flowarden -n '__fish_seen_subcommand_from validate' -l fail-on -x -a '${severities}'`,
      ),
    );
  });

  it('prints a script for PowerShell, with tables of the same words', () => {
    const text = flowarden('completion', 'powershell').stdout;
    const list = (words: readonly string[]) => `@(${words.map((word) => `'${word}'`).join(', ')})`;
    assert.ok(text.includes(`  'validate --fail-on' = ${list(SEVERITIES)}\n`));
    assert.ok(text.includes(`  'validate --format' = ${list(FORMAT_NAMES)}\n`));
    assert.match(text, /^\$flowardenCommands = @\((?:'[\w-]+'(?:, |\)))+$/m);
    assert.match(text, /^Register-ArgumentCompleter -Native -CommandName flowarden /m);
    assert.doesNotMatch(
      text,
      /[^\x20-\x7e\n]/,
      'Windows PowerShell reads a file without BOM by the code page',
    );
  });
});
