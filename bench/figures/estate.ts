/** Cost of the estate for a run that is stored, against one that is stored without it. */
import { SETTINGS_DEFAULT } from '../../src/contract/organisation-settings.ts';
import { connectApplication, disconnect, withOrganisation } from '../../src/infra/database/database.ts';
import { uuidV7 } from '../../src/infra/database/uuid-v7.ts';
import { updateEstate } from '../../src/service/estate/estate-store.ts';
import { readJudgingInput } from '../../src/service/validations/policy-input-store.ts';
import { storeCountedWithCommit } from '../../src/service/validations/validations-store.ts';
import type { Figure } from '../figure.ts';
import { paired, pairedFigure } from '../measure.ts';
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
    const sample = sampleRecord(orgId, new Date());
    let file = 0;
    const store = async (hasEstate: boolean) => {
      for (let i = 0; i < RUNS; i += 1) {
        file = (file + 1) % 500;
        const filename = `src/File${file}.xaml`;
        const now = new Date();
        const record = {
          ...sample,
          id: uuidV7(now),
          filename,
          validatedAt: now,
          findings: sample.findings.slice(0, count),
        };
        await withOrganisation(sql, orgId, async (inner) => {
          const identity = { scope: 'bank/robots', path: filename, formerName: null };
          const about = { platform: 'uipath', file: identity, exceptionScope: 'bank/robots' } as const;
          await readJudgingInput(inner, { ...about, branch: 'main', defaultBranches }, now);
          storeCountedWithCommit(inner, record, 'synchronous', null);
          if (hasEstate) updateEstate(inner, [record.id], defaultBranches);
        });
      }
    };
    const pairs = await paired(
      { own: () => store(true), peer: () => store(false) },
      { warmUpRounds: 20, rounds: 25 },
    );
    yield pairedFigure(pairs, {
      name: `a stored run with the estate, ${count} findings`,
      unit: 'ms',
      against: 'of the same without it, by the clock; the analysis is not in it',
      ratio: 'own/peer',
      judge: 'wall',
      inUnit: (ms) => ms / RUNS,
      bar: { atMost: 1.8, stretch: 1.4 },
    });
  }
  await disconnect(sql);
}
