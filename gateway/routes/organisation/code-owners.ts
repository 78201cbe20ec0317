/** /api/v1/code-owners: take the CODEOWNERS file of a repository. */
import { z } from 'zod';
import { CONTRACT_LIMITS } from '../../../src/contract/limits.ts';
import { CODE_OWNERS_GRAMMARS } from '../../../src/contract/team.ts';
import { TeamServiceService } from '../../../src/gen/flowarden/v1/team.ts';
import { READ_TIME } from '../../core/client.ts';
import { textField } from '../../endpoint/fields.ts';
import { defineRoute } from '../../endpoint/route.ts';

export const sendCodeOwners = defineRoute({
  method: 'POST',
  path: '/api/v1/code-owners',
  operationId: 'sendCodeOwners',
  tag: 'Teams',
  summary: 'Send the CODEOWNERS file of a repository',
  description:
    '`flowarden submit` sends it in CI jobs. It is in force where an identity token proves the repository and a default branch of the organisation, and otherwise a proposal that an admin can confirm. Scope `analysis:write`.',
  access: TeamServiceService.sendCodeOwners,
  body: {
    kind: 'form',
    fileBytesMax: CONTRACT_LIMITS.codeOwnersBytesMax,
    fileDescription: 'The file, at most 3 MiB and 10,000 patterns.',
    spelling: 'snake',
    schema: z.strictObject({
      repository: textField(512, 'The repository, such as `bank/robots`.'),
      branch: textField(512, 'The branch that the file is from.').optional(),
      path: textField(64, 'Where the file stands in the repository, such as `.github/CODEOWNERS`.'),
      grammar: z.enum(CODE_OWNERS_GRAMMARS).meta({ description: 'The forge whose grammar the file has.' }),
    }),
  },
  answers: { 200: { description: 'The file.', message: 'flowarden.v1.CodeOwners' } },
  errors: ['state_conflict'],
  async handle({ body, file, context }, { core }) {
    const request = { ...body, branch: body.branch ?? '', file };
    const { codeOwners } = await core.call(TeamServiceService.sendCodeOwners, request, context, READ_TIME);
    return { status: 200, body: codeOwners };
  },
});
