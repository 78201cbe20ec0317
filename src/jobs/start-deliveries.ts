/** The part of a jobs process that delivers webhooks. */
import type { Config } from '../config.ts';
import { programVersion } from '../install-root.ts';
import { connectRepeating, disconnect } from '../store/database.ts';
import { createAddressGuard } from '../webhooks/address.ts';
import { createSeal, rememberOpened } from '../webhooks/seal.ts';
import { createSender } from '../webhooks/send.ts';
import { createDeliveryRun, type DeliveryRunOptions } from './delivery-run.ts';
import { resealWebhooks } from './reseal-webhooks.ts';

/** What it takes besides the configuration. */
export interface StartOptions extends Pick<DeliveryRunOptions, 'holder' | 'log' | 'tracer' | 'observe'> {
  readonly databaseUrl: string;
  readonly secretsKey: string;
}

/** Delivers from now on, over connections of its own. Resolves, when all secrets are sealed with the first key, with what ends it. */
export async function startDeliveries(config: Config, options: StartOptions): Promise<() => Promise<void>> {
  const { databaseUrl, secretsKey, ...run } = options;
  const sql = connectRepeating(databaseUrl);
  const guard = createAddressGuard({
    allowsHttp: config.webhookAllowsHttp,
    allowedNetworks: config.webhookNetworks,
  });
  const sender = createSender({ guard, version: programVersion() });
  const seal = createSeal(secretsKey);
  await resealWebhooks(sql, seal, run.log);
  const { start } = createDeliveryRun({
    ...run,
    sql,
    sender,
    seal: rememberOpened(seal),
    baseUrl: config.baseUrl,
    platformNames: config.platformNames,
    now: () => new Date(),
    random: Math.random,
  });
  const stop = start();
  return async () => {
    await stop();
    await sender.close();
    await disconnect(sql);
  };
}
