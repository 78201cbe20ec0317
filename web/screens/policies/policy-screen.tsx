/** Screen of `/policies/:slug`: the versions of a pack, what one decides, and what it would change. */
import { useRoute } from 'preact-iso/router';
import { getPack, type PackVersion } from '../../api/calls/policies.ts';
import { listEnvironments } from '../../api/calls/settings.ts';
import { useCall } from '../../api/use-call.ts';
import { RelativeTime } from '../../parts/data/relative-time.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { SelectField } from '../../parts/form/fields.tsx';
import { KeyValues } from '../../parts/layout/key-values.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { href } from '../../routing/paths.ts';
import { textParam, useUrlState } from '../../routing/url-state.ts';
import { hasScope } from '../../session/session.ts';
import { DryRunSection } from './dry-run-section.tsx';
import { EffectiveRules } from './effective-rules.tsx';
import { PolicyDifferences } from './policy-differences.tsx';

const PARAMS = {
  version: textParam(),
  against: textParam(),
  environment: textParam(),
  q: textParam(),
  dryRun: textParam(),
};

/** Shows a version of a pack for an environment; both are in the address. */
export default function PolicyScreen() {
  const { slug = '' } = useRoute().params;
  const [state, change] = useUrlState(PARAMS);
  const { data, error, retry } = useCall(getPack, { params: { slug } });
  const environments = useCall(listEnvironments, {});
  const version = data?.versions.find((one) => one.version === state.version) ?? data?.versions[0];
  const canTry = hasScope(['policies:write', 'policies:assign']) && hasScope(['analysis:read']);
  return (
    <>
      <PageHeader
        title={slug}
        subtitle="What this policy pack decides, and where each decision comes from."
        back={{ href: href('/policies', null), label: 'Policies' }}
      />
      {error && <ErrorState error={error} onRetry={retry} />}
      {!data && !error && <Skeleton />}
      {version && (
        <>
          <div class="form-columns">
            <SelectField
              label="Version"
              value={version.version}
              options={data!.versions.map(optionOf)}
              onChange={(next) => change({ version: next })}
            />
            {data!.versions.length > 1 && (
              <SelectField
                label="Compare with"
                value={state.against}
                options={[['', 'Nothing'], ...data!.versions.filter((one) => one !== version).map(optionOf)]}
                onChange={(against) => change({ against })}
              />
            )}
            <SelectField
              label="Environment"
              value={state.environment}
              options={[
                ['', 'Runs without an environment'],
                ...(environments.data?.environments ?? []).map(({ name }) => [name, name] as const),
              ]}
              onChange={(environment) => change({ environment })}
            />
          </div>
          <KeyValues
            entries={[
              ['Published', <RelativeTime key="time" time={version.publishedAt} />],
              ['By', version.publishedBy],
              [
                'SHA-256',
                <code key="digest" class="digest">
                  {version.digest}
                </code>,
              ],
            ]}
          />
          {canTry && (
            <DryRunSection
              slug={slug}
              version={version.version}
              versions={data!.versions}
              environment={state.environment}
              dryRunId={state.dryRun}
              onStart={(dryRun) => change({ dryRun })}
            />
          )}
          {state.against !== '' && (
            <PolicyDifferences
              slug={slug}
              version={version.version}
              against={state.against}
              environment={state.environment}
            />
          )}
          <EffectiveRules
            slug={slug}
            version={version.version}
            environment={state.environment}
            q={state.q}
            onSearch={(q) => change({ q }, 'typing')}
          />
        </>
      )}
    </>
  );
}

function optionOf({ version, revision }: PackVersion): readonly [string, string] {
  return [version, `${version}, revision ${revision}`];
}
