/** `docs/evidence.schema.json`: JSON Schema of `GET /api/v1/evidence` in camelCase, from the schemas of the API. */
import { type Schema, schemasBehind } from './schemas-behind.ts';

/** Returns the schema. `openApi`: the document of the API. */
export function evidenceSchema(openApi: {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}) {
  const { EvidenceResponse, ...definitions } = schemasBehind(openApi.components.schemas, 'EvidenceResponse');
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Evidence of flowarden',
    ...EvidenceResponse,
    $defs: definitions,
  };
}
