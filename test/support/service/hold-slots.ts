/** A core that takes slots and is killed before it gives them back. `node hold-slots.ts databaseUrl orgId count`. */

import { connectApplication } from '../../../src/infra/database/database.ts';
import { uuidV7 } from '../../../src/infra/database/uuid-v7.ts';
import { createLimiter } from '../../../src/service/rate-limits/limiter.ts';

const [databaseUrl = '', orgId = '', count = ''] = process.argv.slice(2);
const sql = connectApplication(databaseUrl);
const limiter = createLimiter({
  sql,
  factor: 1,
  onError: (error) => {
    throw error;
  },
});
for (let i = 0; i < Number(count); i += 1) await limiter.take('validate', { orgId, actorId: uuidV7() });
process.stdout.write('held');
setInterval(() => {}, 1_000);
