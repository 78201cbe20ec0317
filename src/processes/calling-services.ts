/** Services about addresses that are called for customers: webhooks, audit and ticket targets, sources. */
import type { TenantNetworks } from '../infra/network/tenant-guard.ts';
import type { Seal } from '../infra/sealing/seal.ts';
import type { Service } from '../rpc/server/service.ts';
import { auditTargetService } from '../rpc/services/audit/audit-target-service.ts';
import { pushService } from '../rpc/services/estate/push-service.ts';
import { sourceService } from '../rpc/services/estate/source-service.ts';
import { ticketTargetService } from '../rpc/services/ticket-target-service.ts';
import { webhookService } from '../rpc/services/webhook-service.ts';
import type { AuditTargetDeps } from '../service/audit-targets/audit-targets.ts';
import type { PushDeps } from '../service/sources/pushing/send-pushed.ts';
import type { TicketTargetDeps } from '../service/tickets/ticket-targets.ts';
import type { WebhookDeps } from '../service/webhooks/webhooks.ts';

/** Seals of their credentials, and networks that they may lead to. */
export interface CallingDeps extends Pick<WebhookDeps, 'guard' | 'resolve'> {
  /** Seals secrets of webhooks, and credentials of audit and ticket targets: they belong to the deliveries. */
  readonly webhookSeal: Seal;
  /** Seals credentials of sources. */
  readonly sourceSeal: Seal;
  /** Networks that sources may be in. */
  readonly sourceNetworks: TenantNetworks;
  /** Private networks that audit targets may be in. */
  readonly auditNetworks: AuditTargetDeps['networks'];
  /** Private networks that ticket targets may be in. */
  readonly ticketNetworks: TicketTargetDeps['networks'];
}

/** Creates the services. */
export function callingServices(
  { webhookSeal, sourceSeal, sourceNetworks, auditNetworks, ticketNetworks, guard, resolve }: CallingDeps,
  { sql, blobs }: PushDeps,
  now: () => Date,
): readonly Service[] {
  return [
    webhookService({ sql, seal: webhookSeal, guard, resolve, now }),
    auditTargetService({ sql, seal: webhookSeal, networks: auditNetworks, now }),
    ticketTargetService({ sql, seal: webhookSeal, networks: ticketNetworks, now }),
    sourceService({ sql, seal: sourceSeal, networks: sourceNetworks, now }),
    pushService({ sql, blobs, now }),
  ];
}
