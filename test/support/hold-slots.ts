/** A core that takes slots and is killed before it gives them back. `node hold-slots.ts databaseUrl orgId count`. */
import { createLimiter } from '../../src/limiter/limiter.ts';
import { connectApplication } from '../../src/store/database.ts';
import { uuidV7 } from '../../src/store/uuid-v7.ts';

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
