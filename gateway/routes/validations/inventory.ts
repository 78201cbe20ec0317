/** GET /api/v1/inventory: which workflows touch a host, a package, a queue … */
import { z } from 'zod';
import { INVENTORY_KINDS } from '../../../src/analysis/model/measures/inventory.ts';
import { CONTRACT_LIMITS } from '../../../src/contract/limits.ts';
import { InventoryServiceService } from '../../../src/gen/flowarden/v1/inventory.ts';
import { READ_TIME } from '../../core/client.ts';
import { choiceField, textField } from '../../endpoint/fields.ts';
import { PAGING, pageRequest } from '../../endpoint/paging.ts';
import { defineRoute, NOTHING } from '../../endpoint/route.ts';
import { InventoryResponse } from './inventory-schema.ts';

const field = (description: string) => textField(CONTRACT_LIMITS.metadataTextCharactersMax, description);

const inventoryExample = {
  items: [
    {
      validationId: '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e',
      filename: 'payments/Transfer.xaml',
      platform: 'platform_1',
      repository: 'bank/robots',
      branch: 'main',
      passed: false,
      score: 71,
      validatedAt: '2026-03-02T09:41:07.120Z',
      places: 2,
      metrics: { activities: 64, depthMax: 7, cyclomatic: 12 },
    },
  ],
  nextCursor: null,
};

export const inventory = defineRoute({
  method: 'GET',
  path: '/api/v1/inventory',
  operationId: 'listInventory',
  tag: 'Validations',
  summary: 'List workflows that touch something',
  description:
    'The newest run of each workflow and branch in which the file touches a host, a package, a queue …, in parts that can run. The inventory holds names alone: no value that could be secret, and no path.',
  access: InventoryServiceService.listInventory,
  params: NOTHING,
  query: z.strictObject({
    kind: choiceField(INVENTORY_KINDS, 'What it is.'),
    value: field(
      'Its name, such as `erp.corp.example`. A package is found with its version (`UiPath.System.Activities 23.10.0`) and without it.',
    ),
    repository: field('Only workflows of this repository.').optional(),
    branch: field('Only runs of this branch; `refs/heads/` before it does not matter.').optional(),
    ...PAGING,
  }),
  body: null,
  answers: { 200: { description: 'A page.', schema: InventoryResponse, example: inventoryExample } },
  errors: ['invalid_cursor', 'query_timeout'],
  async handle({ query, context }, { core }) {
    const { kind, value, repository, branch } = query;
    const request = { kind, value, repository, branch, ...pageRequest(query) };
    const { items, nextCursor } = await core.call(
      InventoryServiceService.listInventory,
      request,
      context,
      READ_TIME,
    );
    return { status: 200, body: { items, nextCursor } };
  },
});
