/** `flowarden.v1.OutlineService`: what the pictures of results are drawn from. */
import type { PlatformNaming } from '../../analysis/model/platform.ts';
import { OutlineServiceService } from '../../gen/flowarden/v1/outline.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { readResultOutline } from '../../service/outlines/read-outline.ts';
import { toOutline } from '../convert/convert-outline.ts';
import { defineService, type Service } from '../server/service.ts';
import { READER_SCOPES, requireReader } from './ownership.ts';

/** Creates the service. */
export function outlineService(sql: Sql, naming: PlatformNaming): Service {
  return defineService(OutlineServiceService, {
    getOutline: {
      scopes: READER_SCOPES,
      async handle({ validationId, workflow }, { caller }) {
        const query = { validationId, workflow };
        const outline = await readResultOutline(sql, caller.orgId, query, (run) =>
          requireReader(caller, run),
        );
        return { outline: toOutline(outline, naming) };
      },
    },
  });
}
