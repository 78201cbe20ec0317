/** `flowarden.v1.OutlineService`: what the pictures of results are drawn from. */
import type { PlatformNaming } from '../../analysis/model/platform.ts';
import { OutlineServiceService } from '../../gen/flowarden/v1/outline.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { readResultOutline } from '../../service/results/outlines/read-outline.ts';
import { toOutline } from '../convert/convert-outline.ts';
import { defineService, type Service } from '../server/service.ts';
import { requireReader } from './result-readers.ts';

/** Creates the service. `version` is that of the program, which decides what answers look like. */
export function outlineService(sql: Sql, naming: PlatformNaming, version: string): Service {
  const etagOf = (outlineId: string) => `${outlineId.slice(0, 32)}-${naming}-${version}`;
  return defineService(OutlineServiceService, {
    getOutline: {
      async handle({ validationId, workflow, findingId, knownEtag }, { caller }) {
        const query = { validationId, workflow, findingId };
        const { outlineId, shown } = await readResultOutline(sql, caller.orgId, query, {
          check: (run) => requireReader(caller, run),
          has: (id) => etagOf(id) === knownEtag,
        });
        return { outline: shown === null ? undefined : toOutline(shown, naming), etag: etagOf(outlineId) };
      },
    },
  });
}
