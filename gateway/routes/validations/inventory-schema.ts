/** Inventory in REST. */
import { z } from 'zod';
import type { InventoryItem as InventoryMessage } from '../../../src/gen/flowarden/v1/inventory.ts';
import { instant, int32, platform, text, uuid } from '../../endpoint/answer-members.ts';

export const InventoryItem = z
  .strictObject({
    validationId: uuid(),
    filename: text('Path of the file.'),
    platform: platform(),
    repository: text(),
    branch: text(),
    passed: z.boolean(),
    score: int32(),
    validatedAt: instant(),
    places: int32().meta({ description: 'Number of places in the file.' }),
    metrics: z
      .record(z.string(), int32())
      .meta({ description: 'Numbers about the file, such as `activities`, `depthMax` and `cyclomatic`.' }),
  } satisfies Record<keyof InventoryMessage, z.ZodType>)
  .meta({ description: 'A workflow file, as its newest run saw it.' });

export const InventoryResponse = z
  .strictObject({
    items: z.array(InventoryItem).meta({ description: 'The newest run first.' }),
    nextCursor: text('The `cursor` of the next page; null on the last one.'),
  })
  .meta({ description: 'A page of the workflows that touch something.' });
