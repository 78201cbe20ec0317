/** Titles of texts in messages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Text } from '../../src/analysis/model/text.ts';
import type { Workflow } from '../../src/analysis/model/workflow.ts';
import { textTitle } from '../../src/analysis/patterns/texts/text-title.ts';

const TOKEN = 'ghp_k3J9dQ7xZr2LmV8sTb5NcW1yHp4GfA6uEoRi';

const CASES: readonly (readonly [
  platform: Workflow['platform'],
  kind: Text['kind'],
  name: string,
  holder: string,
  title: string,
])[] = [
  ['uipath', 'literal', 'Message', 'Log', '"Message" of "Log"'],
  ['uipath', 'default', 'token', 'Main', 'The default of "token"'],
  ['blue-prism', 'default', 'Token', 'Token', 'The initial value of "Token"'],
  ['blue-prism', 'comment', 'Note1', 'Note1', '"Note1"'],
  ['power-automate', 'literal', '', 'Compose', 'A text of "Compose"'],
  ['power-automate', 'literal', '', '', 'This text'],
  ['uipath', 'literal', 'Message', `use ${TOKEN}`, '"Message"'],
];

for (const [platform, kind, name, holder, title] of CASES) {
  test(`a ${kind} text "${name}" in ${platform} is called ${title}`, () => {
    const workflow = { platform, activities: [{ name: holder }] } as unknown as Workflow;
    const text: Text = { at: 0, owner: 0, kind, name, text: TOKEN };
    assert.equal(textTitle(workflow, text), title);
  });
}
