/** Puts the sending of webhooks together from the configuration. */

import type { Sql } from '../../../infra/database/connections.ts';
import { createAddressGuard } from '../../../infra/network/address-guard.ts';
import { programVersion } from '../../../infra/process/install-root.ts';
import { createSeal, rememberOpened } from '../../../infra/sealing/seal.ts';
import type { Config } from '../../../infra/settings/config.ts';
import { createSender } from '../sending/send.ts';
import { createDeliveryRun, type DeliveryRunOptions } from './delivery-run.ts';

/** Options besides the configuration. */
export interface StartOptions extends Pick<DeliveryRunOptions, 'holder' | 'log' | 'tracer' | 'observe'> {
  readonly sql: Sql;
  readonly webhookKey: string;
}

/** Delivers from now on. Returns what ends it. */
export function startDeliveries(
  config: Config,
  { webhookKey, ...options }: StartOptions,
): () => Promise<void> {
  const guard = createAddressGuard({
    allowsHttp: config.webhookAllowHttp,
    allowedNetworks: config.webhookNetworks,
  });
  const sender = createSender({ guard, version: programVersion() });
  const { start } = createDeliveryRun({
    ...options,
    sender,
    seal: rememberOpened(createSeal(webhookKey)),
    baseUrl: config.baseUrl,
    platformNames: config.platformNames,
    now: () => new Date(),
    random: Math.random,
  });
  const stop = start();
  return async () => {
    await stop();
    await sender.close();
  };
}
