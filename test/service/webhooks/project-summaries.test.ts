/** Deliveries of a project: other receivers get each file, chats one summary. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { uipath } from '../../../src/analysis/platforms/uipath/index.ts';
import type { EventKind, EventRecord, ProjectContext } from '../../../src/contract/event.ts';
import { withOrganisation } from '../../../src/infra/database/database.ts';
import { endProject } from '../../../src/service/projects/end-project.ts';
import { CHAT_WORST_FILES_MAX } from '../../../src/service/projects/notify-chats.ts';
import { chatMessage } from '../../../src/service/webhooks/messages/message.ts';
import { UNREAD_WORKBOOK, UNREAD_XAML } from '../../support/files/unread-files.ts';
import { zip } from '../../support/files/zip.ts';
import type { Identity } from '../../support/service/core.ts';
import { type Body, headers, PATH, projectService } from '../../support/service/project-service.ts';
import { insertTestWebhook } from '../../support/service/webhook.ts';

const { core, gateway, submit, rest, completed } = await projectService();
const { app, owner } = core.database;

const EMPTY_CATCH =
  '<TryCatch DisplayName="Careless"><TryCatch.Try><ui:MoveFile Path="a.txt" Destination="b.txt" /></TryCatch.Try><TryCatch.Catches><Catch x:TypeArguments="s:Exception"><ActivityAction x:TypeArguments="s:Exception"><ActivityAction.Argument><DelegateInArgument x:TypeArguments="s:Exception" Name="exception"/></ActivityAction.Argument></ActivityAction></Catch></TryCatch.Catches></TryCatch>';
const careless = (times: number): string => uipath.snippet(EMPTY_CATCH.repeat(times));
const ROBOT = zip([
  { name: 'Main.xaml', content: careless(1) },
  { name: 'Sub.xaml', content: careless(3) },
  { name: 'Clean.xaml', content: careless(0) },
  { name: 'readme.md', content: 'Hello' },
]);
const METADATA = JSON.stringify({ pipeline: { repository: 'bank/robots', branch: 'main' } });

/** An organisation with a webhook of each target. Nothing listens at their port. */
async function organisation(): Promise<Identity> {
  const who = await core.identity();
  for (const target of ['generic', 'chat-a', 'chat-b'] as const) {
    await insertTestWebhook(app, who.orgId, 9, { target });
  }
  return who;
}

async function run(who: Identity, archive = ROBOT): Promise<Body> {
  const { body } = await submit(who, archive, 'robot.zip', { metadata: METADATA });
  return completed(who, body.projectValidationId);
}

interface Delivered {
  readonly kind: EventKind;
  readonly data: Body;
  readonly chat: ProjectContext | null;
}

/** The events that have a delivery to a target, oldest first. */
async function deliveredTo(who: Identity, target: string): Promise<readonly Delivered[]> {
  const rows = await owner<Delivered[]>`
    select event.kind, event.data, event.chat from deliveries
    join webhooks on webhooks.org_id = deliveries.org_id and webhooks.id = deliveries.webhook_id
    join events as event on event.org_id = deliveries.org_id and event.id = deliveries.event_id
    join delivery_queue as queue on queue.org_id = deliveries.org_id and queue.id = deliveries.id
    where deliveries.org_id = ${who.orgId} and webhooks.target = ${target} order by event.id`;
  return [...rows];
}

function messageOf(event: Delivered) {
  const rest = { id: '', orgId: '', occurredAt: new Date() };
  return chatMessage({ ...event, ...rest } as EventRecord, 'https://flowarden.example');
}

describe('a project', () => {
  it('sends one summary to each chat and each file to other receivers', async () => {
    const who = await organisation();
    const project = await run(who);
    const files = await deliveredTo(who, 'generic');
    assert.deepEqual(files.map(({ data }) => data.fileName).sort(), ['Clean.xaml', 'Main.xaml', 'Sub.xaml']);
    assert.ok(
      files.every(({ data }) => data.validationId !== undefined && data.projectValidationId === undefined),
    );
    for (const target of ['chat-a', 'chat-b']) {
      const [summary, ...more] = await deliveredTo(who, target);
      assert.deepEqual(more, [], target);
      const message = messageOf(summary!);
      assert.match(message.title, /^\d+ findings would block: robot\.zip$/);
      assert.equal(message.tone, 'warning');
      const facts = Object.fromEntries(message.facts);
      assert.deepEqual(
        [facts.Repository, facts.Branch, facts.Score, facts.Files],
        ['bank/robots', 'main', `${project.score} of 100`, '4 files, 1 skipped'],
      );
      assert.ok(facts['Run by']);
      assert.ok(message.lines.length >= 2 && message.lines.length <= CHAT_WORST_FILES_MAX);
      assert.match(message.lines[0]!, /\(Sub\.xaml\)$/, 'the worst file comes first');
      assert.doesNotMatch(message.lines.join(), /Clean\.xaml/);
    }
  });

  it('that comes again unchanged sends one more summary to each chat', async () => {
    const who = await organisation();
    await run(who);
    await run(who);
    assert.equal((await deliveredTo(who, 'generic')).length, 6);
    assert.equal((await deliveredTo(who, 'chat-a')).length, 2);
    assert.equal((await deliveredTo(who, 'chat-b')).length, 2);
  });

  it('that fails sends chats the reason', async () => {
    const who = await organisation();
    const project = await run(who, zip([{ name: 'readme.md', content: 'Hello' }]));
    assert.equal(project.status, 'failed');
    assert.deepEqual(await deliveredTo(who, 'generic'), []);
    const [summary, ...more] = await deliveredTo(who, 'chat-a');
    assert.deepEqual(more, []);
    const { title, tone, lines } = messageOf(summary!);
    assert.deepEqual(
      [title, tone, lines],
      ['Could not be validated: robot.zip', 'bad', [project.error.message]],
    );
  });

  it('sends its summary once, and only when its end is stored', async () => {
    const who = await organisation();
    await rest();
    const { body } = await submit(who, ROBOT);
    const id = body.projectValidationId;
    const error = { code: 'validation_timeout', message: 'Too long.' } as const;
    const end = () => withOrganisation(app, who.orgId, (sql) => endProject(sql, id, { error }));
    const killed = withOrganisation(app, who.orgId, async (sql) => {
      await endProject(sql, id, { error });
      throw new Error('killed');
    });
    await assert.rejects(killed, /killed/);
    assert.deepEqual(await deliveredTo(who, 'chat-a'), []);
    await Promise.all([end(), end(), end()]);
    assert.equal((await deliveredTo(who, 'chat-a')).length, 1);
  });

  it('that a part of was not evaluated in is not clean', async () => {
    const who = await organisation();
    const clean = zip([{ name: 'Clean.xaml', content: careless(0) }]);
    const files = await run(who, clean);
    await owner`
      update project_items set tally = '{"XPL-ENG-002": {"critical": 0, "high": 0, "medium": 1, "low": 0}}'
      where project_id = ${files.projectValidationId}`;
    // The same bytes: its file is reused with its tally.
    await run(who, clean);
    const [passed, unsure] = (await deliveredTo(who, 'chat-a')).map(messageOf);
    assert.deepEqual([passed?.title, passed?.tone], ['Passed: robot.zip', 'good']);
    assert.deepEqual([unsure?.title, unsure?.tone], ['Not evaluated completely: robot.zip', 'warning']);
  });
});

describe('a project with files that were not analysed', () => {
  const messagesOf = async (who: Identity) => {
    const delivered = await Promise.all(['chat-a', 'chat-b'].map((target) => deliveredTo(who, target)));
    return delivered.flat().map(messageOf);
  };

  it('names each kind of them in every chat', async () => {
    const who = await organisation();
    await run(who, zip([{ name: 'Clean.xaml', content: careless(0) }, UNREAD_XAML, UNREAD_WORKBOOK]));
    const messages = await messagesOf(who);
    assert.equal(messages.length, 2);
    for (const { title, lines } of messages) {
      assert.equal(title, 'Passed: robot.zip');
      const named = lines.filter((line) => line.startsWith('Not analysed: '));
      assert.equal(named.length, 2);
      assert.match(
        named.join(),
        /"Post\.xaml" is a XAML file of UiPath that is no workflow of Studio and was not analysed/,
      );
      assert.match(named.join(), /"Data\/Config\.xls" is a workbook of configuration that cannot be read/);
    }
  });

  it('is not reported as passed or blocked when it has nothing else', async () => {
    const who = await organisation();
    await run(who, zip([UNREAD_XAML]));
    for (const { title, tone, lines } of await messagesOf(who)) {
      assert.deepEqual([title, tone], ['Nothing was analysed: robot.zip', 'bad']);
      assert.match(lines.join(), /"Post\.xaml" is a XAML file of UiPath that is no workflow of Studio/);
    }
  });
});

describe('a project with files below the threshold', () => {
  const RESULTS = 'validation.completed';
  const ALERTS = 'validation.below_threshold';
  const settle = (who: Identity, threshold: number, kind = 'level') => owner`
    insert into organisation_settings (org_id, score_alert_threshold, score_alert_kind)
    values (${who.orgId}, ${threshold}, ${kind})`;
  const below = (delivered: readonly Delivered[]) =>
    delivered.map(({ kind, chat }) => [kind, chat?.project.alert]);

  it('sends chats one summary that counts them, and other receivers an alert for each', async () => {
    const who = await organisation();
    await settle(who, 100);
    await run(who);
    // The second time its files are reused.
    await run(who);
    const generic = await deliveredTo(who, 'generic');
    assert.equal(generic.filter(({ kind }) => kind === ALERTS).length, 4);
    assert.ok(generic.every(({ data }) => data.validationId !== undefined));
    for (const target of ['chat-a', 'chat-b']) {
      const summaries = await deliveredTo(who, target);
      const alert = { threshold: 100, fileCount: 2 };
      assert.deepEqual(below(summaries), [
        [RESULTS, alert],
        [RESULTS, alert],
      ]);
      const facts = Object.fromEntries(messageOf(summaries[0]!).facts);
      assert.equal(facts['Below threshold'], '2 files below 100');
    }
  });

  it('counts only those that crossed it where alerts are of that kind', async () => {
    const who = await organisation();
    await settle(who, 100, 'crossing');
    await run(who);
    await run(who);
    const alerts = below(await deliveredTo(who, 'chat-a')).map(([, alert]) => alert);
    assert.deepEqual(alerts, [{ threshold: 100, fileCount: 2 }, undefined]);
  });

  it('sends one alert to a chat that wants alerts alone, and none where no file is below', async () => {
    const who = await core.identity();
    await insertTestWebhook(app, who.orgId, 9, { target: 'chat-a', events: [ALERTS] });
    await run(who);
    assert.deepEqual(await deliveredTo(who, 'chat-a'), []);
    await settle(who, 100);
    await run(who);
    const [alert, ...more] = await deliveredTo(who, 'chat-a');
    assert.deepEqual([alert?.kind, more], [ALERTS, []]);
    const { title, tone } = messageOf(alert!);
    assert.deepEqual([title, tone], ['2 files below 100: robot.zip', 'bad']);
  });
});

describe('X-Service-Environment', () => {
  const HEADER = 'x-service-environment';
  const post = async (who: Identity, environment: string | null) => {
    const form = new FormData();
    form.set('file', new Blob([careless(0)]), 'Main.xaml');
    form.set('platform', 'uipath');
    if (environment !== null) form.set('environment', environment);
    const response = await fetch(`${gateway.url}/api/v1/validate`, {
      method: 'POST',
      headers: headers(who),
      body: form,
    });
    return { response, body: (await response.json()) as Body };
  };
  const get = (who: Identity, path: string) => fetch(gateway.url + path, { headers: headers(who) });

  it('names the environment of a result, and is absent when none was named', async () => {
    const who = await core.identity();
    const named = await post(who, 'production');
    assert.equal(named.response.headers.get(HEADER), 'production');
    assert.equal('environment' in named.body, false, 'the body is closed');
    const read = await get(who, `/api/v1/results/${named.body.validationId}`);
    assert.equal(read.headers.get(HEADER), 'production');
    assert.equal((await post(who, null)).response.headers.get(HEADER), null);
  });

  it('names the environment of a project', async () => {
    const who = await core.identity();
    const { body, headers: answered } = await submit(who, ROBOT, 'robot.zip', { environment: 'test' });
    assert.equal(answered.get(HEADER), 'test');
    await completed(who, body.projectValidationId);
    const read = await get(who, `${PATH}/${body.projectValidationId}`);
    assert.equal(read.headers.get(HEADER), 'test');
  });
});
