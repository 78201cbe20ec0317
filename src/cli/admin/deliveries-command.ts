/**
 * `flowarden deliveries`: prevents a copy or an old backup of the database from calling the receivers of webhooks.
 */

import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { inTransaction } from '../../infra/database/database.ts';
import { ofOrganisation } from '../../infra/database/transaction.ts';
import type { Config } from '../../infra/settings/config.ts';
import { audit } from '../../service/audit/audit-store.ts';
import {
  cancelWaitingDeliveries,
  disableAllWebhooks,
  forgetCallbackAddresses,
} from '../../service/webhooks/silence-webhooks-store.ts';
import { auditTargetOf } from '../../service/webhooks/webhook-audit.ts';
import { asOwner, DATABASE_HINT, operatorActor, readArguments, rejecting } from './operator.ts';

const USAGE = `flowarden deliveries cancel --all [--disable-webhooks]
flowarden deliveries

  without subcommand  runs the process that sends due deliveries, until it is stopped
  cancel              cancels every pending delivery, in all organisations, and deletes the webhook addresses of
                      queued validations; the delivery log shows the canceled deliveries
  --disable-webhooks  disables every webhook first, so that no new events are sent either: for a copy of an installation

Cancel before the deliveries start on the database.
${DATABASE_HINT}
`;

const OPTIONS = {
  all: { type: 'boolean' },
  'disable-webhooks': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const reject: (message: string) => never = rejecting(USAGE);

/** Runs the command; `write` prints on standard output. Returns the exit code. */
export async function deliveriesCommand(
  argv: readonly string[],
  config: Config,
  write: (text: string) => void,
): Promise<number> {
  const { values, positionals } = readArguments(argv, OPTIONS, reject);
  const [action, ...more] = positionals;
  if (values.help) {
    write(USAGE);
    return 0;
  }
  if (action === undefined) reject('Missing subcommand.');
  if (action !== 'cancel' || more.length > 0) reject(`Unknown subcommand \`${positionals.join(' ')}\`.`);
  if (!values.all) reject('This cancels the deliveries of all organisations. Confirm with --all.');
  await asOwner(config, async (owner) => {
    if (values['disable-webhooks']) write(`Webhooks disabled: ${await disableWebhooks(owner)}\n`);
    const addresses = await inTransaction(owner, forgetCallbackAddresses);
    write(`Deliveries canceled: ${await cancelDeliveries(owner)}\n`);
    write(`Addresses of queued validations forgotten: ${addresses}\n`);
  });
  return 0;
}

/** Works in batches, as one statement must not take too long. */
async function cancelDeliveries(owner: Sql): Promise<number> {
  for (let total = 0; ; ) {
    const count = await inTransaction(owner, (sql) => cancelWaitingDeliveries(sql, new Date()));
    total += count;
    if (count < CONTRACT_LIMITS.deliveriesMovedMax) return total;
  }
}

async function disableWebhooks(owner: Sql): Promise<number> {
  return inTransaction(owner, async (sql) => {
    const disabled = await disableAllWebhooks(sql, new Date());
    for (const { orgId, id, url } of disabled) {
      await audit(ofOrganisation(sql, orgId), {
        actor: operatorActor(),
        action: 'webhook.disabled',
        target: auditTargetOf(id, url),
        details: { reason: 'manual' },
        changes: [{ field: 'status', from: 'enabled', to: 'disabled' }],
        requestId: null,
      });
    }
    return disabled.length;
  });
}
