/** The `metadata` field of a submission: the CI job, and the coding agent that made the change. */
import { PIPELINE_FIELDS } from '../../contract/ci-context.ts';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import { FIELD_LIMITS } from '../../gen/contract/field-limits.ts';
import { truncate } from '../../text/truncate.ts';
import type { CiJob } from './config.ts';

const TEXT_CHARACTERS_MAX = FIELD_LIMITS['FeedFilters.repository'].maxLength;

/**
 * Writes the agent and the context as JSON within the limits of the service. Long texts are cut; if all together are too long, the
 * last fields of the published order go first.
 */
export function pipelineMetadata(
  job: Pick<CiJob, 'provider' | 'context'> | null,
  agent?: string,
): string | undefined {
  const claim = agent === undefined ? {} : { agent: truncate(agent, TEXT_CHARACTERS_MAX) };
  if (job === null) return agent === undefined ? undefined : JSON.stringify(claim);
  const { provider, context } = job;
  const texts = PIPELINE_FIELDS.map(
    (field) => [field, field === 'provider' ? provider : context[field]] as const,
  )
    .filter((entry): entry is readonly [(typeof entry)[0], string] => Boolean(entry[1]))
    .map(([field, text]) => [field, truncate(text, TEXT_CHARACTERS_MAX)] as const);
  for (let count = texts.length; ; count -= 1) {
    const metadata = JSON.stringify({ ...claim, pipeline: Object.fromEntries(texts.slice(0, count)) });
    if (Buffer.byteLength(metadata) <= CONTRACT_LIMITS.metadataBytesMax) return metadata;
  }
}
