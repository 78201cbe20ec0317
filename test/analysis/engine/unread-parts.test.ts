/** The gate and parts of a file that no rule has seen. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEngine } from '../../../src/analysis/engine/validate.ts';
import { gate } from '../../../src/analysis/model/gate.ts';
import type { Platform } from '../../../src/analysis/model/platform.ts';
import type { Severity } from '../../../src/analysis/model/rule.ts';
import { powerAutomate } from '../../../src/analysis/platforms/power-automate/index.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';

const engine = createEngine(RULES);
const HIDDEN = '{"password":"Nordwind-71"}';
const bot = (node: string, variables = '[]'): string =>
  `{"nodes":[{"uid":"u1","commandName":"comment","packageName":"Comment","attributes":[]},${node}],"variables":${variables},"packages":[],"triggers":[],"properties":{"botCodeVersion":"2"}}`;
const command = (children: string): string =>
  bot(`{"uid":"u2","commandName":"step","packageName":"Step","attributes":[],"children":${children}}`);
const compose = (text: string): string => `"Note": {"type": "Compose", "inputs": "${text}", "runAfter": {}}`;
const script = (lines: string): string => `FUNCTION Main GLOBAL\n${lines}\nEND FUNCTION\n`;

const CASES: readonly [string, Platform, string, Severity][] = [
  ['an object instead of a list of commands', 'automation-anywhere', command(HIDDEN), 'high'],
  ['a number instead of a list of commands', 'automation-anywhere', command('5'), 'medium'],
  ['a command without a name', 'automation-anywhere', bot(HIDDEN), 'high'],
  ['null among the commands', 'automation-anywhere', bot('null'), 'medium'],
  ['a variable without a name', 'automation-anywhere', bot('null', `[${HIDDEN}]`), 'high'],
  ['variables that are an object', 'automation-anywhere', bot('null', HIDDEN), 'high'],
  [
    'an action that stands twice',
    'power-automate',
    powerAutomate.snippet(`${compose('one')},${compose('two')}`),
    'high',
  ],
  ['an action that is a list', 'power-automate', powerAutomate.snippet(`"Note": [${HIDDEN}]`), 'high'],
  ['an action that is a number', 'power-automate', powerAutomate.snippet('"Note": 5'), 'medium'],
  [
    'a line that is no statement',
    'power-automate',
    script(`${'SET a TO 1\n'.repeat(20)}= = =\nSET b TO 2`),
    'high',
  ],
  [
    'a block that is not closed',
    'power-automate',
    script(
      "SET a TO 1\nLOOP i FROM 1 TO 2 STEP 1\nDisplay.ShowMessageDialog.ShowMessage Title: $'''a''' Message: $'''b'''",
    ),
    'medium',
  ],
];

describe('an unread part of a file', () => {
  for (const [title, platform, text, severity] of CASES)
    it(`is ${severity} and ${severity === 'high' ? 'blocks' : 'does not block'}: ${title}`, () => {
      const task = { bytes: Buffer.from(text), filename: 'x', platform, ruleset: 'default' } as const;
      const { findings } = engine.validate({ ...task, findingsMax: 100 });
      const unread = findings.filter(({ ruleId }) => ruleId === 'XPL-ENG-002');
      assert.ok(unread.length > 0);
      assert.equal(unread[0]!.severity, severity);
      assert.equal(gate(unread, 'blocking').passed, severity !== 'high');
    });
});
