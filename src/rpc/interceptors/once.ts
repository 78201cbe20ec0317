/** Calls with an Idempotency-Key over gRPC: what makes two of them the same, and how the kept answer is given again. */
import { createHash } from 'node:crypto';
import type { Metadata, MethodDefinition } from '@grpc/grpc-js';
import { LIMITS } from '../../limits.ts';
import type { Caller } from '../../service/access/caller.ts';
import type { Claim, Idempotency, RepeatKey } from '../../service/idempotency/idempotency.ts';
import type { CallContext } from '../server/service.ts';

/** Where an answer says that it is that of an earlier call. */
const REPLAYED_KEY = 'idempotent-replayed';

/** What a call is without its key. */
export type BareContext = Omit<CallContext, 'storingAnswer' | 'once'>;

/** What the kept answer of a method has to be read and written with. */
export type Codec = Pick<
  MethodDefinition<unknown, unknown>,
  'path' | 'responseSerialize' | 'responseDeserialize'
>;

interface RepeatableCall {
  readonly codec: Codec;
  readonly repeat: RepeatKey | null;
  /** Of the answer. */
  readonly trailers: Metadata;
  readonly idempotency: Idempotency;
  /** Told when an answer could not be kept, or a key not be held or freed. */
  onStoreError(error: unknown): void;
}

/** The context of a call: with a key its work is done once, without one whenever it is asked for. */
export function repeatable(bare: BareContext, call: RepeatableCall): CallContext {
  const { repeat } = call;
  const context: CallContext = {
    ...bare,
    storingAnswer: (sql) => sql,
    once: async (asked, work) =>
      repeat === null ? work(context) : runOnce(context, { ...call, repeat }, asked, work),
  };
  return context;
}

async function runOnce<Answer>(
  context: CallContext,
  call: RepeatableCall & { readonly repeat: RepeatKey },
  asked: unknown,
  work: (context: CallContext) => Promise<Answer> | Answer,
): Promise<Answer> {
  const { codec, repeat, trailers, idempotency, onStoreError } = call;
  const fingerprint = fingerprintOf(context.caller, codec.path, asked);
  const leaseMs = context.deadline.getTime() - Date.now();
  const claim = await idempotency.claim(repeat, fingerprint, leaseMs);
  if ('answer' in claim) {
    trailers.set(REPLAYED_KEY, 'true');
    return codec.responseDeserialize(claim.answer) as Answer;
  }
  const write = (answer: unknown) => codec.responseSerialize(answer);
  const { storingAnswer, isKept } = keeper(claim, write);
  const beat = setInterval(() => void claim.renew().catch(onStoreError), LIMITS.idempotencyBeatMs);
  let answer: Answer;
  try {
    answer = await work({ ...context, storingAnswer });
  } catch (error) {
    // What is refused has had no effect: it may be tried again, also with other content.
    await claim.release().catch(onStoreError);
    throw error;
  } finally {
    clearInterval(beat);
  }
  // The effect is there, so the answer is given whether it could be kept or not.
  if (!isKept()) await claim.storeAnswerAlone(write(answer)).catch(onStoreError);
  return answer;
}

function keeper(claim: Claim, write: (answer: unknown) => Uint8Array) {
  let kept = false;
  const storingAnswer: CallContext['storingAnswer'] = (sql, answerOf) => ({
    ...sql,
    begin: (work, options) =>
      sql.begin(async (transaction) => {
        const result = await work(transaction);
        if (kept) throw new Error('An effect whose answer is kept has a second transaction');
        await claim.keep(transaction, write(answerOf(result as never)));
        kept = true;
        return result;
      }, options),
  });
  return { storingAnswer, isKept: () => kept };
}

/** Hash of who asks for what. Files count by their own hash. */
function fingerprintOf({ kind, actorId }: Caller, path: string, asked: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([kind, actorId, path, plain(asked)]))
    .digest();
}

function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return { sha256: createHash('sha256').update(value).digest('hex') };
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Date || typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, plain(member)]));
}
