/** /api/v1/policy-assignments: which policy pack holds for an environment, or for all others. */
import { z } from 'zod';
import { POLICY_CHOICES } from '../../../src/contract/environment.ts';
import { CONTRACT_LIMITS } from '../../../src/contract/limits.ts';
import { type PolicyAssignment, PolicyServiceService } from '../../../src/gen/flowarden/v1/policy.ts';
import { READ_TIME } from '../../core/client.ts';
import { choiceField, textField } from '../../endpoint/fields.ts';
import { defineRoute, NOTHING } from '../../endpoint/route.ts';
import { PolicyAssignmentListResponse, PolicyAssignmentResponse } from './policy-schema.ts';

const PATH = '/api/v1/policy-assignments';
const TAG = 'Policy packs';

const example = {
  environment: 'production',
  policyPackId: '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e',
  policyPack: 'finance@2.3.0',
  choice: null,
  assignedBy: 'Maria Keller',
  assignedAt: '2026-03-02T09:41:07.120Z',
};

/** Returns an assignment with null for what it leaves open. */
function present({ environment, policyPackId, policyPack, choice, ...rest }: PolicyAssignment) {
  const known = (value: string) => (value === '' ? null : value);
  return {
    ...rest,
    environment: known(environment),
    policyPackId: known(policyPackId),
    policyPack: known(policyPack),
    choice: known(choice),
  };
}

export const listPolicyAssignments = defineRoute({
  method: 'GET',
  path: PATH,
  operationId: 'listPolicyAssignments',
  tag: TAG,
  summary: 'List where policy packs hold',
  description: 'The assignments of the organisation. Scope `policies:read` or `policies:assign`.',
  access: PolicyServiceService.listPolicyAssignments,
  params: NOTHING,
  query: NOTHING,
  body: null,
  answers: {
    200: {
      description: 'The assignments.',
      schema: PolicyAssignmentListResponse,
      example: { assignments: [example] },
    },
  },
  errors: [],
  async handle({ context }, { core }) {
    const found = await core.call(PolicyServiceService.listPolicyAssignments, {}, context, READ_TIME);
    return { status: 200, body: { assignments: found.assignments.map(present) } };
  },
});

export const assignPolicyPack = defineRoute({
  method: 'PUT',
  path: PATH,
  operationId: 'assignPolicyPack',
  tag: TAG,
  summary: 'Assign a policy pack',
  description:
    'Assigns a version to an environment, or to every run whose environment has none of its own. A slug means its highest revision at this moment; later publications change nothing. Without `policyPack` and `choice` the assignment ends. Scope `policies:assign`.',
  access: PolicyServiceService.assignPolicyPack,
  params: NOTHING,
  query: NOTHING,
  body: {
    kind: 'json',
    spelling: 'camel',
    schema: z.strictObject({
      environment: textField(CONTRACT_LIMITS.environmentCharactersMax, 'Null: all others.', 1)
        .nullable()
        .optional(),
      policyPack: textField(
        CONTRACT_LIMITS.policyPackCharactersMax,
        'Slug, `slug@version` or UUID of a version.',
        1,
      )
        .nullable()
        .optional(),
      choice: choiceField(POLICY_CHOICES, 'What a run may choose instead; null: as the pack says.')
        .nullable()
        .optional(),
    }),
    example: { environment: example.environment, policyPack: example.policyPack },
  },
  answers: {
    200: { description: 'What holds now.', schema: PolicyAssignmentResponse, example },
  },
  errors: ['unknown_environment', 'unknown_policy_pack', 'policy_pack_invalid', 'reauthentication_required'],
  async handle({ body, context }, { core }) {
    const assignment = {
      environment: body.environment ?? '',
      policyPackId: '',
      policyPack: body.policyPack ?? '',
      choice: body.choice ?? '',
      assignedBy: '',
      assignedAt: undefined,
    };
    const { assignment: after } = await core.call(
      PolicyServiceService.assignPolicyPack,
      { assignment },
      context,
      READ_TIME,
    );
    if (after === undefined) throw new Error('The core answered without an assignment');
    return { status: 200, body: present(after) };
  },
});
