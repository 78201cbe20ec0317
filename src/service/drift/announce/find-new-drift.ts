/** Compares the drift of a source with what was announced of it. */

import type { DriftedArtefact, FoundDriftData } from '../../../contract/events/source-data.ts';
import { ARTEFACT_STATES, DRIFTED_STATES } from '../../../contract/lists/artefact-state.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { withOrganisation } from '../../../infra/database/database.ts';
import { listArtefacts } from '../drift-store.ts';
import { DRIFT_LIMITS } from '../limits.ts';
import { type DriftEntry, entriesOf } from '../read-drift.ts';
import {
  type AnnouncedSource,
  type AnnouncedState,
  readAnnouncedStates,
} from './source-announcements-store.ts';

/** Artefacts that an event lists. */
const LISTED_MAX = 10;

/** Drift of a source, and what of it is new. */
export interface NewDrift extends Pick<FoundDriftData, 'driftedCount' | 'newCount' | 'artefacts'> {
  /** States to announce from now on, where they are others than before. */
  readonly changes: readonly AnnouncedState[];
}

/** Reads the drift of a source, batch by batch: a source may have 50,000 artefacts. */
export async function findNewDrift(
  sql: Sql,
  { orgId, sourceId }: Pick<AnnouncedSource, 'orgId' | 'sourceId'>,
  signal: AbortSignal,
): Promise<NewDrift> {
  const filters = { sourceId, state: null, repository: null, place: null };
  const limit = DRIFT_LIMITS.artefactsReadAtOnce;
  const announced = await withOrganisation(sql, orgId, (inner) => readAnnouncedStates(inner, sourceId));
  const changes: AnnouncedState[] = [];
  let fresh: DriftedArtefact[] = [];
  let [driftedCount, newCount] = [0, 0];
  for (let afterId: string | null = null, isLast = false; !isLast; ) {
    signal.throwIfAborted();
    const entries: readonly DriftEntry[] = await withOrganisation(sql, orgId, async (inner) =>
      entriesOf(inner, await listArtefacts(inner, filters, afterId, limit)),
    );
    for (const entry of entries) {
      const state = DRIFTED_STATES.has(entry.state) ? entry.state : null;
      if (state !== null) driftedCount += 1;
      if (state === (announced.get(entry.id) ?? null)) continue;
      changes.push({ id: entry.id, state });
      if (state === null) continue;
      newCount += 1;
      fresh.push(toDrifted(entry));
    }
    fresh = fresh.sort(byState).slice(0, LISTED_MAX);
    isLast = entries.length < limit;
    afterId = entries.at(-1)?.id ?? null;
  }
  return { driftedCount, newCount, artefacts: fresh, changes };
}

const byState = (a: DriftedArtefact, b: DriftedArtefact): number =>
  ARTEFACT_STATES.indexOf(a.state) - ARTEFACT_STATES.indexOf(b.state);

const toDrifted = ({ id, name, version, place, state }: DriftEntry): DriftedArtefact => ({
  artefactId: id,
  name,
  version,
  environment: place === '' ? null : place,
  state,
});
