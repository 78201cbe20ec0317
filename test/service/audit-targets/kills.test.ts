/** A slow target while the processes that send are killed, again and again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { withOrganisation } from '../../../src/infra/database/database.ts';
import { insertAuditTarget } from '../../../src/service/audit-targets/audit-targets-store.ts';
import { testDatabase, testOrganisation } from '../../support/database/database.ts';
import { startScript, until } from '../../support/processes.ts';
import { AUTHORITY, startElastic } from '../../support/service/siem.ts';
import { SECRETS_KEY } from '../../support/service/webhook.ts';

const ENTRIES = 10_000;
const KILLS = 10;
/** Answers of the target take this long, in milliseconds. */
const SLOW_MS = 20;

const main = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));
const database = await testDatabase();
const startProcess = () =>
  startScript(main, ['deliveries'], {
    DATABASE_URL: database.url,
    FLOWARDEN_WEBHOOK_KEY: SECRETS_KEY,
    FLOWARDEN_AUDIT_NETWORKS: '127.0.0.0/8',
  });

test(`${ENTRIES} entries reach a slow target once each and in order through ${KILLS} kills`, async () => {
  const orgId = await testOrganisation(database);
  const elastic = await startElastic(undefined, () => sleep(SLOW_MS));
  await database.owner`
    insert into audit_entries (org_id, actor_kind, actor_id, actor_name, action, target_kind, target_id, target_name, details)
    select ${orgId}, 'user', 'maria', 'Maria Keller', 'settings.updated', 'settings', ${orgId}, 'Settings',
      jsonb_build_object('number', number)
    from generate_series(1, ${ENTRIES}::int) as number order by number`;
  const target = {
    name: 'SIEM',
    kind: 'elastic',
    format: 'ocsf',
    url: elastic.url,
    settings: { index: 'audit', tokenHeader: null, authorities: AUTHORITY },
    state: 'active',
    events: [],
    sentSequence: 0,
    createdByName: 'Test',
  } as const;
  await withOrganisation(database.app, orgId, (sql) => insertAuditTarget(sql, target, new Date()));
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const killed = startProcess();
    const stored = (ENTRIES / (KILLS + 1)) * kill;
    await until(`kill ${kill}`, () => elastic.stored.size >= stored);
    killed.child.kill('SIGKILL');
    await killed.ended;
  }
  const last = startProcess();
  await until('all entries are confirmed', async () => {
    const [row] =
      await database.owner`select sent_sequence::int as sent from audit_targets where org_id = ${orgId}`;
    return row?.sent === ENTRIES;
  });
  assert.deepEqual(
    elastic.order,
    Array.from({ length: ENTRIES }, (_, index) => `${orgId}-${index + 1}`),
  );
  const sent = elastic.requests.reduce((sum, { body }) => sum + body.trimEnd().split('\n').length / 2, 0);
  assert.ok(sent <= ENTRIES + KILLS * 200, `a kill repeats one batch at most: ${sent} events were sent`);
  last.child.kill('SIGTERM');
  assert.equal(await last.ended, 0, last.output());
});
