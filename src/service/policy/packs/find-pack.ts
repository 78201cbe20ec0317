/** Versions of policy packs that requests name. */
import { AppError } from '../../../errors.ts';
import type { TenantTransaction } from '../../../infra/database/transaction.ts';
import { newestMatching } from '../../../policy/resolve/parents.ts';
import { didYouMean } from '../../../text/nearest-name.ts';
import { listPackVersions, type PackVersionRecord } from './packs-store.ts';

/**
 * Finds a version by its UUID, by `slug@version` (also a range, as `slug@2`), or the highest revision of a slug.
 * @throws AppError `unknown_policy_pack` naming the nearest one
 */
export async function findReferenced(sql: TenantTransaction, reference: string): Promise<PackVersionRecord> {
  const all = await listPackVersions(sql, null);
  const [slug = '', range] = reference.split('@', 2);
  const ofSlug = all.filter((one) => one.slug === slug);
  const version =
    range === undefined
      ? undefined
      : newestMatching(
          ofSlug.map((one) => one.version),
          range,
        );
  const found =
    all.find(({ id }) => id === reference.toLowerCase()) ??
    (range === undefined ? ofSlug[0] : ofSlug.find((one) => one.version === version));
  if (found !== undefined) return found;
  const known = [...new Set(all.map((one) => one.slug))];
  const hint = didYouMean(slug, known);
  const names = known.length === 0 ? 'this organisation has none' : `the known ones are ${known.join(', ')}`;
  const message = `policy_pack is ${JSON.stringify(reference.slice(0, 128))}; ${names}.${hint}`;
  throw new AppError('unknown_policy_pack', message, { field: 'policy_pack', known: known.join(', ') });
}
