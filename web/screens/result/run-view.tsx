/** Origin of a run, and the policy that it was judged by. */
import { getChecks, type Result } from '../../api/calls/results.ts';
import { useCall } from '../../api/use-call.ts';
import { runTime } from '../../parts/data/run-time.ts';
import { sourceLabel } from '../../parts/data/source-label.ts';
import { IgnoredMetadata } from '../../parts/feedback/ignored-metadata.tsx';
import { CopyButton } from '../../parts/form/copy-button.tsx';
import { type KeyValueEntries, KeyValues } from '../../parts/layout/key-values.tsx';
import { WebLink } from '../../parts/layout/web-link.tsx';

/** Member of the pipeline context → its label; addresses are links. */
const PIPELINE: readonly (readonly [member: keyof Result['pipeline'], label: string])[] = [
  ['provider', 'Provider'],
  ['host', 'Host'],
  ['repository', 'Repository'],
  ['branch', 'Branch'],
  ['commit', 'Commit'],
  ['prUrl', 'Pull request'],
  ['workflowRunUrl', 'Pipeline run'],
  ['definitionName', 'Definition'],
  ['buildNumber', 'Build'],
  ['pipelineName', 'Pipeline'],
  ['stageName', 'Stage'],
  ['deploymentId', 'Deployment'],
  ['deploymentUrl', 'Deployment page'],
  ['solutionName', 'Solution'],
  ['solutionVersion', 'Solution version'],
  ['environmentName', 'Environment of the pipeline'],
];

/** Shows the context of a run, its policy, and the digests that prove what was judged. */
export function RunView({ result }: { readonly result: Result }) {
  const { data } = useCall(getChecks, { params: { validationId: result.validationId } });
  const pipeline: KeyValueEntries = PIPELINE.map(([member, label]) => [
    label,
    shown(result.pipeline[member] ?? null),
  ]);
  return (
    <div class="section run-columns">
      <section>
        <h2>Run</h2>
        <KeyValues
          entries={[
            ['Submitted by', <bdi key="owner">{result.ownerName}</bdi>],
            ['Source', sourceLabel(result.source)],
            ['Label', result.label && <bdi>{result.label}</bdi>],
            ['Time', runTime(result.validatedAt)],
            ['Duration', `${result.validationMs.toLocaleString('en')} ms`],
            [
              'Id',
              <span class="path-row" key="id">
                <code>{result.validationId}</code>
                <CopyButton text={result.validationId} label="Copy id" />
              </span>,
            ],
          ]}
        />
      </section>
      <section>
        <h2>Policy</h2>
        <KeyValues
          entries={[
            ['Enforcement mode', result.enforcementMode],
            ['Ruleset', result.ruleset],
            ['Policy pack', result.policyPackSlug],
            ['Rules checked', data?.rulesEvaluated?.toLocaleString('en')],
            ['Rules that failed', data?.rulesFailed.join(', ')],
            ['Program', data?.engineVersion],
            ['Digest of the rules', data?.rulesetDigest && <code class="digest">{data.rulesetDigest}</code>],
            ['SHA-256 of the file', data?.contentSha256 && <code class="digest">{data.contentSha256}</code>],
            ['Size of the file', data && `${data.contentBytes.toLocaleString('en')} bytes`],
          ]}
        />
      </section>
      <section>
        <h2>Pipeline</h2>
        {pipeline.every(([, value]) => value === null) ? (
          <p class="soft">The run came without a pipeline context.</p>
        ) : (
          <KeyValues entries={pipeline} />
        )}
        <IgnoredMetadata names={result.metadataIgnored} />
      </section>
    </div>
  );
}

/** Shows a value; an address of the web as a link. */
function shown(value: string | null) {
  return value === null ? null : <WebLink address={value}>{value}</WebLink>;
}
