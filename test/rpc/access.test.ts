/** Answers of CheckAccess for other methods. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AccessServiceService } from '../../src/gen/flowarden/v1/access.ts';
import { RuleServiceService } from '../../src/gen/flowarden/v1/rule.ts';
import { ValidationServiceService } from '../../src/gen/flowarden/v1/validation.ts';
import { testCore } from '../support/service/core.ts';

const core = await testCore();
const writer = await core.identity(['analysis:write']);
const { checkAccess } = AccessServiceService;

describe('CheckAccess', () => {
  for (const { path } of [
    ValidationServiceService.validate,
    ValidationServiceService.getValidation,
    RuleServiceService.listRules,
  ]) {
    it(`lets a writer call ${path}`, async () => {
      assert.deepEqual(await core.call(checkAccess, { method: path }, writer), {});
    });
  }

  it('rejects as the method would', async () => {
    const { path } = ValidationServiceService.listValidations;
    const { reason } = await core.rejection(checkAccess, { method: path }, writer);
    assert.equal(reason, 'INSUFFICIENT_SCOPE');
  });

  it('rejects a call without credentials', async () => {
    const { path } = ValidationServiceService.validate;
    const { reason } = await core.rejection(checkAccess, { method: path }, null);
    assert.equal(reason, 'AUTHENTICATION_REQUIRED');
  });

  it('knows its own methods only', async () => {
    const { reason } = await core.rejection(checkAccess, { method: '/grpc.health.v1.Health/Check' }, writer);
    assert.equal(reason, 'INVALID_FIELD');
  });
});
