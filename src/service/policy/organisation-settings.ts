/** The use cases of an organisation's settings: read them, change them. */

import { type AuditActor, fieldChanges } from '../../contract/audit.ts';
import { type OrganisationSettings, SETTINGS_DEFAULT } from '../../contract/organisation-settings.ts';
import { AppError } from '../../errors.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { withOrganisation } from '../../infra/database/database.ts';
import { audit } from '../audit/audit-store.ts';
import { organisationName, renameOrganisation } from '../organisations/organisations-store.ts';
import { forgetChannels } from '../results/estate/channel-ends-store.ts';
import { markDefaultBranches } from '../results/estate/estate-store.ts';
import {
  findSettings,
  lockSettings,
  type SettingsRecord,
  type StoredSettings,
  updateSettings,
} from './organisation-settings-store.ts';
import { requireRuleset } from './policy.ts';

const SETTING_NAMES = Object.keys(SETTINGS_DEFAULT) as (keyof OrganisationSettings)[];

/** Settings with the name of the organisation. */
export interface NamedSettings extends SettingsRecord {
  readonly name: string;
}

/** Changes of settings, null for the default, and of the name. */
export type SettingsChanges = Partial<StoredSettings & Pick<NamedSettings, 'name'>>;

/** Actor of a change, and its request. */
export interface Change {
  readonly orgId: string;
  readonly actor: AuditActor;
  readonly requestId: string | null;
}

/** Returns the settings of the organisation, with the default of each unset one. */
export async function readOrganisationSettings(sql: Sql, orgId: string): Promise<NamedSettings> {
  return withOrganisation(sql, orgId, async (transaction) => ({
    ...(await findSettings(transaction)),
    name: await organisationName(transaction),
  }));
}

/**
 * Changes the given settings; null goes back to the default.
 * @param etag the version that the caller knows; null: any version
 * @throws AppError `etag_mismatch` when another change came first, `unknown_ruleset`
 */
export async function changeSettings(
  sql: Sql,
  { orgId, actor, requestId }: Change,
  changes: SettingsChanges,
  etag: string | null,
): Promise<NamedSettings> {
  if (typeof changes.ruleset === 'string') requireRuleset(changes.ruleset);
  return withOrganisation(sql, orgId, async (transaction) => {
    const before = { ...(await lockSettings(transaction)), name: await organisationName(transaction) };
    requireVersion(before, etag);
    if (Object.keys(changes).length === 0) return before;
    const { name = before.name, ...settings } = changes;
    if (name !== before.name) await renameOrganisation(transaction, name);
    const after = { ...(await updateSettings(transaction, settings, actor.name)), name };
    if (changes.defaultBranches !== undefined) await markDefaultBranches(transaction, after.defaultBranches);
    if (before.keepChannels && !after.keepChannels) await forgetChannels(transaction);
    await audit(transaction, {
      actor,
      action: 'settings.updated',
      target: { kind: 'settings', id: orgId, name: 'Settings' },
      details: { changes },
      changes: fieldChanges(before, after, [...SETTING_NAMES, 'name']),
      requestId,
    });
    return after;
  });
}

/** @throws AppError `etag_mismatch` when the caller knows another version */
export function requireVersion({ version }: { readonly version: number }, etag: string | null): void {
  if (etag === null || etag === String(version)) return;
  throw new AppError(
    'etag_mismatch',
    `The version is ${version} by now, and the one you know is ${JSON.stringify(etag.slice(0, 40))}. Read it again, then repeat the change.`,
    { version: String(version) },
  );
}
