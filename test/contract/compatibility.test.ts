/** Compatibility with releases: REST, gRPC and the error codes. `npm run release:contract` stores the next release. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { OpenAPIObject } from 'openapi3-ts/oas31';
import { buildOpenApi } from '../../gateway/openapi/openapi.ts';
import { ERRORS } from '../../src/errors.ts';
import { openApiBreaks } from '../support/openapi/openapi-breaks.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const RELEASED = join(import.meta.dirname, 'released');

function bufBreaking(folder: string): { readonly status: number | null; readonly text: string } {
  const run = spawnSync(
    join(ROOT, 'node_modules/.bin/buf'),
    ['breaking', '--against', join(RELEASED, 'proto.binpb')],
    { cwd: folder, encoding: 'utf8' },
  );
  return { status: run.status, text: run.stdout + run.stderr };
}

describe('the released contract', () => {
  it('holds for REST', () => {
    const released = JSON.parse(readFileSync(join(RELEASED, 'openapi.json'), 'utf8')) as OpenAPIObject;
    assert.deepEqual(openApiBreaks(released, buildOpenApi()), []);
  });

  it('holds for gRPC', () => {
    assert.deepEqual(bufBreaking(ROOT), { status: 0, text: '' });
  });

  it('holds for the error codes and their statuses', () => {
    const lines = readFileSync(join(RELEASED, 'error-codes.txt'), 'utf8').trimEnd().split('\n');
    const now = Object.entries(ERRORS).map(([code, { http, grpc }]) => `${code} ${http} ${grpc}`);
    assert.deepEqual(
      lines.filter((line) => !now.includes(line)),
      [],
    );
  });

  it('is seen to be broken when a protobuf field is renamed', () => {
    const folder = temporaryFolder();
    for (const name of ['proto', 'buf.yaml'])
      cpSync(join(ROOT, name), join(folder, name), { recursive: true });
    const file = join(folder, 'proto/flowarden/v1/report.proto');
    writeFileSync(file, readFileSync(file, 'utf8').replace(' score = ', ' points = '));
    const { status, text } = bufBreaking(folder);
    assert.equal(status, 100);
    assert.match(text, /score.*points/);
  });
});

describe('a comparison of two documents', () => {
  const document = (change: (draft: Draft) => void = () => {}): OpenAPIObject => {
    const draft = structuredClone(DRAFT);
    change(draft);
    return { openapi: '3.1.0', info: { title: 'x', version: '1' }, ...draft } as unknown as OpenAPIObject;
  };
  const cases: readonly (readonly [
    fact: string,
    change: (draft: Draft) => void,
    breaks: readonly string[],
  ])[] = [
    ['nothing', () => {}, []],
    ['a removed path', (draft) => void ((draft.paths as Record<string, unknown>) = {}), ['POST /a is gone']],
    ['a new optional parameter', ({ paths }) => void paths['/a'].post.parameters.push(query('more', {})), []],
    [
      'a new required parameter',
      ({ paths }) => void paths['/a'].post.parameters.push(query('more', { required: true })),
      ['POST /a: the new parameter query more is required'],
    ],
    [
      'a removed parameter',
      ({ paths }) => void paths['/a'].post.parameters.pop(),
      ['POST /a: the parameter query q is gone'],
    ],
    [
      'a removed value',
      ({ paths }) => void paths['/a'].post.parameters[0]!.schema.enum!.pop(),
      ['POST /a query q: the value y is gone'],
    ],
    [
      'a removed status',
      ({ paths }) => void delete paths['/a'].post.responses['200'],
      ['POST /a: the status 200 is gone'],
    ],
    [
      'a removed member',
      ({ components }) => void delete components.schemas.Thing.properties.id,
      ['POST /a 200 application/json.id is gone'],
    ],
    [
      'a new member',
      ({ components }) => void (components.schemas.Thing.properties.more = { type: 'string' }),
      [],
    ],
    [
      'a member that may be null',
      ({ components }) => void (components.schemas.Thing.properties.id = { type: ['string', 'null'] }),
      ['POST /a 200 application/json.id: the type null is new'],
    ],
    [
      'a member that may be missing',
      ({ components }) => void (components.schemas.Thing.required = []),
      ['POST /a 200 application/json.id is no longer certain'],
    ],
    ['a response that has become a component', shareAnswer, []],
    [
      'a response that has become a component without its type',
      (draft) => {
        shareAnswer(draft);
        draft.components.responses.Shared = { content: {} };
      },
      ['POST /a 200: the type application/json is gone'],
    ],
    [
      'a response that has become a component with another schema',
      (draft) => {
        shareAnswer(draft);
        draft.components.schemas.Thing.properties.id = { type: 'integer' };
      },
      ['POST /a 200 application/json.id: the type integer is new'],
    ],
    [
      'a member of JSON that has become a boolean',
      ({ paths }) =>
        void (paths['/a'].post.requestBody.content['application/json'].schema.properties.name.type =
          'boolean'),
      ['POST /a body application/json.name: the type string is gone'],
    ],
    [
      'a new required input',
      ({ paths }) =>
        void (paths['/a'].post.requestBody.content['application/json'].schema.required = ['name']),
      ['POST /a body application/json.name is required by now'],
    ],
    [
      'a shorter input',
      ({ paths }) =>
        void (paths['/a'].post.requestBody.content['application/json'].schema.properties.name.maxLength = 5),
      ['POST /a body application/json.name: maxLength is lower'],
    ],
  ];
  for (const [fact, change, breaks] of cases) {
    it(`finds ${breaks.length === 0 ? 'no break' : 'a break'} in ${fact}`, () => {
      assert.deepEqual(openApiBreaks(document(), document(change)), breaks);
    });
  }

  it('finds no break in the texts true and false that have become a boolean, which is the same on the wire', () => {
    const typed = (schema: { type: string; enum: string[] | undefined }) =>
      document(({ paths }) => void (paths['/a'].post.parameters[0]!.schema = schema));
    const texts = typed({ type: 'string', enum: ['true', 'false'] });
    const boolean = typed({ type: 'boolean', enum: undefined });
    assert.deepEqual(openApiBreaks(texts, boolean), []);
    assert.deepEqual(openApiBreaks(document(), boolean), [
      'POST /a query q: the value x is gone',
      'POST /a query q: the value y is gone',
    ]);
  });
});

/** Moves the answer to the components, as it is. */
function shareAnswer({ paths, components }: Draft): void {
  components.responses.Shared = paths['/a'].post.responses['200']!;
  paths['/a'].post.responses['200'] = { $ref: '#/components/responses/Shared' };
}

const query = (name: string, rest: object) =>
  ({
    name,
    in: 'query',
    schema: { type: 'string' },
    ...rest,
  }) as (typeof DRAFT.paths)['/a']['post']['parameters'][0];

const DRAFT = {
  paths: {
    '/a': {
      post: {
        parameters: [
          { name: 'q', in: 'query', schema: { type: 'string', enum: ['x', 'y'] as string[] | undefined } },
        ],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { name: { type: 'string', maxLength: 10 } },
                required: [] as string[],
              },
            },
          },
        },
        responses: {
          '200': { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
        } as Record<string, object>,
      },
    },
  },
  components: {
    responses: {} as Record<string, object>,
    schemas: {
      Thing: {
        type: 'object',
        properties: { id: { type: 'string' } } as Record<string, object>,
        required: ['id'],
      },
    },
  },
};
type Draft = typeof DRAFT;
