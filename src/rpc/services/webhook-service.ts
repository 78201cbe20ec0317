/** `flowarden.v1.WebhookService`: webhooks and their delivery log. */

import { type Complete, withoutNulls } from '../../contract/complete.ts';
import { EVENT_KINDS, EVENT_KINDS_DEFAULT, type EventKind, isEventKind } from '../../contract/event.ts';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import { WEBHOOK_TARGETS, type WebhookTarget, webhookTarget } from '../../contract/webhook.ts';
import { AppError } from '../../errors.ts';
import {
  type CallbackSecret,
  type Delivery,
  type Webhook,
  WebhookServiceService,
} from '../../gen/flowarden/v1/webhook.ts';
import { readCursor, writeCursor } from '../../infra/database/cursor.ts';
import { isUuid } from '../../infra/database/uuid-v7.ts';
import { readCallbackSecret, rotateCallbackSecret } from '../../service/webhooks/callbacks.ts';
import {
  readDeliveries,
  readDelivery,
  recoverDeliveries,
  redeliver,
  testWebhook,
} from '../../service/webhooks/delivery-log.ts';
import type { DeliveryRecord } from '../../service/webhooks/delivery-log-store.ts';
import {
  changeWebhook,
  createWebhook,
  currentSecrets,
  type FreshWebhook,
  readWebhook,
  readWebhooks,
  removeWebhook,
  rotateSecret,
  type WebhookDeps,
} from '../../service/webhooks/webhooks.ts';
import { type WebhookRecord, webhookStatus } from '../../service/webhooks/webhooks-store.ts';
import { choiceField, pageSizeField, quote, requiredText, textField } from '../convert/fields.ts';
import { type CallContext, defineService, type Service } from '../server/service.ts';
import { changeOf } from './change.ts';

/** Creates the service. */
export function webhookService(deps: WebhookDeps): Service {
  const toWebhook = (record: WebhookRecord) => webhookMessage(currentSecrets(record, deps.now()));
  /** Returns the dependencies of an effect that must happen once, with its answer. */
  const once = <Result>(
    { storingAnswer }: CallContext,
    answerOf: (result: Result) => unknown,
  ): WebhookDeps => ({
    ...deps,
    sql: storingAnswer(deps.sql, answerOf),
  });
  const fresh = ({ record, secret }: FreshWebhook) => ({ webhook: toWebhook(record), secret });
  const callback = ({ record, secret }: FreshWebhook) => ({ callbackSecret: secretMessage(record), secret });
  const sent = (delivery: DeliveryRecord) => ({ delivery: deliveryMessage(delivery) });
  const recovery = (recovered: number) => ({ recovered });
  return defineService(WebhookServiceService, {
    createWebhook: async (request, context) => {
      const made = await createWebhook(once(context, fresh), changeOf(context), {
        url: requiredText('url', request.url),
        target: targetField(request.target),
        events: request.events.length === 0 ? EVENT_KINDS_DEFAULT : eventsField(request.events),
        description: textField(request.description),
        repository: textField(request.repository),
        teamId: textField(request.teamId),
      });
      return fresh(made);
    },
    listWebhooks: async ({ pageSize, cursor }, { caller }) => {
      const all = await readWebhooks(deps, caller.orgId);
      return pageOf(all, pageSizeField(pageSize), cursor, toWebhook);
    },
    getWebhook: async ({ id }, { caller }) => ({
      webhook: toWebhook(await readWebhook(deps, caller.orgId, id)),
    }),
    updateWebhook: async (request, context) => {
      const { id, url, events, description, repository, teamId, status } = request;
      const record = await changeWebhook(deps, changeOf(context), id, {
        url: url === undefined ? undefined : requiredText('url', url),
        events: events.length === 0 ? undefined : eventsField(events),
        description: description === undefined ? undefined : textField(description),
        repository: repository === undefined ? undefined : textField(repository),
        teamId: teamId === undefined ? undefined : textField(teamId),
        status: choiceField(status ?? '') ?? undefined,
      });
      return { webhook: toWebhook(record) };
    },
    deleteWebhook: async ({ id }, context) => {
      await removeWebhook(deps, changeOf(context), id);
      return {};
    },
    rotateWebhookSecret: async ({ id, effectiveInHours }, context) => {
      const hours = effectiveInHours ?? CONTRACT_LIMITS.webhookRotationHoursDefault;
      return fresh(await rotateSecret(once(context, fresh), changeOf(context), id, hours));
    },
    testWebhook: async ({ id }, context) =>
      sent(await testWebhook(once(context, sent), changeOf(context), id)),
    listDeliveries: async ({ webhookId, pageSize, cursor, status }, { caller }) => {
      const page = await readDeliveries(deps, caller.orgId, webhookId, {
        status: choiceField(status),
        cursor: cursor === '' ? null : cursor,
        pageSize: pageSizeField(pageSize),
      });
      return { deliveries: page.items.map(deliveryMessage), nextCursor: page.nextCursor ?? '' };
    },
    getDelivery: async ({ webhookId, deliveryId }, { caller }) => {
      const found = await readDelivery(deps, caller.orgId, webhookId, deliveryId);
      return {
        delivery: deliveryMessage(found.delivery),
        body: found.body?.toString('utf8') ?? '',
        attempts: found.attempts.map(({ statusCode, error, answer, ...attempt }) => ({
          ...attempt,
          statusCode: statusCode ?? undefined,
          error: error ?? undefined,
          responseBody: answer,
        })),
      };
    },
    redeliver: async ({ webhookId, deliveryId }, context) =>
      sent(await redeliver(once(context, sent), changeOf(context), webhookId, deliveryId)),
    recoverDeliveries: async ({ webhookId, since }, context) => {
      const from = since;
      if (from === undefined) {
        throw new AppError('missing_field', 'since is missing. Send the time from which to recover.', {
          field: 'since',
        });
      }
      const own = once(context, recovery);
      return recovery(await recoverDeliveries(own, changeOf(context), webhookId, from));
    },
    getCallbackSecret: async (_request, { caller }) => {
      const record = await readCallbackSecret(deps, caller.orgId);
      return { secret: secretMessage(record === undefined ? null : currentSecrets(record, deps.now())) };
    },
    rotateCallbackSecret: async ({ effectiveInHours }, context) => {
      const hours = effectiveInHours ?? CONTRACT_LIMITS.webhookRotationHoursDefault;
      return callback(await rotateCallbackSecret(once(context, callback), changeOf(context), hours));
    },
  });
}

/** Returns a page of the few webhooks that an organisation may have. */
function pageOf(
  all: readonly WebhookRecord[],
  pageSize: number,
  cursor: string,
  toWebhook: (record: WebhookRecord) => Complete<Webhook>,
) {
  const after = cursor === '' ? null : readCursor(cursor, isUuid);
  const rest = after === null ? all : all.filter((record) => isBehind(record, after));
  const page = rest.slice(0, pageSize);
  const last = page.at(-1);
  const more = rest.length > pageSize && last !== undefined;
  return {
    webhooks: page.map(toWebhook),
    nextCursor: more ? writeCursor({ time: last.createdAt, id: last.id }) : '',
  };
}

function isBehind(
  { createdAt, id }: WebhookRecord,
  after: { readonly time: Date; readonly id: string },
): boolean {
  const later = createdAt.getTime() - after.time.getTime();
  return later < 0 || (later === 0 && id < after.id);
}

function webhookMessage(record: WebhookRecord): Complete<Webhook> {
  const shown = withoutNulls(record);
  return {
    id: record.id,
    url: record.url,
    target: record.target,
    events: [...record.events],
    description: shown.description,
    repository: shown.repository,
    teamId: shown.teamId,
    status: webhookStatus(record),
    disabledReason: shown.disabledReason,
    secretPreview: record.secretPreview,
    nextSecretEffectiveAt: shown.nextSecretEffectiveAt,
    createdAt: record.createdAt,
    createdBy: record.createdBy,
    updatedAt: record.updatedAt,
    lastDeliveryAt: shown.lastDeliveryAt,
    lastSuccessAt: shown.lastSuccessAt,
    lastFailureAt: shown.lastFailureAt,
    consecutiveFailures: record.consecutiveFailures,
  };
}

function secretMessage(record: WebhookRecord | null): Complete<CallbackSecret> {
  return {
    secretPreview: record?.secretPreview ?? '',
    nextSecretEffectiveAt: record?.nextSecretEffectiveAt ?? undefined,
    updatedAt: record?.updatedAt,
  };
}

function deliveryMessage(record: DeliveryRecord): Complete<Delivery> {
  return {
    id: record.id,
    webhookId: record.webhookId,
    event: record.eventKind,
    eventId: record.eventId,
    status: record.status,
    test: record.isTest,
    attempts: record.attempts,
    createdAt: record.createdAt,
    nextAttemptAt: record.status === 'pending' ? (record.dueAt ?? undefined) : undefined,
    finishedAt: record.finishedAt ?? undefined,
  };
}

function targetField(value: string): WebhookTarget {
  const target = value === '' ? 'generic' : webhookTarget(value);
  if (target !== null) return target;
  const known = WEBHOOK_TARGETS.join(', ');
  throw new AppError('invalid_field', `target is ${quote(value)}; the known ones are ${known}.`, {
    field: 'target',
    known,
  });
}

function eventsField(values: readonly string[]): readonly EventKind[] {
  const known = EVENT_KINDS.join(', ');
  const kinds = values.map((value) => {
    if (isEventKind(value)) return value;
    const message = `events has ${quote(value)}; the known ones are ${known}.`;
    throw new AppError('invalid_field', message, { field: 'events', known });
  });
  return [...new Set(kinds)];
}
