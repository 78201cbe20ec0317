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
    const { status, stderr } = flowarden('completion', 'fish');
    assert.equal(status, 2);
    assert.match(stderr, /Name one shell: bash or zsh/);
  });
});
