/** Flows and agents of environments, out of the rows of their listings. */
import { createHash } from 'node:crypto';
import type { Reason } from '../coverage.ts';
import type { ListedRow, RemoteArtefact, RemotePart } from '../remote.ts';

/** Returns one artefact for each flow and agent. An agent changes with each of its components. */
export function flowsAndAgentsOf(
  _parts: readonly RemotePart[],
  rows: readonly ListedRow[],
): readonly RemoteArtefact[] {
  const etags = new Map<string, string[]>();
  for (const { place, row } of rows) {
    if (place.kind !== 'component') continue;
    const key = `${place.origin}/${place.agent}`;
    const own = etags.get(key) ?? [];
    // A copy for each part would take its square in time: an agent may have 50,000 of them.
    own.push(`${row} ${place.etag}`);
    etags.set(key, own);
  }
  return rows
    .filter(({ place }) => place.kind !== 'component')
    .map(({ name, version, runsIn, place }): RemoteArtefact => {
      const { origin = '', id = '', etag = '' } = place;
      const host = URL.parse(origin)?.host ?? origin;
      const own = etags.get(`${origin}/${id}`) ?? [];
      return {
        key: `${host}/${id}`,
        kind: 'files',
        name,
        group: host,
        version,
        marker: place.kind === 'agent' ? digestOf([etag, ...own.sort()]) : etag,
        runs: runsIn === undefined ? [] : [{ part: runsIn, version }],
        reason: place.reason as Reason | undefined,
        place,
      };
    })
    .sort((one, other) => (one.key < other.key ? -1 : 1));
}

const digestOf = (texts: readonly string[]): string =>
  createHash('sha256').update(texts.join('\n')).digest('hex');
