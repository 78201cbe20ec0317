/** Idempotency-Key over gRPC: identity of repeated calls, and replay of the stored answer. */
import { createHash } from 'node:crypto';
import type { Metadata, MethodDefinition } from '@grpc/grpc-js';
import type { Caller } from '../../service/access/caller.ts';
import type { Idempotency, KeyClaim, RepeatKey } from '../../service/idempotency/idempotency.ts';
import { IDEMPOTENCY_LIMITS } from '../../service/idempotency/limits.ts';
import type { CallContext } from '../server/service.ts';

/** Header that marks the answer of an earlier call. */
const REPLAYED_KEY = 'idempotent-replayed';

/** Call context without idempotency. */
export type BareContext = Omit<CallContext, 'storingAnswer' | 'once'>;

/** Codec of a method, which reads and writes its stored answers. */
export type Codec = Pick<
  MethodDefinition<unknown, unknown>,
  'path' | 'responseSerialize' | 'responseDeserialize'
>;

interface RepeatableCall {
  readonly codec: Codec;
  readonly repeat: RepeatKey | null;
  /** Trailers of the answer. */
  readonly trailers: Metadata;
  readonly idempotency: Idempotency;
  /** Called when an answer could not be stored, or a key could not be claimed or released. */
  onStoreError(error: unknown): void;
}

/** Creates the context of a call: with a key its work runs once, without one on every call. */
export function repeatable(bare: BareContext, call: RepeatableCall): CallContext {
  const { repeat } = call;
  const context: CallContext = {
    ...bare,
    storingAnswer: (sql) => sql,
    once: async (request, work) =>
      repeat === null ? work(context) : runOnce(context, { ...call, repeat }, request, work),
  };
  return context;
}

async function runOnce<Answer>(
  context: CallContext,
  call: RepeatableCall & { readonly repeat: RepeatKey },
  request: unknown,
  work: (context: CallContext) => Promise<Answer> | Answer,
): Promise<Answer> {
  const { codec, repeat, trailers, idempotency, onStoreError } = call;
  const fingerprint = fingerprintOf(context.caller, codec.path, request);
  const leaseMs = context.deadline.getTime() - Date.now();
  const claim = await idempotency.claim(repeat, fingerprint, leaseMs);
  if ('answer' in claim) {
    trailers.set(REPLAYED_KEY, 'true');
    return codec.responseDeserialize(claim.answer) as Answer;
  }
  const write = (answer: unknown) => codec.responseSerialize(answer);
  const { storingAnswer, isStored } = answerStore(claim, write);
  const beat = setInterval(
    () => void claim.renew().catch(onStoreError),
    IDEMPOTENCY_LIMITS.idempotencyBeatMs,
  );
  let answer: Answer;
  try {
    answer = await work({ ...context, storingAnswer });
  } catch (error) {
    // A failed call has had no effect: the caller may retry it, also with other content.
    await claim.release().catch(onStoreError);
    throw error;
  } finally {
    clearInterval(beat);
  }
  // The effect is committed, so the answer is returned even if it cannot be stored.
  if (!isStored()) await claim.storeAnswerAlone(write(answer)).catch(onStoreError);
  return answer;
}

function answerStore(claim: KeyClaim, write: (answer: unknown) => Uint8Array) {
  let stored = false;
  const storingAnswer: CallContext['storingAnswer'] = (sql, answerOf) => ({
    ...sql,
    begin: (work, options) =>
      sql.begin(async (transaction) => {
        const result = await work(transaction);
        if (stored) throw new Error('An effect whose answer is already stored began a second transaction');
        await claim.storeAnswer(transaction, write(answerOf(result as never)));
        stored = true;
        return result;
      }, options),
  });
  return { storingAnswer, isStored: () => stored };
}

/** Returns a hash of the caller, the method and the request. Files count by their own hash. */
function fingerprintOf({ kind, actorId, proven }: Caller, path: string, request: unknown): Buffer {
  // Facts that a token proves are part of the request: another commit is another request.
  const proof = proven == null ? [] : [proven];
  return createHash('sha256')
    .update(JSON.stringify([kind, actorId, path, plain(request), ...proof]))
    .digest();
}

function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return { sha256: createHash('sha256').update(value).digest('hex') };
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Date || typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, plain(member)]));
}
