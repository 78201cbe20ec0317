/** Cost of the estate and of the feed for a run that is stored, against one that is stored without them. */
import { SETTINGS_DEFAULT } from '../../src/contract/organisation-settings.ts';
import type { Sql } from '../../src/infra/database/connections.ts';
import {
  connectApplication,
  connectOwner,
  disconnect,
  inTransaction,
  withOrganisation,
} from '../../src/infra/database/database.ts';
import { uuidV7 } from '../../src/infra/database/uuid-v7.ts';
import { updateEstate } from '../../src/service/results/estate/estate-store.ts';
import { readJudgingInput } from '../../src/service/validations/policy-input-store.ts';
import { storeCountedWithCommit } from '../../src/service/validations/validations-store.ts';
import type { Figure } from '../figure.ts';
import { paired, pairedFigure, type Sides } from '../measure.ts';
import { sampleRecord } from '../million-rows.ts';
import { startDatabase } from '../postgres.ts';

const RUNS = 20;
/** Findings of a file: none in the median file of the corpus, 2 in nine of ten at most. */
const FINDINGS = [0, 2];
const { defaultBranches } = SETTINGS_DEFAULT;

/** Measures a stored run of one of many files, whose findings are those of its run before. */
export async function* estate(): AsyncGenerator<Figure> {
  await using database = await startDatabase();
  const { orgId } = database;
  const sql = connectApplication(database.url);
  for (const count of FINDINGS) {
    const store = runStore(sql, orgId, count);
    yield await compared(`a stored run with the estate, ${count} findings`, {
      own: () => store(true),
      peer: () => store(false),
    });
  }
  const owner = connectOwner(database.url);
  const store = runStore(sql, orgId, 0);
  // Both sides change the table, as a change has statements planned anew.
  yield await compared('a stored run with its entry in the feed', {
    own: () => setTrigger(owner, 'enable').then(() => store(true)),
    peer: () => setTrigger(owner, 'disable').then(() => store(true)),
  });
  await disconnect(owner);
  await disconnect(sql);
}

/** Switches the trigger that writes the feed. */
async function setTrigger(owner: Sql, change: 'enable' | 'disable'): Promise<void> {
  await inTransaction(owner, (sql) => sql.unsafe(`alter table validations ${change} trigger feed_inserted`));
}

/** Returns a function that stores runs with so many findings, with the estate or without it. */
function runStore(sql: Sql, orgId: string, count: number): (hasEstate: boolean) => Promise<void> {
  const sample = sampleRecord(orgId, new Date());
  let file = 0;
  return async (hasEstate) => {
    for (let i = 0; i < RUNS; i += 1) {
      file = (file + 1) % 500;
      const filename = `src/File${file}.xaml`;
      const now = new Date();
      const findings = sample.findings.slice(0, count);
      const record = { ...sample, id: uuidV7(now), filename, validatedAt: now, findings };
      await withOrganisation(sql, orgId, async (inner) => {
        const identity = { scope: 'bank/robots', path: filename, formerName: null };
        const about = { platform: 'uipath', file: identity, exceptionScope: 'bank/robots' } as const;
        await readJudgingInput(inner, { ...about, branch: 'main', defaultBranches }, now);
        storeCountedWithCommit(inner, record, 'synchronous', null);
        if (hasEstate) updateEstate(inner, [record.id], SETTINGS_DEFAULT, 'bank/robots');
      });
    }
  };
}

async function compared(name: string, sides: Sides): Promise<Figure> {
  const pairs = await paired(sides, { warmUpRounds: 20, rounds: 25 });
  return pairedFigure(pairs, {
    name,
    unit: 'ms',
    against: 'of the same without it, by the clock; the analysis is not in it',
    ratio: 'own/peer',
    judge: 'wall',
    inUnit: (ms) => ms / RUNS,
    bar: { atMost: 1.8, stretch: 1.4 },
  });
}
