/** Check of the settings: whether they are valid, and those that a role cannot do without. */
import { StartError } from '../../infra/process/start-error.ts';
import { type Config, requireSetting } from '../../infra/settings/config.ts';
import type { SERVING_ROLES } from '../../infra/settings/setting-values.ts';
import { type CheckResult, resultsOf } from './check.ts';

/** Role that serves. */
export type ServingRole = (typeof SERVING_ROLES)[number];

const REQUIRED: Readonly<Record<ServingRole, readonly Parameters<typeof requireSetting>[1][]>> = {
  core: ['databaseUrl', 'keyPepper', 'secretsKey'],
  gateway: [],
  jobs: ['databaseUrl', 'secretsKey'],
  deliveries: ['databaseUrl', 'webhookKey'],
  pulls: ['databaseUrl', 'sourcesKey'],
};

const { ok, warning, failed } = resultsOf('settings');

/** Loads the settings of a role, or all of them. The configuration is null when it cannot be used. */
export function checkSettings(
  role: ServingRole | null,
  load: () => Config,
  warnings: readonly string[],
): { readonly config: Config | null; readonly results: readonly CheckResult[] } {
  try {
    const config = load();
    const missing = (role === null ? [] : REQUIRED[role]).flatMap((name) =>
      problemsOf(() => requireSetting(config, name)),
    );
    const results = [...missing.map(failed), ...warnings.map(warning)];
    return { config, results: results.length > 0 ? results : [ok('Every setting is valid.')] };
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return { config: null, results: [failed(`${oneLine(error.message)} docs/settings.md lists them all.`)] };
  }
}

function problemsOf(work: () => unknown): readonly string[] {
  try {
    work();
    return [];
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return [oneLine(error.message)];
  }
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
