/** The part of a jobs process that delivers webhooks. */
import type { Config } from '../config.ts';
import { programVersion } from '../install-root.ts';
import type { Logger } from '../log.ts';
import { connectOwner, disconnect } from '../store/database.ts';
import { createAddressGuard } from '../webhooks/address.ts';
import { createSeal } from '../webhooks/seal.ts';
import { createSender } from '../webhooks/send.ts';
import { createDeliveryRun, type DeliveryRunOptions } from './delivery-run.ts';

/** Delivers from now on, over connections of its own. Returns what ends it. */
export function startDeliveries(
  config: Config,
  databaseUrl: string,
  secretsKey: string,
  log: Logger,
  observe: DeliveryRunOptions['observe'] & object,
): () => Promise<void> {
  const sql = connectOwner(databaseUrl);
  const guard = createAddressGuard({
    allowsHttp: config.webhookAllowsHttp,
    allowedNetworks: config.webhookNetworks,
  });
  const sender = createSender({ guard, version: programVersion() });
  const run = createDeliveryRun({
    sql,
    sender,
    seal: createSeal(secretsKey),
    baseUrl: config.baseUrl,
    log,
    observe,
    now: () => new Date(),
    random: Math.random,
  });
  const stop = run.start();
  return async () => {
    await stop();
    await sender.close();
    await disconnect(sql);
  };
}
