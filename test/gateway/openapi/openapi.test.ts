/** The OpenAPI document and the pages that go with it. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Request, Response } from 'express';
import type {
  OperationObject,
  ParameterObject,
  RequestBodyObject,
  ResponseObject,
  SchemaObject,
} from 'openapi3-ts/oas31';
import { namesOf } from '../../../gateway/endpoint/fields.ts';
import { readMembers } from '../../../gateway/endpoint/json-fields.ts';
import { buildOpenApi, openApiPath } from '../../../gateway/openapi/openapi.ts';
import { openapi } from '../../../gateway/pages/openapi.ts';
import { ROUTES } from '../../../gateway/routes/all-routes.ts';
import { CONTRACT_LIMITS } from '../../../src/contract/limits.ts';
import { WIRE_CASES } from '../../../src/contract/wire-case.ts';
import { MESSAGES } from '../../../src/gen/contract/messages.ts';
import { resolveReference } from '../../support/openapi/openapi-reference.ts';
import { checkSchema, DOCUMENT, documented, examplesOf } from '../support/api.ts';
import { startCore, startTestGateway, type TestCore, type TestGateway } from '../support/support.ts';

const SPELLINGS = [null, ...WIRE_CASES] as const;
const COMMITTED = join(import.meta.dirname, '../../../openapi.json');

describe('the OpenAPI document', () => {
  it('is the committed one', { skip: !existsSync(COMMITTED) }, () => {
    assert.deepEqual(JSON.parse(readFileSync(COMMITTED, 'utf8')), JSON.parse(JSON.stringify(DOCUMENT)));
  });

  it('has every endpoint', () => {
    for (const { path, method } of ROUTES) {
      assert.ok(documented(openApiPath(path), method), `${method} ${path}`);
    }
  });

  for (const wireCase of SPELLINGS) {
    describe(`in ${wireCase ?? "each endpoint's own"} spelling`, () => {
      const document = buildOpenApi(['/'], ROUTES, wireCase);

      it('is at most 720 KiB long', () => {
        assert.ok(JSON.stringify(document).length <= 720 * 1024, String(JSON.stringify(document).length));
      });

      it('refers only to what it holds, and holds no component that nothing refers to', () => {
        const references = JSON.stringify(document).matchAll(/"\$ref":"(#\/components\/[^"]+)"/g);
        const used = new Set([...references].map(([, reference]) => reference!));
        const { securitySchemes: _schemes, ...components } = document.components ?? {};
        const held = Object.entries(components).flatMap(([kind, named]) =>
          Object.keys(named).map((name) => `#/components/${kind}/${name}`),
        );
        assert.deepEqual([...used].sort(), held.sort());
      });

      it('has examples that its schemas accept', () => {
        let checked = 0;
        for (const [path, item] of Object.entries(document.paths ?? {})) {
          for (const operation of Object.values(item as Record<string, OperationObject>)) {
            for (const [status, reference] of Object.entries(operation.responses ?? {})) {
              const response = resolveReference(reference, document) as ResponseObject;
              const schema = response.content?.['application/json']?.schema as SchemaObject;
              for (const example of examplesOf(response, document)) {
                const where = `${operation.operationId} ${path} ${status}`;
                checkSchema(example, schema, where, document);
                checked += 1;
              }
            }
          }
        }
        assert.ok(checked > 300, String(checked));
      });
    });
  }

  for (const [wireCase, foreign] of [
    ['snake', /[A-Z]/],
    ['camel', /_/],
  ] as const) {
    it(`spells every name in ${wireCase} for requests that select that`, () => {
      const document = buildOpenApi(['/'], ROUTES, wireCase);
      const names = [...namesIn(document)];
      assert.ok(names.length > 450, String(names.length));
      assert.deepEqual(
        names.filter((name) => foreign.test(name)),
        [],
      );
      assert.ok(names.includes(wireCase === 'snake' ? 'docs_url' : 'docsUrl'));
      // Prose quotes the names as they are sent.
      const quoted = wireCase === 'snake' ? '`next_cursor` of the page before' : '`nextCursor` of the page';
      assert.ok(JSON.stringify(document).includes(quoted));
    });
  }

  it('has an example of every JSON body, that its own schemas and ours accept', () => {
    for (const { path, method, operationId, body } of ROUTES) {
      if (body?.kind !== 'json' || namesOf(body.schema).length === 0) continue;
      const request = documented(openApiPath(path), method)!.requestBody as RequestBodyObject;
      const { example, schema } = request.content['application/json']!;
      assert.ok(example, operationId);
      readMembers(body, example);
      checkSchema(example, schema as SchemaObject, operationId);
    }
  });

  it('has closed objects whose members are all required', () => {
    const names = Object.values(MESSAGES).flatMap(({ schema }) => schema ?? []);
    assert.ok(names.length > 100, String(names.length));
    for (const name of names) {
      const schema = DOCUMENT.components?.schemas?.[name] as SchemaObject;
      assert.equal(schema.additionalProperties, false, name);
      assert.deepEqual(schema.required, Object.keys(schema.properties ?? {}), name);
    }
  });

  it('has the members of the interface specification, in its order', () => {
    const members = (name: string) =>
      Object.keys((DOCUMENT.components?.schemas?.[name] as SchemaObject | undefined)?.properties ?? {}).join(
        ' ',
      );
    assert.equal(
      members('ValidateResponse'),
      'validationId orgId passed score enforcementMode platform ruleset policyPackId policyPackSlug filename label source summary findings blockingFindings pipeline validatedAt validationMs ownerId ownerName diff reportUrl',
    );
    assert.equal(
      members('ValidateFinding'),
      'id catalogRuleId severity category rule location description remediation complianceTags sourceXPath sourceLineNumber detectorId exceptionId exceptionStatus',
    );
    assert.equal(
      members('ValidatePipelineContext'),
      'provider host repository branch commit prUrl workflowRunUrl definitionName buildNumber pipelineName stageName deploymentId solutionName solutionVersion environmentName environmentId deploymentUrl',
    );
    assert.equal(
      members('ValidateDiff'),
      'isRegression newFindingsCount resolvedFindingsCount unchangedFindingsCount severityChangedCount waiverChangedCount scoreDelta previousScore previousValidatedAt changes',
    );
    assert.equal(members('CreateDemoLeadRequest'), 'email scanToken source captcha-response');
  });

  it('gives every error status of the specification to the validation endpoint', () => {
    const { responses } = documented('/api/v1/validate', 'POST')!;
    for (const status of ['200', '400', '401', '402', '403', '413', '422', '429', '500', '503', '504']) {
      assert.ok(responses?.[status], status);
    }
  });

  it('states the limits that the code enforces', () => {
    assert.match(
      JSON.stringify(DOCUMENT),
      new RegExp(`at most ${CONTRACT_LIMITS.fileBytesSyncMax / 1024 / 1024} MiB`),
    );
    assert.match(
      JSON.stringify(DOCUMENT),
      new RegExp(`at most ${CONTRACT_LIMITS.metadataBytesMax.toLocaleString('en')} bytes`),
    );
  });
});

/** The names of parameters, and of members of requests and answers. */
function* namesIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    if (['example', 'examples'].includes(key)) continue;
    if (key === 'properties') yield* Object.keys(member);
    if (key === 'required' && Array.isArray(member)) yield* member;
    if (key === 'in' && ['path', 'query'].includes(member)) yield (value as ParameterObject).name;
    if (key === 'paths')
      for (const path of Object.keys(member)) for (const [, name] of path.matchAll(/\{(\w+)\}/g)) yield name!;
    yield* namesIn(member);
  }
}

describe('the pages', () => {
  let core: TestCore;
  let gateway: TestGateway;
  before(async () => {
    core = await startCore();
    gateway = await startTestGateway({ corePort: core.port });
  });
  after(async () => {
    await gateway.stop();
    core.stop();
  });
  const page = async (path: string) => {
    const response = await fetch(gateway.url + path);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  it('have the description with the address of this server', async () => {
    const { text, headers } = await page('/openapi.json');
    const served = JSON.parse(text);
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
    assert.deepEqual(served.servers, [{ url: '/' }, { url: gateway.url }]);
    assert.deepEqual(served.paths, JSON.parse(JSON.stringify(DOCUMENT.paths)));
  });

  for (const wireCase of WIRE_CASES) {
    it(`have the description in ${wireCase} when the query or a header selects it`, async () => {
      const expected = JSON.parse(JSON.stringify(buildOpenApi(['/', gateway.url], ROUTES, wireCase)));
      const byQuery = await page(`/openapi.json?case=${wireCase}`);
      assert.deepEqual(JSON.parse(byQuery.text), expected);
      assert.equal(byQuery.headers.get('vary'), 'Accept, Accept-Encoding, X-Service-Case');
      const byHeader = await fetch(`${gateway.url}/openapi.json`, {
        headers: { 'X-Service-Case': wireCase },
      });
      assert.deepEqual(await byHeader.json(), expected);
    });
  }

  it('have no description in an unknown spelling', async () => {
    for (const spelling of ['kebab', 'SNAKE', '', 'snake&case=camel']) {
      const { status, text } = await page(`/openapi.json?case=${spelling}`);
      assert.equal(status, 400, spelling);
      assert.match(text, /"code":"invalid_field".*query parameter case must be one of: camel, snake/);
    }
  });

  it('state the spelling of each endpoint for requests that select none', async () => {
    for (const { path, method } of ROUTES) {
      const { parameters = [] } = documented(openApiPath(path), method)!;
      const stated = parameters.flatMap((parameter) => {
        const name = '$ref' in parameter ? parameter.$ref.split('/').at(-1)! : '';
        const known = DOCUMENT.components!.parameters![name] as ParameterObject | undefined;
        return known?.name === 'X-Service-Case' ? [(known.schema as SchemaObject).default] : [];
      });
      const { headers, body } = await fetch(gateway.url + path, { method });
      await body?.cancel();
      assert.deepEqual(stated, [headers.get('x-service-case')], `${method} ${path}`);
    }
  });

  it('are made once and not for every visitor', async () => {
    const sent: unknown[] = [];
    const serve = openapi.prepare({
      baseUrl: gateway.url,
      captchaOrigin: null,
      webApp: { current: () => null },
      downloadsFolder: '/nowhere',
      core: null as never,
      originOf: () => [],
      routes: ROUTES,
    });
    for (const wireCase of [null, null, 'snake', 'snake'] as const) {
      const response = {
        locals: { reply: { wireCase, hold: () => {} } },
        req: { acceptsEncodings: () => false },
        set: () => response,
        vary: () => response,
        send: (body: unknown) => sent.push(body),
      } as unknown as Response;
      await serve({} as Request, response);
    }
    assert.equal(sent[0], sent[1]);
    assert.equal(sent[2], sent[3]);
    assert.notEqual(sent[0], sent[2]);
  });

  for (const path of ['/docs/api', '/docs/errors']) {
    it(`need nothing from elsewhere and hold no script: ${path}`, async () => {
      const { text, headers } = await page(path);
      assert.match(
        headers.get('content-security-policy') ?? '',
        /^default-src 'none'; script-src 'self'; style-src 'self'/,
      );
      assert.doesNotMatch(headers.get('content-security-policy') ?? '', /unsafe/);
      assert.doesNotMatch(text, /<script(?![^>]*\ssrc=)|\son\w+=|\sstyle=|<style/);
      const links = [...text.matchAll(/(?:src|href|data-description)="([^"#]+)"/g)].map((match) => match[1]!);
      assert.ok(links.length > 0);
      for (const link of links) {
        assert.match(link, /^\//);
        assert.equal((await page(link)).status, 200, link);
      }
    });
  }
});
