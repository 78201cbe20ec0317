/** Artefacts of large listings. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ListedRow } from '../../../src/remotes/remote.ts';
import { SELECT_ARTEFACTS } from '../../../src/remotes/select-artefacts.ts';
import { selectInTurns } from '../../../src/service/sources/pulling/select-in-turns.ts';

const ROWS = 12_000;

/** Makes rows of 3,000 agents with three components each. */
const agents = Array.from({ length: ROWS }, (_, at): ListedRow => {
  const agent = `agent-${at % (ROWS / 4)}`;
  const isAgent = at < ROWS / 4;
  const place = isAgent ? { kind: 'agent', id: agent } : { kind: 'component', id: `part-${at}`, agent };
  return {
    ...{ row: `${at}`, name: agent, version: '1', runsIn: 'acme' },
    place: { origin: 'https://acme.example', etag: `${at}`, ...place },
  };
});
/** Makes rows of 3,000 packages with four versions each. */
const packages = Array.from(
  { length: ROWS },
  (_, at): ListedRow => ({
    ...{ row: `${at}`, name: `P${at % (ROWS / 4)}`, version: `1.${at}.0`, runsIn: 'Robots' },
    place: { feedId: '' },
  }),
);

for (const [platform, rows] of [
  ['power-platform', agents],
  ['uipath', packages],
] as const)
  it(`are the same in turns, while other work goes on: ${platform}`, async () => {
    const select = SELECT_ARTEFACTS[platform];
    let turns = 0;
    const other = setInterval(() => {
      turns += 1;
    }, 0);
    const found = await selectInTurns(select, [], rows);
    clearInterval(other);
    assert.ok(turns > 0, 'other work had its turn');
    const sorted = found.toSorted((one, next) => (one.key < next.key ? -1 : 1));
    assert.deepEqual(sorted, select([], rows));
  });
