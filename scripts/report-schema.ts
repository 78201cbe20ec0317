/** `docs/report.schema.json`: JSON Schema of `flowarden validate --format json`, from the schemas of the API. */
import { TRACE_KINDS } from '../src/analysis/model/data-flow/trace.ts';
import { REPORT_SCHEMA_VERSION } from '../src/analysis/report/document.ts';
import { type Schema, schemasBehind } from './schemas-behind.ts';

const object = (
  description: string,
  properties: Readonly<Record<string, Schema>>,
  optional: readonly string[] = [],
) => ({
  type: 'object',
  description,
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});
const ref = (name: string): Schema => ({ $ref: `#/$defs/${name}` });
const list = (items: Schema, description: string): Schema => ({ type: 'array', description, items });
const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });
const text = (description: string): Schema => ({ type: 'string', description });

const SCORE: Schema = {
  type: ['integer', 'null'],
  minimum: 1,
  maximum: 100,
  description: 'Null: there was no workflow.',
};
const COUNT: Schema = { type: 'integer', minimum: 0 };
const WOULD_BLOCK: Schema = {
  ...COUNT,
  description: 'Findings that block, or would block in the mode `blocking`.',
};
const PASSED: Schema = {
  type: 'boolean',
  description: 'Nothing is blocked, and everything could be judged.',
};

/** Returns the schemas of the API that the result of a file needs. */
function definitionsOf(schemas: Readonly<Record<string, Schema>>): Record<string, Schema> {
  const definitions = schemasBehind(schemas, 'ValidateResponse');
  const finding = definitions.ValidateFinding as { readonly properties: Record<string, Schema> };
  const own = { ...finding.properties };
  const { location, sourceXPath, sourceLineNumber } = own;
  finding.properties.places = list(
    object('One place.', {
      location: location!,
      sourceXPath: sourceXPath!,
      sourceLineNumber: sourceLineNumber!,
    }),
    'All places of a finding that stands for several; else absent.',
  );
  finding.properties.copies = list(
    object('One place.', {
      location: location!,
      sourceXPath: sourceXPath!,
      sourceLineNumber: sourceLineNumber!,
    }),
    'Further places of the mistake in copies with the same content; else absent.',
  );
  finding.properties.inFiles = list(
    object('Finding of a copy in another file.', {
      file: text('Path of the file in its folder or archive.'),
      id: own.id!,
      severity: own.severity!,
      location: location!,
      sourceXPath: sourceXPath!,
      sourceLineNumber: sourceLineNumber!,
    }),
    'Findings at copies of the element in other files, which are listed as this one; else absent.',
  );
  finding.properties.trace = list(
    object(
      'One step.',
      {
        how: { enum: [...TRACE_KINDS] },
        file: text('Path of the step in its folder or archive; absent: the file of the finding.'),
        location: location!,
        sourceXPath: sourceXPath!,
        sourceLineNumber: sourceLineNumber!,
        property: text('Setting or symbol that holds the data.'),
        sentence: text('The step in the names of the file.'),
        omittedSteps: {
          type: 'integer',
          description: 'Steps that follow and are left out; absent for none.',
        },
      },
      ['file', 'omittedSteps'],
    ),
    'Way of the data to a finding about data flow, at most 12 steps; else absent.',
  );
  finding.properties.sameMistake = list(
    object('Finding of another rule, by itself.', own as Record<string, Schema>),
    'Findings of other rules about the same mistake, which are listed as this one; else absent.',
  );
  finding.properties.baselineState = {
    enum: ['new', 'unchanged', 'updated'],
    description:
      'Only when the run is compared. `unchanged`: known, does not block; `updated`: it was milder.',
  };
  return definitions;
}

/** Returns the schema. `openApi`: the document of the API. */
export function reportSchema(openApi: {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}) {
  const definitions = definitionsOf(openApi.components.schemas);
  const { properties, required } = definitions.ValidateFinding as {
    readonly properties: Readonly<Record<string, Schema>>;
    readonly required: readonly string[];
  };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Report of flowarden',
    ...object(
      'The output of `flowarden validate` and `flowarden submit` with `--format json`.',
      {
        schemaVersion: {
          const: REPORT_SCHEMA_VERSION,
          description: 'Changes when a member is removed or changes its meaning.',
        },
        version: text('Version of the program.'),
        passed: PASSED,
        score: SCORE,
        summary: ref('ValidateFindingSummary'),
        wouldBlock: WOULD_BLOCK,
        files: list(
          object(
            'One file.',
            {
              path: text('Relative to the given folder or archive; after its path if several were given.'),
              platform: { type: ['string', 'null'], description: 'Null: the file was not recognised.' },
              kind: text(
                'Kind of a recognised file, as `uipath-workflow`; absent where the service has judged it.',
              ),
              status: {
                enum: ['completed', 'failed', 'part', 'skipped'],
                description: 'part: read as a part of the project, as its settings are; skipped: left out.',
              },
              error: orNull(
                object('Why it has no result.', { code: text('Error code.'), message: text('Sentence.') }),
              ),
              result: orNull(ref('ValidateResponse')),
            },
            ['kind'],
          ),
          'Every file that was read.',
        ),
        projectFindings: list(
          {
            type: 'object',
            properties: {
              ...properties,
              project: text('Its folder or archive, if several paths were given.'),
            },
            required,
            additionalProperties: false,
          },
          'Findings across the files of a folder or an archive.',
        ),
        projects: list(
          object('One folder or archive.', {
            path: text('Path as given.'),
            passed: PASSED,
            score: SCORE,
            summary: ref('ValidateFindingSummary'),
            wouldBlock: WOULD_BLOCK,
          }),
          'Only if several paths were given.',
        ),
        overrides: {
          type: 'array',
          description: 'Only when arguments override rules.',
          items: { type: 'string', description: 'A rule with its level, as `UIP-SEC-001=off`.' },
        },
        comparison: object('Only when the run is compared with a baseline or a revision.', {
          against: text('Baseline file or revision.'),
          new: COUNT,
          known: COUNT,
          gone: COUNT,
        }),
        submission: object('Only in reports of `flowarden submit`.', {
          server: text('Address of the service.'),
          id: text('UUID of the validation of a single file, or of the project.'),
          reportUrl: { type: ['string', 'null'], description: 'Page for people.' },
          leftOut: list(
            text('Path below the given folder or archive; after its path if several were given.'),
            'Files and folders that were not sent.',
          ),
        }),
      },
      ['projects', 'overrides', 'comparison', 'submission'],
    ),
    $defs: definitions,
  };
}
