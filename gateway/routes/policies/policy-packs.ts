/** /api/v1/policy-packs: publish versions of policy packs, list them, download their files. */
import { z } from 'zod';
import { CONTRACT_LIMITS } from '../../../src/contract/limits.ts';
import { PolicyServiceService } from '../../../src/gen/flowarden/v1/policy.ts';
import { READ_TIME } from '../../core/client.ts';
import { booleanField, textField } from '../../endpoint/fields.ts';
import { defineRoute } from '../../endpoint/route.ts';

const PATH = '/api/v1/policy-packs';
const TAG = 'Policy packs';

export const publishPolicyPack = defineRoute({
  method: 'POST',
  path: PATH,
  operationId: 'publishPolicyPack',
  tag: TAG,
  summary: 'Publish a version of a policy pack',
  description:
    'Sends the file that `flowarden policy build` writes; it says its own name, version and revision. If the organisation trusts a key, the file must be signed. Nothing is in force before the version is assigned. Scope `policies:write`.',
  access: PolicyServiceService.publishPolicyPack,
  body: {
    kind: 'form',
    fileBytesMax: CONTRACT_LIMITS.policyBundleBytesMax,
    fileDescription: 'The built file, at most 4 MiB.',
    spelling: 'snake',
    schema: z.strictObject({
      dryRun: booleanField('With `true` the file is only checked.').default('false').meta({ default: false }),
      allowRollback: booleanField('With `true` a revision below the highest one is accepted, this once.')
        .default('false')
        .meta({ default: false }),
    }),
  },
  answers: {
    200: {
      description: 'With `dry_run=true`: the file is sound.',
      message: 'flowarden.v1.PolicyPackVersion',
    },
    201: {
      description: 'The new version.',
      message: 'flowarden.v1.PolicyPackVersion',
      headers: { Location: 'Address of the pack.' },
    },
  },
  errors: ['policy_pack_invalid', 'state_conflict'],
  async handle({ body, file, context }, { core }) {
    const dryRun = body.dryRun === 'true';
    const request = { bundle: file, dryRun, allowRollback: body.allowRollback === 'true' };
    const { version } = await core.call(PolicyServiceService.publishPolicyPack, request, context, READ_TIME);
    if (dryRun) return { status: 200, body: version };
    return { status: 201, body: version, headers: { Location: `${PATH}/${version?.slug ?? ''}` } };
  },
});

const BUNDLE_TYPE = 'application/vnd.flowarden.policy+json';

export const getPolicyBundle = defineRoute({
  method: 'GET',
  path: `${PATH}/:slug/versions/:version/bundle`,
  operationId: 'getPolicyBundle',
  tag: TAG,
  summary: 'Download the built file of a version',
  description:
    'The file byte for byte, for `flowarden validate --policy`. With `If-None-Match` and its `ETag` the answer is 304. Scope `policies:read` or `policies:write`.',
  access: PolicyServiceService.getPolicyBundle,
  params: z.strictObject({
    slug: textField(64, 'The name of the pack.'),
    version: textField(64, 'The version, such as `2.3.0`.'),
  }),
  headers: { 'If-None-Match': 'The `ETag` of the file that you have.' },
  otherTypes: { [BUNDLE_TYPE]: 'The built file.' },
  answers: {
    200: {
      description: 'The built file.',
      message: 'flowarden.rest.v1.PolicyBundleResponse',
      headers: { ETag: 'SHA-256 of the file.' },
    },
    304: { description: 'You have this file.', message: null, headers: { ETag: 'SHA-256 of the file.' } },
  },
  errors: ['not_found'],
  async handle({ params, header, context }, { core }) {
    const found = await core.call(PolicyServiceService.getPolicyBundle, params, context, READ_TIME);
    const headers = { ETag: `"${found.digest}"` };
    if (header('If-None-Match') === headers.ETag) return { status: 304, headers };
    return { status: 200, text: Buffer.from(found.bundle).toString(), textType: BUNDLE_TYPE, headers };
  },
});
