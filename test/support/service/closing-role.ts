/** A role whose parts end in an order that it prints: one of them fails, another never ends. */
import { enterRole } from '../../../src/infra/process/role-process.ts';

const role = enterRole('closing');
const closer = (name: string, close: () => Promise<unknown>) =>
  role.onStop(async () => {
    console.log(`closing ${name}`);
    await close();
  });
closer('last', async () => {});
closer('failing', async () => {
  throw new Error('no');
});
closer('hanging', () => new Promise(() => {}));
closer('first', async () => {});
console.log('ready');
setInterval(() => {}, 60_000);
