/** Things that several people may edit: the version that an edit is based on goes with each change. */
import { useState } from 'preact/hooks';
import { ApiError } from './api-error.ts';
import type { Call, CallInput, Received } from './define-call.ts';
import { useAction } from './use-action.ts';

/** A thing with its version, the `ETag` of the API. */
export interface Version<Thing> {
  readonly thing: Thing;
  readonly etag: string;
}

/** Returns the call that reads a thing together with its version. */
export function versioned<Thing, Input extends CallInput>(
  call: Call<Thing, Input> & { receive(input: Input, signal?: AbortSignal): Promise<Received<Thing>> },
): Call<Version<Thing>, Input> {
  return {
    method: call.method,
    path: call.path,
    async send(input, signal) {
      const { body, headers } = await call.receive(input, signal);
      return { thing: body, etag: headers.get('etag') ?? '' };
    },
  };
}

/** State of an edit. */
export interface Edit<Thing> {
  readonly isBusy: boolean;
  readonly error: Error | null;
  /** Version that another person has stored meanwhile; null without one. */
  readonly newer: Version<Thing> | null;
  /** Stores the changes over a version; without one, over the version that the edit is based on. */
  readonly save: (over?: Version<Thing>) => Promise<void>;
}

/** Stores an edit unless another person was quicker, and then loads that version. */
export function useEdit<Thing>(
  base: Version<Thing>,
  send: (etag: string) => Promise<void>,
  load: () => Promise<Version<Thing>>,
): Edit<Thing> {
  const [newer, setNewer] = useState<Version<Thing> | null>(null);
  const { isBusy, error, run } = useAction(async (over: Version<Thing>) => {
    try {
      await send(over.etag);
      setNewer(null);
    } catch (failure) {
      if (!(failure instanceof ApiError && failure.code === 'etag_mismatch')) throw failure;
      setNewer(await load());
    }
  });
  return { isBusy, error, newer, save: async (over = base) => void (await run(over)) };
}
