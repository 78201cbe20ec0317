/** Proposes links of artefacts that have none; they count once a person confirms them. */
import type { Sql } from '../../../infra/database/connections.ts';
import { withOrganisation } from '../../../infra/database/database.ts';
import { uuidV7 } from '../../../infra/database/uuid-v7.ts';
import { insertLink } from '../links-store.ts';
import { listAlikeFiles, listNamedPlaces, listUnlinked } from './alike-files-store.ts';
import { chooseFolder } from './choose-folder.ts';

/** Artefacts that one transaction looks at. */
const AT_ONCE = 500;

/** Proposes at most one link for each artefact of a source. A pair that was rejected is not proposed again. */
export async function proposeLinks(
  sql: Sql,
  { orgId, sourceId }: { readonly orgId: string; readonly sourceId: string },
  signal: AbortSignal,
): Promise<void> {
  const places = Map.groupBy(
    await withOrganisation(sql, orgId, (inner) => listNamedPlaces(inner, sourceId)),
    ({ artefactId }) => artefactId,
  );
  for (let afterId: string | null = null, isLast = false; !isLast; ) {
    signal.throwIfAborted();
    const ids: readonly string[] = await withOrganisation(sql, orgId, async (inner) => {
      const unlinked = await listUnlinked(inner, sourceId, afterId, AT_ONCE);
      if (unlinked.length === 0) return unlinked;
      const files = Map.groupBy(await listAlikeFiles(inner, unlinked), ({ artefactId }) => artefactId);
      for (const artefactId of unlinked) {
        const facts = { files: files.get(artefactId) ?? [], places: places.get(artefactId) ?? [] };
        const chosen = chooseFolder(facts);
        if (chosen === undefined) continue;
        await insertLink(inner, { ...chosen, id: uuidV7(), sourceId, artefactId, prefix: null });
      }
      return unlinked;
    });
    isLast = ids.length < AT_ONCE;
    afterId = ids.at(-1) ?? null;
  }
}
