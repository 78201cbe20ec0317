/** `flowarden.v1.PushService`: pulls that a command beside the platform sends. */
import type { Complete } from '../../../contract/complete.ts';
import { CONTRACT_LIMITS } from '../../../contract/limits.ts';
import {
  type PushedPart as PushedPartMessage,
  type Push as PushMessage,
  PushServiceService,
  SendPushedRequest,
} from '../../../gen/flowarden/v1/push.ts';
import { withOrigin } from '../../../infra/database/request-origin.ts';
import type { Caller } from '../../../service/access/caller.ts';
import {
  beginPush,
  endPush,
  type HeldPush,
  type Push,
  readPush,
  skipPushed,
} from '../../../service/sources/pushing/pushes.ts';
import { type PushDeps, type PushedPart, sendPushed } from '../../../service/sources/pushing/send-pushed.ts';
import { PUSHED_PLATFORMS } from '../../../service/sources/source.ts';
import type { SourceDeps } from '../../../service/sources/sources.ts';
import { requiredChoice, requiredText, textField } from '../../convert/fields.ts';
import { readUpload, type UploadPart } from '../../convert/read-upload.ts';
import { decodePart } from '../../convert/validate-codec.ts';
import { defineService, type Service } from '../../server/service.ts';
import { changeOf } from '../change.ts';
import { toCoverage, toPull } from './to-pull.ts';

/** Reasons why a command did not fetch an artefact. */
export const SKIP_REASONS = ['no_access', 'too_large', 'unreadable', 'failed', 'not_yet'] as const;

/** Generated definition with a decoder that does not copy pieces of files. */
const DEFINITION = {
  ...PushServiceService,
  sendPushed: {
    ...PushServiceService.sendPushed,
    requestDeserialize: (bytes: Buffer) => decodePart(SendPushedRequest, bytes),
  },
};

/** Creates the service. */
export function pushService(deps: PushDeps & Pick<SourceDeps, 'now'>): Service {
  const { sql } = deps;
  const one = (push: Push) => ({ push: toMessage(push) });
  return defineService(DEFINITION, {
    beginPush: async ({ id, platform, urls, onPremises, tenant }, context) => {
      const [url = '', ...moreUrls] = urls.map((text) => text.trim());
      const settings = {
        ...{ url, onPremises, tenant: textField(tenant), tokenUrl: null },
        ...(moreUrls.length > 0 && { moreUrls }),
      };
      const own = { ...deps, sql: context.storingAnswer(sql, one) };
      const key = { keyId: keyIdOf(context.caller), sourceId: id };
      const reads = { platform: requiredChoice('platform', platform, PUSHED_PLATFORMS), settings };
      return one(await beginPush(own, changeOf(context), key, reads));
    },
    sendPushed: {
      callMsDefault: CONTRACT_LIMITS.uploadMsMax + CONTRACT_LIMITS.engineRunMsMax,
      async handle(requests, { caller, requestId, once }) {
        const { content, submission } = readUpload(requests, ({ part }) => partOf(part, caller));
        const sender = { orgId: caller.orgId, keyId: keyIdOf(caller) };
        return sendPushed(deps, sender, { content, part: submission }, (identity, store) =>
          once(identity, async ({ storingAnswer }) =>
            one(await store(withOrigin(storingAnswer(sql, one), { requestId }))),
          ),
        );
      },
    },
    getPush: async ({ id, pullId }, { caller }) =>
      one(await readPush(sql, { orgId: caller.orgId, keyId: keyIdOf(caller), sourceId: id, pullId })),
    skipPushed: async ({ artefactId, reason, problem, ...held }, { caller, storingAnswer }) => {
      const why = {
        reason: requiredChoice('reason', reason, SKIP_REASONS),
        problem: requiredText('problem', problem),
      };
      return one(await skipPushed(storingAnswer(sql, one), heldBy(caller, held), artefactId, why));
    },
    endPush: async ({ problem, ...held }, { caller, storingAnswer }) =>
      one(await endPush(storingAnswer(sql, one), heldBy(caller, held), textField(problem))),
  });
}

/** Only a key can be the sender of a source. */
const keyIdOf = ({ kind, actorId }: Caller): string | null => (kind === 'key' ? actorId : null);

function heldBy(
  caller: Caller,
  { id, pullId, turn }: { readonly id: string; readonly pullId: string; readonly turn: string },
): HeldPush {
  return { orgId: caller.orgId, keyId: keyIdOf(caller), sourceId: id, pullId, turn };
}

function partOf(part: SendPushedRequest['part'], caller: Caller): UploadPart<PushedPart> {
  if (part?.$case === 'content') return { content: part.value };
  if (part === undefined) return {};
  const pushed: PushedPartMessage = part.value;
  return { submission: { ...heldBy(caller, pushed), artefactId: textField(pushed.artefactId) } };
}

function toMessage({ pull, turn, wanted, isFull, coverage }: Push): Complete<PushMessage> {
  return {
    pull: toPull(pull),
    turn,
    wanted: wanted.map(({ id, key, name, version, address }) => ({
      id,
      key,
      name,
      version,
      place: { ...address },
    })),
    full: isFull,
    coverage: coverage && toCoverage(coverage),
  };
}
