/** Packages of a tenant, out of the rows of its folders and feeds. */
import type { ListedRow, RemoteArtefact, RemotePart } from '../remote.ts';
import { compareVersions } from './package-versions.ts';

/**
 * Returns one artefact for each package of a feed: the newest version that runs in a folder. A package that runs nowhere
 * has the newest version of the feed and a reason. Two feeds may hold one id with other bytes, so the feed is part of
 * the key.
 */
export function packagesOf(
  parts: readonly RemotePart[],
  rows: readonly ListedRow[],
): readonly RemoteArtefact[] {
  const groups = new Map(
    parts
      .filter(({ kind, problem }) => kind === 'feed' && problem === undefined)
      .map(({ place, path }) => [place.feedId ?? '', path]),
  );
  const shared = groups.get('') ?? '';
  const rowsByKey = new Map<string, ListedRow[]>();
  for (const row of rows) {
    // A feed that belongs to no folder is that of the tenant, which processes may name by its id.
    const feed = groups.has(row.place.feedId ?? '') ? row.place.feedId! : '';
    const key = `${feed || shared}/${row.name}`;
    const others = rowsByKey.get(key);
    if (others === undefined) rowsByKey.set(key, [row]);
    else others.push(row);
  }
  return [...rowsByKey]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, found]) => artefactOf(key, found, groups.get(found[0]!.place.feedId ?? '') ?? shared));
}

function artefactOf(key: string, rows: readonly ListedRow[], group: string): RemoteArtefact {
  const running = rows.filter(({ runsIn }) => runsIn !== undefined);
  const [newest] = (running.length > 0 ? running : rows).toSorted((one, other) =>
    compareVersions(other.version, one.version),
  );
  const { name, version, place } = newest!;
  return {
    key,
    kind: 'package',
    name,
    group,
    version,
    marker: version,
    runs: running.map(({ runsIn, version }) => ({ part: runsIn!, version })),
    reason: running.length > 0 ? undefined : 'not_running',
    place,
  };
}
