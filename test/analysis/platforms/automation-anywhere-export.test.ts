/** Exports of the Control Room: members that are bots, damaged ones, and the answer to version 11. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createEngine } from '../../../src/analysis/engine/validate.ts';
import type { Workflow } from '../../../src/analysis/model/workflow.ts';
import {
  botPathOf,
  controlRoomPathOf,
} from '../../../src/analysis/platforms/automation-anywhere/bot-path.ts';
import { automationAnywhere } from '../../../src/analysis/platforms/automation-anywhere/index.ts';
import { openFile } from '../../../src/analysis/platforms/input-file.ts';
import { readWorkflows } from '../../../src/analysis/platforms/read-workflows.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';
import { AppError } from '../../../src/errors.ts';
import { type ZipEntry, zip } from '../../support/files/zip.ts';

const BOT = automationAnywhere.snippet('{ "commandName": "messageBox", "packageName": "MessageBox" }');
const FOLDER = 'Automation Anywhere\\Bots\\Finance';
const TASK = 'application/vnd.aa.taskbot';

/** A manifest of paths and content types. */
function manifest(...files: readonly (readonly [path: string, contentType: string])[]): ZipEntry {
  const listed = files.map(([path, contentType]) => ({ path, contentType }));
  return { name: 'manifest.json', content: JSON.stringify({ files: listed, packages: [] }) };
}

function read(...entries: readonly ZipEntry[]): readonly Workflow[] {
  const { kind, workflows } = readWorkflows(openFile('export.zip', zip(entries)));
  assert.equal(kind, 'automation-anywhere-export');
  return workflows;
}

const lines = (workflows: readonly Workflow[]): string[] =>
  workflows.map(({ kind, file, name, artifactKey }) => `${kind} | ${file} | ${name} | ${artifactKey}`);

function rejection(name: string, bytes: Buffer): AppError {
  try {
    readWorkflows(openFile(name, bytes));
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('not refused');
}

describe('the path of a bot', () => {
  const cases: readonly (readonly [path: string, name: string, repositoryPath: string | undefined])[] = [
    ['Load.json', 'Load', undefined],
    ['exports/Load', 'Load', undefined],
    ['Automation Anywhere/Bots/My Tasks/Load', 'Load', 'Automation Anywhere/Bots/My Tasks/Load'],
    ['repo/automation anywhere/Bots/Load.bot', 'Load', 'automation anywhere/Bots/Load'],
    ['Automation Anywhere/Bots/bot_Load/content.json', 'Load', 'Automation Anywhere/Bots/Load'],
    ['repo/Automation Anywhere/Bots/bot_bot_1/content.json', 'bot_1', 'Automation Anywhere/Bots/bot_1'],
    ['bot_Load/content.json', 'Load', 'Load'],
    ['Bots/bot_Load/Content.JSON', 'Load', 'Bots/Load'],
    ['Bots/bot_/content.json', 'content', undefined],
    ['Bots/robot_Load/content.json', 'content', undefined],
  ];
  for (const [path, name, repositoryPath] of cases)
    it(`gives the name and the repository path in ${path}`, () =>
      assert.deepEqual(botPathOf(path), { name, repositoryPath }));
});

describe('an API task', () => {
  it('is read as the bot that it is, by its type in the manifest', () => {
    const path = `${FOLDER}\\Rates Service`;
    const workflows = read(manifest([path, 'application/vnd.aa.headlessbot']), {
      name: path.replaceAll('\\', '/'),
      content: BOT,
    });
    assert.deepEqual(lines(workflows), [
      'automation-anywhere-bot | Automation Anywhere/Bots/Finance/Rates Service | Rates Service | Automation Anywhere/Bots/Finance/Rates Service',
    ]);
  });
});

describe('the place of a stored file in the Control Room', () => {
  const cases: readonly (readonly [path: string, place: string | undefined])[] = [
    ['repo/Automation Anywhere/Bots/bot_Load/content.json', 'Automation Anywhere/Bots/Load'],
    ['Automation Anywhere/Bots/kind_Ask/content.json', 'Automation Anywhere/Bots/Ask'],
    ['Automation Anywhere/Bots/my_files/rates.csv', 'Automation Anywhere/Bots/my_files/rates.csv'],
    ['Bots/bot_Load/content.json', undefined],
  ];
  for (const [path, place] of cases)
    it(`${place === undefined ? 'does not follow from' : 'follows from'} ${path}`, () =>
      assert.equal(controlRoomPathOf(path), place));
});

describe('an export', () => {
  it('gives each bot of the manifest, by its place in the repository, with any slashes', () => {
    const bots = read(
      { name: `${FOLDER}\\Send Reminders`, content: BOT },
      { name: 'Automation Anywhere/Bots/Finance/Log in v1.2', content: BOT },
      { name: 'bot-command-messagebox-2.1.0.jar', content: 'PK' },
      manifest([`${FOLDER}\\Send Reminders`, TASK], [`${FOLDER}\\Log in v1.2`, `${TASK}+template`]),
    );
    const place = 'Automation Anywhere/Bots/Finance';
    assert.deepEqual(lines(bots), [
      `automation-anywhere-bot | ${place}/Send Reminders | Send Reminders | ${place}/Send Reminders`,
      `automation-anywhere-bot | ${place}/Log in v1.2 | Log in v1.2 | ${place}/Log in v1.2`,
    ]);
    assert.deepEqual(
      bots.map(({ activities }) => activities.length),
      [1, 1],
    );
  });

  it('finds bots without a manifest, in the folders of the Git integration', () => {
    const place = 'repo/Automation Anywhere/Bots/Finance';
    assert.deepEqual(
      lines(
        read(
          { name: `${place}/bot_Log in/content.json`, content: BOT },
          { name: `${place}/bot_Log in/dependencies.json`, content: '{"path":"Log in"}' },
          { name: `${place}/bot_Log in/metadata/1.png`, content: 'x' },
        ),
      ),
      [
        `automation-anywhere-bot | ${place}/bot_Log in/content.json | Log in | Automation Anywhere/Bots/Finance/Log in`,
      ],
    );
  });

  it('reads bots that the manifest lacks, and passes over what is none', () => {
    const files = read(
      { name: 'Automation Anywhere/Bots/Listed', content: BOT },
      { name: 'Automation Anywhere/Bots/Forgotten', content: BOT },
      { name: 'Automation Anywhere/Bots/Notes', content: '{"notes":{}}' },
      manifest(
        ['Automation Anywhere\\Bots\\Listed', TASK],
        ['Automation Anywhere\\Bots\\Notes', 'text/plain'],
      ),
    );
    assert.deepEqual(
      files.map(({ name }) => name),
      ['Listed', 'Forgotten'],
    );
  });

  it('stays an export beside files of other platforms that are no workflows', () => {
    const bot = { name: 'Automation Anywhere/Bots/Listed', content: BOT };
    const settings = '{"EnvironmentVariables":[],"ConnectionReferences":[{"LogicalName":"x"}]}';
    const connector = '{"swagger":"2.0","info":{"title":"x"},"paths":{}}';
    assert.deepEqual(lines(read(bot, { name: 'settings.json', content: settings })), lines(read(bot)));
    assert.deepEqual(
      lines(read(bot, { name: 'apiDefinition.swagger.json', content: connector })),
      lines(read(bot)),
    );
  });

  it('is no export for a form beside a release of Blue Prism', () => {
    const release = readFileSync(join(import.meta.dirname, '../../fixtures/blue-prism/Invoices.bprelease'));
    const form = { name: 'a.json', content: '{"form":{"rows":[]}}' };
    const bytes = zip([{ name: 'Invoices.bprelease', content: release }, form]);
    const platforms = readWorkflows(openFile('release.zip', bytes)).workflows.map(({ platform }) => platform);
    assert.ok(platforms.includes('blue-prism'), platforms.join());
  });

  it('reads the other bots when one is damaged, missing or no bot', () => {
    const files = read(
      { name: 'Automation Anywhere/Bots/Good', content: BOT },
      { name: 'Automation Anywhere/Bots/Cut', content: BOT.slice(0, -20) },
      { name: 'Automation Anywhere/Bots/Other', content: '{}' },
      { name: 'Automation Anywhere/Bots/Broken', content: BOT, says: { crc: 1 } },
      manifest(
        ...['Good', 'Cut', 'Other', 'Broken', 'Gone'].map(
          (name) => [`Automation Anywhere\\Bots\\${name}`, TASK] as const,
        ),
      ),
    );
    assert.deepEqual(
      files.map(({ file, kind }) => `${file.slice(file.lastIndexOf('/') + 1)}: ${kind}`),
      [
        'Good: automation-anywhere-bot',
        'Cut: unreadable',
        'Other: unreadable',
        'Broken: unreadable',
        'Gone: unreadable',
      ],
    );
    assert.match(files[4]!.unread[0]!.reason, /manifest lists .*Gone.* does not have it/);
  });

  it('reads the bots when the manifest is damaged', () => {
    const files = read(
      { name: 'Automation Anywhere/Bots/Good', content: BOT },
      { name: 'manifest.json', content: '{"files": [' },
    );
    assert.deepEqual(
      files.map(({ name }) => name),
      ['Good'],
    );
  });

  it('says in each finding which bot it is about', () => {
    const report = createEngine(RULES).validate({
      bytes: zip([{ name: 'Automation Anywhere/Bots/Ask', content: BOT }]),
      filename: 'export.zip',
      platform: 'automation-anywhere',
      ruleset: 'default',
      findingsMax: 100,
    });
    const found = report.findings.find(({ ruleId }) => ruleId === 'AAB-REL-008');
    assert.deepEqual(found?.location.names, ['Automation Anywhere/Bots/Ask', 'Ask', 'Message box']);
    assert.deepEqual(report.unreadFiles, []);
  });
});

describe('an export that is rejected', () => {
  it('a zip without bots', () => {
    assert.equal(rejection('a.zip', zip([{ name: 'a.txt', content: 'a' }])).code, 'unsupported_file_type');
    const empty = zip([manifest(['Automation Anywhere\\Bots\\Notes', 'text/plain'])]);
    assert.equal(rejection('a.zip', empty).code, 'unsupported_file_type');
  });

  for (const name of ['Pay.atmx', 'Pay.ATMX', 'Pay.atm', 'Finance.aapkg', 'Log in.mbot']) {
    it(`${name}, with the way to a format that is read`, () => {
      for (const content of ['<TaskBot/>', '<?xml version="1.0"?><open>', 'Comment: pay', '\u0000\u0001']) {
        const { code, message } = rejection(name, Buffer.from(content));
        assert.equal(code, 'unsupported_file_type', content);
        assert.match(message, /version 11 .*not analysed.*Migrate/s);
      }
    });
  }
});
