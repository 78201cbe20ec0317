/** Tickets over the wire: REST, planning, the loop of the deliveries process, and a tracker of each kind. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { connectCore } from '../../../src/infra/core/core-client.ts';
import {
  connectDeliveries,
  connectOwner,
  disconnect,
  inTransaction,
} from '../../../src/infra/database/database.ts';
import { createLogger } from '../../../src/infra/logging/log.ts';
import { createSeal } from '../../../src/infra/sealing/seal.ts';
import { planTarget } from '../../../src/service/tickets/planning/plan-tickets-job.ts';
import { listActiveTicketTargets } from '../../../src/service/tickets/planning/wanted-tickets-store.ts';
import { serveTicketTarget } from '../../../src/service/tickets/sending/serve-ticket-target.ts';
import {
  claimTicketTarget,
  releaseTicketTarget,
} from '../../../src/service/tickets/sending/ticket-claims-store.ts';
import type { Identity } from '../../support/service/core.ts';
import { estateService } from '../../support/service/estate-service.ts';
import {
  startTracker,
  TRACKER_AUTHORITY,
  type TrackerFault,
  type TrackerKind,
} from '../../support/service/trackers.ts';
import { SECRETS_KEY } from '../../support/service/webhook.ts';

// Before the database's own hook.
after(() => Promise.all([disconnect(sql), disconnect(jobs)]));
const service = await estateService();
const { core, call, get, run } = service;
const sql = connectDeliveries(core.database.url, 2);
const jobs = connectOwner(core.database.url);
const peer = connectCore(`127.0.0.1:${core.server.port}`, SECRETS_KEY);
after(() => peer.close());
const { owner } = core.database;
const BASE_URL = 'https://flowarden.test';
const deps = {
  sql,
  seal: createSeal(SECRETS_KEY),
  networks: [{ network: '127.0.0.0/8', orgId: null }],
  log: createLogger('silent', 'test'),
  version: '0.0.0-test',
  ca: TRACKER_AUTHORITY,
  pauseMsMin: 0,
  unknownMs: 0,
};
const CHOICES = {
  jira_cloud: { project: 'ROBOTS', issueType: 'Bug', priorities: { critical: 'Highest' } },
  jira_server: { project: 'ROBOTS', issueType: 'Bug' },
  servicenow: {
    project: 'incident',
    fields: { category: 'software' },
    closingFields: { close_code: 'Solution provided' },
  },
} as const satisfies Record<TrackerKind, object>;

/** Adds a target with a credential. Returns its id. */
async function add(who: Identity, kind: TrackerKind, url: string, choice: object = {}): Promise<string> {
  const made = await call(who, 'POST', '/ticket-targets', {
    name: 'Robots',
    kind,
    url,
    ...CHOICES[kind],
    ...choice,
  });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const credential = { user: 'flowarden', token: 'a-token-of-the-tracker' };
  const set = await call(who, 'PUT', `/ticket-targets/${made.body.id}/credential`, credential);
  assert.equal(set.body.credential, 'user flowarden, token a-to…');
  return made.body.id;
}

/** Decides what the tickets of the organisation should be. */
async function plan({ orgId }: Identity): Promise<void> {
  const targets = await inTransaction(jobs, listActiveTicketTargets);
  const signal = new AbortController().signal;
  for (const target of targets.filter((one) => one.orgId === orgId))
    await planTarget({ sql: jobs, baseUrl: BASE_URL, core: peer, signal }, target);
}

/** Serves every target that is due once. */
async function send(): Promise<void> {
  await owner`update ticket_targets set due_at = now()`;
  for (;;) {
    const target = await inTransaction(sql, (inner) => claimTicketTarget(inner, 'test', 0));
    if (target === undefined) return;
    const pauseMs = await serveTicketTarget(deps, target, new AbortController().signal);
    await inTransaction(sql, (inner) => releaseTicketTarget(inner, target, Math.max(pauseMs, 3_600_000)));
  }
}

const planAndSend = async (who: Identity) => {
  await plan(who);
  await send();
};

for (const kind of ['jira_cloud', 'jira_server', 'servicenow'] as const)
  describe(`tickets in ${kind}`, () => {
    it('open, follow their finding, close with the reason, and open again', async () => {
      const who = await core.identity();
      const tracker = await startTracker(kind);
      const id = await add(who, kind, tracker.url);
      await run(who, { parts: ['secret'], branch: 'feature' });
      await planAndSend(who);
      assert.equal(tracker.tickets.length, 0, 'other branches make no tickets');
      await run(who, { parts: ['secret'], branch: 'main' });
      await planAndSend(who);
      await planAndSend(who);
      assert.equal(tracker.tickets.length, 1);
      const [ticket] = tracker.tickets;
      assert.match(JSON.stringify(ticket!.fields), /src\/Main\.xaml/);
      assert.match(JSON.stringify(ticket!.fields), /https:\/\/flowarden\.test\/findings\?workflowId=/);

      const { items } = await get(who, `/findings?ticket=${ticket!.key}`);
      assert.equal(items.length, 1);
      assert.equal(items[0].ticket, ticket!.key);
      assert.ok(items[0].ticketUrl.startsWith(tracker.url));
      assert.deepEqual((await get(who, '/findings?ticket=ROBOTS-999')).items, []);
      const withTicket = (await get(who, '/findings?ticket=any')).items.length;
      const without = (await get(who, '/findings?ticket=none')).items.length;
      assert.equal(withTicket + without, (await get(who, '/findings')).items.length);

      await run(who, { branch: 'main' });
      await planAndSend(who);
      assert.equal(ticket!.isClosed, true);
      assert.match(ticket!.comments.at(-1)!, /^Fixed: /);
      await run(who, { parts: ['secret'], branch: 'main' });
      await planAndSend(who);
      assert.equal(ticket!.isClosed, false);
      assert.match(ticket!.comments.at(-1)!, /^The finding is there again/);

      await call(who, 'DELETE', `/workflows/${items[0].workflowId}`);
      await planAndSend(who);
      assert.equal(ticket!.isClosed, true);
      assert.match(ticket!.comments.at(-1)!, /^Deleted: /);
      assert.equal(tracker.tickets.length, 1);
      assert.equal(ticket!.comments.length, 3);
      assert.deepEqual(tracker.rejections, []);

      const target = await get(who, `/ticket-targets/${id}`);
      assert.deepEqual([target.openTickets, target.waiting, target.problem], [0, 0, null]);
      const sent = JSON.stringify(tracker.requests.map(({ path, body }) => path + body));
      assert.doesNotMatch(sent, /Nordwind/, 'the secret of the file leaves the service');
    });

    it('are never made twice, whichever request fails', async () => {
      const who = await core.identity();
      const faults: TrackerFault[] = [
        'before',
        'after',
        { status: 503, body: '<html>Down</html>' },
        { status: 429, headers: { 'Retry-After': '1' } },
        { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<html>Sign in</html>' },
      ];
      // Each fault meets each of the first requests once.
      let fault: TrackerFault = null;
      let place = -1;
      let count = 0;
      const tracker = await startTracker(kind, () => {
        const given = count === place ? fault : null;
        count += 1;
        return given;
      });
      const paths: string[] = [];
      await add(who, kind, tracker.url);
      for (fault of faults)
        for (place = 0; place < 3; place += 1) {
          count = 0;
          const path = `src/Robot-${paths.length}.xaml`;
          paths.push(path);
          await run(who, { path, parts: ['secret'], branch: 'main' });
          await planAndSend(who);
          await send();
          await send();
        }
      assert.deepEqual(tracker.rejections, []);
      assert.equal(new Set(tracker.tickets.map(({ externalId }) => externalId)).size, tracker.tickets.length);
      assert.equal(tracker.tickets.length, paths.length);
    });
  });

describe('a ticket target', () => {
  it('says what is wrong with a tracker that answers with a web page', async () => {
    const who = await core.identity();
    const page = { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<html>Sign in</html>' };
    const tracker = await startTracker('jira_cloud', () => page);
    const id = await add(who, 'jira_cloud', tracker.url);
    assert.equal((await call(who, 'POST', `/ticket-targets/${id}/test`, {})).status, 202);
    await send();
    const { testProblem, problem } = await get(who, `/ticket-targets/${id}`);
    assert.match(testProblem, /^The address answers with a web page that is not JSON/);
    assert.equal(problem, testProblem);
  });

  it('leaves a ticket open whose rule was turned off, and closes one that is waived', async () => {
    const who = await core.identity();
    const tracker = await startTracker('jira_cloud');
    await add(who, 'jira_cloud', tracker.url);
    await run(who, { parts: ['secret'], branch: 'main' });
    await planAndSend(who);
    const [ticket] = tracker.tickets;
    // No policy has this rule.
    const [known] =
      await owner`select workflow_id, finding_id, rule_id from tickets where org_id = ${who.orgId}`;
    await owner`update tickets set rule_id = 'UIP-XXX-999' where org_id = ${who.orgId}`;
    await run(who, { branch: 'main' });
    await planAndSend(who);
    assert.equal(ticket!.isClosed, false);
    assert.match(ticket!.comments.at(-1)!, /^Not checked any more/);
    await owner`update tickets set rule_id = ${known!.ruleId} where org_id = ${who.orgId}`;
    await run(who, { parts: ['secret'], branch: 'main' });
    await planAndSend(who);
    assert.match(ticket!.comments.at(-1)!, /^The rule is checked again/);

    await owner`
      update open_findings set exception_id = gen_random_uuid(), exception_status = 'approved'
      where org_id = ${who.orgId} and finding_id = ${known!.findingId}`;
    await planAndSend(who);
    assert.equal(ticket!.isClosed, true);
    assert.match(ticket!.comments.at(-1)!, /^Waived: /);
    await planAndSend(who);
    assert.equal(ticket!.comments.length, 3);
  });

  it('opens no more tickets than it may, the worst first, and those of its policy alone', async () => {
    const who = await core.identity();
    const tracker = await startTracker('jira_cloud');
    const id = await add(who, 'jira_cloud', tracker.url, { repository: 'bank/other*' });
    await run(who, { parts: ['secret', 'cleartext'], branch: 'main' });
    await planAndSend(who);
    assert.equal(tracker.tickets.length, 0);
    await call(who, 'PATCH', `/ticket-targets/${id}`, {
      repository: 'bank/*',
      openMax: 1,
      leastSeverity: 'low',
    });
    await planAndSend(who);
    assert.equal(tracker.tickets.length, 1);
    const [worst] = (await get(who, '/findings')).items;
    assert.equal(worst.ticket, 'ROBOTS-1');
  });

  it('takes no record of ServiceNow whose table has no correlation_id', async () => {
    const who = await core.identity();
    // ServiceNow drops a condition on a field that the table does not have, and answers with any record.
    const foreign = { sys_id: 'f'.repeat(32), number: 'INC0000042', state: '2', active: 'true' };
    const tracker = await startTracker('servicenow', ({ path }) =>
      path.includes('sysparm_query') ? { status: 200, body: JSON.stringify({ result: [foreign] }) } : null,
    );
    const id = await add(who, 'servicenow', tracker.url);
    await run(who, { parts: ['secret'], branch: 'main' });
    await planAndSend(who);
    await send();
    assert.deepEqual(
      tracker.requests.filter(({ method }) => method !== 'GET'),
      [],
    );
    assert.match((await get(who, `/ticket-targets/${id}`)).problem, /correlation_id/);
  });

  it('goes on with other tickets when ServiceNow forbids a change of one', async () => {
    const who = await core.identity();
    const tracker = await startTracker('servicenow');
    // Without a code its policy rejects the closing with 403.
    await add(who, 'servicenow', tracker.url, { closingFields: {} });
    await run(who, { path: 'src/First.xaml', parts: ['secret'], branch: 'main' });
    await planAndSend(who);
    await run(who, { path: 'src/First.xaml', branch: 'main' });
    await planAndSend(who);
    await run(who, { path: 'src/Second.xaml', parts: ['secret'], branch: 'main' });
    await owner`update tickets set due_at = now() - interval '1 minute' where org_id = ${who.orgId} and confirmed = 'open'`;
    await planAndSend(who);
    await send();
    assert.equal(tracker.tickets.length, 2);
  });

  it('opens a closed ticket again with its newest words, even past a waiver or a rule that was off', async () => {
    const who = await core.identity();
    const tracker = await startTracker('jira_cloud');
    await add(who, 'jira_cloud', tracker.url);
    await run(who, { parts: ['secret'], branch: 'main' });
    await planAndSend(who);
    const [ticket] = tracker.tickets;
    const [{ ruleId, findingId }] = (await owner`
      select rule_id, finding_id from tickets where org_id = ${who.orgId}`) as [Record<string, string>];
    const waive = (status: 'approved' | 'none') => owner`
      update open_findings set exception_id = ${status === 'none' ? null : findingId!}::uuid, exception_status = ${status}
      where org_id = ${who.orgId} and finding_id = ${findingId!}`;
    await waive('approved');
    await owner`update workflows set filename = 'Renamed.xaml' where org_id = ${who.orgId}`;
    await planAndSend(who);
    assert.equal(ticket!.isClosed, true);
    await waive('none');
    await planAndSend(who);
    assert.equal(ticket!.isClosed, false);
    assert.match(ticket!.fields.summary, /Renamed\.xaml/);

    await waive('approved');
    await planAndSend(who);
    // No policy has this rule.
    await owner`update tickets set rule_id = 'UIP-XXX-999' where org_id = ${who.orgId}`;
    await run(who, { branch: 'main' });
    await planAndSend(who);
    await owner`update tickets set rule_id = ${ruleId!} where org_id = ${who.orgId}`;
    await run(who, { parts: ['secret'], branch: 'main' });
    await planAndSend(who);
    assert.equal(ticket!.isClosed, false);
    assert.equal(ticket!.comments.filter((text) => text.includes('stays open')).length, 0);

    // The rule is turned off before the tracker hears that the finding has returned.
    await run(who, { branch: 'main' });
    await planAndSend(who);
    assert.equal(ticket!.isClosed, true);
    await owner`update tickets set wanted = 'rule_off' where org_id = ${who.orgId}`;
    await send();
    assert.equal(ticket!.isClosed, false);
  });

  it('makes a ticket once when its process claims it twice', async () => {
    const who = await core.identity();
    // The first searches wait for each other.
    let searches = 0;
    const both = Promise.withResolvers<void>();
    const tracker = await startTracker('jira_cloud', async ({ path }) => {
      if (!path.endsWith('/search/jql')) return null;
      searches += 1;
      if (searches === 2) both.resolve();
      await both.promise;
      return null;
    });
    await add(who, 'jira_cloud', tracker.url);
    await run(who, { parts: ['secret'], branch: 'main' });
    await plan(who);
    await owner`update ticket_targets set due_at = now() where org_id = ${who.orgId}`;
    const claim = async () => {
      await owner`update ticket_targets set leased_until = now() - interval '1 second' where org_id = ${who.orgId}`;
      return (await inTransaction(sql, (inner) => claimTicketTarget(inner, 'test', 0)))!;
    };
    const claims = [await claim(), await claim()];
    const { signal } = new AbortController();
    const slow = { ...deps, unknownMs: 120_000 };
    await Promise.allSettled(claims.map((claimed) => serveTicketTarget(slow, claimed, signal)));
    await inTransaction(sql, (inner) => releaseTicketTarget(inner, claims[0]!, 3_600_000));
    assert.equal(tracker.tickets.length, 1);
  });

  it('opens others in place of those that people have deleted in the tracker', async () => {
    const who = await core.identity();
    const tracker = await startTracker('jira_cloud');
    const id = await add(who, 'jira_cloud', tracker.url, { openMax: 1 });
    await run(who, { path: 'src/First.xaml', parts: ['secret'], branch: 'main' });
    await planAndSend(who);
    await run(who, { path: 'src/Second.xaml', parts: ['secret'], branch: 'main' });
    await owner`update tickets set is_lost = true where org_id = ${who.orgId}`;
    await planAndSend(who);
    assert.equal(tracker.tickets.length, 2);
    assert.equal((await get(who, `/ticket-targets/${id}`)).openTickets, 1);
  });

  it('rejects addresses, projects and mappings that are none', async () => {
    const who = await core.identity();
    const good = {
      name: 'R',
      kind: 'jira_cloud',
      url: 'https://acme.atlassian.net',
      project: 'ROBOTS',
      issueType: 'Bug',
    };
    for (const [change, message] of [
      [{ url: 'http://acme.atlassian.net' }, /must begin with https/],
      [
        { url: 'https://10.1.2.3' },
        /not a public address. The operator may allow its network with FLOWARDEN_TICKET_NETWORKS/,
      ],
      [{ url: 'https://user:word@acme.atlassian.net' }, /set a credential instead/],
      [{ project: 'a" OR 1=1' }, /must be the key of a project/],
      [{ issueType: null }, /issue_type is missing/],
      [{ fields: { labels: 'x' } }, /which the service fills/],
      [{ fields: { team: '{broken' } }, /begins like JSON and is none/],
      [{ priorities: { awful: 'High' } }, /the severities are/],
      [{ kind: 'servicenow', issueType: null }, /must be the name of a table/],
    ] as const) {
      const { status, body } = await call(who, 'POST', '/ticket-targets', { ...good, ...change });
      assert.equal(status, 400, JSON.stringify(body));
      assert.match(JSON.stringify(body), message);
    }
    assert.equal((await call(who, 'POST', '/ticket-targets', good)).status, 201);
    const twin = await call(who, 'POST', '/ticket-targets', { ...good, name: 'Twin' });
    assert.equal(twin.status, 409);
    assert.match(JSON.stringify(twin.body), /two would share its tickets/);
  });
});
