/** The `metadata` field of a submission from a CI job. */
import { PIPELINE_FIELDS } from '../../contract/ci-context.ts';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import { FIELD_LIMITS } from '../../gen/contract/field-limits.ts';
import { truncate } from '../../text/truncate.ts';
import type { KnownContext } from './ci-systems.ts';

/**
 * Writes the context as JSON within the limits of the service. Long texts are cut; if all together are too long, the
 * last fields of the published order go first.
 */
export function pipelineMetadata(provider: string, context: KnownContext): string {
  const texts = PIPELINE_FIELDS.map(
    (field) => [field, field === 'provider' ? provider : context[field]] as const,
  )
    .filter((entry): entry is readonly [(typeof entry)[0], string] => Boolean(entry[1]))
    .map(
      ([field, text]) => [field, truncate(text, FIELD_LIMITS['FeedFilters.repository'].maxLength)] as const,
    );
  for (let count = texts.length; ; count -= 1) {
    const metadata = JSON.stringify({ pipeline: Object.fromEntries(texts.slice(0, count)) });
    if (Buffer.byteLength(metadata) <= CONTRACT_LIMITS.metadataBytesMax) return metadata;
  }
}
