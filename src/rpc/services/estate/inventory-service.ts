/** `flowarden.v1.InventoryService`: which workflows touch a host, a package, a queue … */

import { INVENTORY_KINDS } from '../../../analysis/model/measures/inventory.ts';
import { type PlatformNaming, platformName } from '../../../analysis/model/platform.ts';
import type { Complete } from '../../../contract/complete.ts';
import {
  InventoryServiceService,
  type InventoryItem as ItemMessage,
} from '../../../gen/flowarden/v1/inventory.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { type InventoryItem, readInventory } from '../../../service/results/inventory/inventory-store.ts';
import { pageSizeField, requiredChoice, requiredText, textField } from '../../convert/fields.ts';
import { defineService, type Service } from '../../server/service.ts';

/** Creates the service. */
export function inventoryService(sql: Sql, platformNames: PlatformNaming): Service {
  return defineService(InventoryServiceService, {
    listInventory: {
      async handle({ kind, value, repository = '', branch = '', pageSize, cursor }, { caller }) {
        const page = await readInventory(
          sql,
          caller.orgId,
          {
            kind: requiredChoice('kind', kind, INVENTORY_KINDS),
            value: requiredText('value', value),
            repository: textField(repository),
            branch: textField(branch),
          },
          { cursor: cursor === '' ? null : cursor, pageSize: pageSizeField(pageSize) },
        );
        return {
          items: page.items.map((item) => toMessage(item, platformNames)),
          nextCursor: page.nextCursor ?? '',
        };
      },
    },
  });
}

function toMessage(
  { id, platform, repository, branch, metrics, ...item }: InventoryItem,
  platformNames: PlatformNaming,
): Complete<ItemMessage> {
  return {
    ...item,
    platform: platformName(platform, platformNames),
    validationId: id,
    repository: repository ?? '',
    branch: branch ?? '',
    metrics: { ...metrics },
  };
}
