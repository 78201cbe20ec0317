/** The OpenAPI document against Spectral's rules and ours. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import core, { type RulesetDefinition } from '@stoplight/spectral-core';
import { buildOpenApi } from '../../gateway/openapi/openapi.ts';
import { ROUTES } from '../../gateway/routes/all-routes.ts';
import { WIRE_CASES } from '../../src/contract/wire-case.ts';
import { SPECTRAL_RULESET } from './spectral-ruleset.ts';

async function complaints(document: object): Promise<readonly string[]> {
  const spectral = new core.Spectral();
  // Its type of the standard ruleset does not match its type of rulesets.
  spectral.setRuleset(SPECTRAL_RULESET as unknown as RulesetDefinition);
  const results = await spectral.run(JSON.parse(JSON.stringify(document)));
  return results.map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`);
}

describe('the OpenAPI document', () => {
  for (const wireCase of [null, ...WIRE_CASES] as const) {
    it(`is clean in ${wireCase ?? "each endpoint's own"} spelling`, async () => {
      assert.deepEqual(await complaints(buildOpenApi(['/'], ROUTES, wireCase)), []);
    });
  }

  it('would not be clean with an error of another kind or without a request id', async () => {
    const document = JSON.parse(JSON.stringify(buildOpenApi()));
    const { responses } = document.paths['/api/v1/rules'].get;
    document.components.responses.NotFound.content['text/json'].schema = { type: 'string' };
    delete responses['200'].headers;
    document.paths = { '/api/v1/rules': document.paths['/api/v1/rules'] };
    const codes = (await complaints(document)).map((line) => line.split(' ')[0]);
    assert.ok(codes.includes('error-body') && codes.includes('request-id'), codes.join());
  });
});
