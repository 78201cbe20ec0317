/** `docs/drift.schema.json`: JSON Schema of `flowarden drift --format json`. */
import { DRIFT_STATES } from '../src/cli/drift/drift.ts';
import { DRIFT_SCHEMA_VERSION } from '../src/cli/drift/drift-text.ts';

const object = (description: string, properties: Readonly<Record<string, object>>) => ({
  type: 'object',
  description,
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const text = (description: string) => ({ type: 'string', description });
const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });
const count = (description: string) => ({ type: 'integer', minimum: 0, description });

const PLACE = object('A file of one place.', {
  path: text('Path in the place, with `/`; members of archives stand below the path of their archive.'),
  part: orNull(text('Part of the file, such as `process:Load Customers`; null: the whole file.')),
});

/** Returns the schema. */
export function driftSchema() {
  const counts = Object.fromEntries(
    DRIFT_STATES.map((state) => [state, count(`Files that are \`${state}\`.`)]),
  );
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Drift of flowarden',
    ...object('Every file of both places, the worst first.', {
      schemaVersion: { const: DRIFT_SCHEMA_VERSION },
      formVersion: count('Version of the lists of what designers change by themselves.'),
      left: text('The first place, as it was given.'),
      right: text('The second place, as it was given.'),
      counts: object('Numbers of files by state.', {
        ...counts,
        otherConnections: count('Files that are `same` with other connections.'),
      }),
      files: {
        type: 'array',
        items: object('One file, or one part of a release.', {
          state: { enum: DRIFT_STATES },
          left: orNull(PLACE),
          right: orNull(PLACE),
          otherConnections: {
            type: 'boolean',
            description: 'Names of connections or values of environment variables differ.',
          },
          reason: orNull(text('Why the state is `not_comparable`.')),
        }),
      },
    }),
  };
}
