/** Files that are read as parts of a project: they are no workflows, and not counted as skipped. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { uipath } from '../../../src/analysis/platforms/uipath/index.ts';
import { workbook } from '../../support/files/workbook.ts';
import { zip } from '../../support/files/zip.ts';
import type { Identity } from '../../support/service/core.ts';
import { type Body, headers, projectService } from '../../support/service/project-service.ts';

const { core, gateway, submit, completed } = await projectService();
const CONFIG = workbook({
  Settings: [
    ['Name', 'Value'],
    ['Queue', 'Orders'],
  ],
});
const SETTINGS = '{"EnvironmentVariables": [{"SchemaName": "nw_Site", "Value": "https://corp.example"}]}';
const ROBOT = zip([
  { name: 'Main.xaml', content: uipath.snippet('<Sequence/>') },
  { name: 'Data/Config.xlsx', content: CONFIG },
  { name: 'config/settings.json', content: SETTINGS },
  { name: 'readme.md', content: 'Hello' },
  { name: 'notes.json', content: '{"a": 1}' },
]);

async function run(who: Identity): Promise<Body> {
  const { body } = await submit(who, ROBOT);
  return completed(who, body.projectValidationId);
}

describe('files that are read as parts of a project', () => {
  it('have a platform, and are not counted as skipped, also when they come again', async () => {
    const who = await core.identity();
    for (const time of ['first', 'again']) {
      const { items, skippedCount, failedCount } = await run(who);
      assert.deepEqual(
        items.map(({ path, platform, status }: Body) => [path, platform, status]),
        [
          ['Main.xaml', 'platform_1', 'completed'],
          ['Data/Config.xlsx', 'platform_1', 'skipped'],
          ['config/settings.json', 'platform_2', 'completed'],
          ['readme.md', null, 'skipped'],
          ['notes.json', null, 'skipped'],
        ],
        time,
      );
      assert.deepEqual([skippedCount, failedCount], [2, 0], time);
    }
    const response = await fetch(`${gateway.url}/api/v1/projects`, { headers: headers(who) });
    const body = (await response.json()) as Body;
    assert.deepEqual(
      body.projects.map(({ skippedCount }: Body) => skippedCount),
      [2, 2],
    );
  });
});

describe('a part of a project that is sent by itself', () => {
  const cases = [
    ['Config.xlsx', CONFIG, 'platform_1', /is a workbook of configuration of UiPath.*zip of the project/],
  ] as const;
  for (const [name, content, platform, sentence] of cases) {
    it(`is rejected with a sentence that names its kind: ${name}`, async () => {
      const who = await core.identity();
      const form = new FormData();
      form.set('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name);
      form.set('platform', platform);
      const url = `${gateway.url}/api/v1/validate`;
      const response = await fetch(url, { method: 'POST', headers: headers(who), body: form });
      const { error } = (await response.json()) as Body;
      assert.deepEqual([response.status, error.code], [400, 'unsupported_file_type']);
      assert.match(error.message, sentence);
    });
  }
});
