/** Sends what a tenant holds to a service that cannot reach it: the listing, then what the service wants of it. */
import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type {
  PushResponse,
  SkipPushedRequest,
  WantedArtefact,
} from '../../../../clients/typescript/src/api.ts';
import type { FlowardenClient } from '../../../../clients/typescript/src/client.ts';
import { pause } from '../../../../clients/typescript/src/send.ts';
import { missReason } from '../../../remotes/coverage.ts';
import { fileSink } from '../../../remotes/file-sink.ts';
import { REMOTE_LIMITS } from '../../../remotes/limits.ts';
import { NOT_TRIED, type TriedPart, tryPart } from '../../../remotes/list-part.ts';
import type { Remote, RemotePart } from '../../../remotes/remote.ts';
import { RemoteError } from '../../../remotes/remote-error.ts';
import type { RemotePlatform } from '../../../remotes/select-artefacts.ts';
import { truncate } from '../../../text/truncate.ts';
import { SECOND_MS } from '../../../units.ts';

/** Pause between two looks at a pull that has no room, or is being judged. */
const LOOK_MS = 2 * SECOND_MS;
/** Longest sentence about what was wrong. */
const PROBLEM_CHARACTERS_MAX = 2_000;

/** Tenant and the service that gets what it holds. */
export interface PushOptions {
  readonly remote: Remote;
  readonly client: FlowardenClient;
  readonly sourceId: string;
  /** Tenant that the remote reads, for the service to compare with its source. */
  readonly tenant: {
    readonly platform: RemotePlatform;
    readonly urls: readonly string[];
    readonly onPremises: boolean;
    readonly tenant: string;
  };
  readonly signal: AbortSignal;
}

/** Pull that has ended. */
export interface EndedPush {
  readonly push: PushResponse;
  /** Artefacts that this run of the command has sent. */
  readonly sentCount: number;
}

/** Run of the command in a pull. */
interface Turn {
  readonly path: { readonly id: string; readonly pullId: string };
  readonly turn: string;
}

/**
 * Lists the tenant and sends what is wanted. A run that ends early is made up for by the next.
 * @throws RemoteError when nothing can be listed, or the credential is rejected; errors of the client
 */
export async function pushTenant(options: PushOptions): Promise<EndedPush> {
  const { client, sourceId, tenant, signal } = options;
  const folder = await mkdtemp(join(tmpdir(), 'flowarden-push-'));
  try {
    const begun = await client.call('beginPush', {
      path: { id: sourceId },
      body: { ...tenant, urls: [...tenant.urls] },
    });
    const own: Turn = { path: { id: sourceId, pullId: begun.pull.id }, turn: begun.turn! };
    let sentCount = 0;
    try {
      if (begun.pull.state === 'listing') await sendListing(options, own, folder);
      sentCount = await sendWanted(options, own, folder);
    } catch (error) {
      // Nothing more can come: what has come is judged. After anything else the next run goes on.
      if (error instanceof RemoteError)
        await client.call('endPush', {
          path: own.path,
          body: { turn: own.turn, problem: sentence(error.message) },
        });
      throw error;
    }
    await client.call('endPush', { path: own.path, body: { turn: own.turn } });
    for (;;) {
      const push = await client.call('getPush', { path: own.path });
      if (push.pull.state === 'ended') return { push, sentCount };
      await pause(LOOK_MS, signal);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function sendListing(
  { remote, client, signal }: PushOptions,
  { path, turn }: Turn,
  folder: string,
): Promise<void> {
  const file = join(folder, 'listing');
  await pipeline(Readable.from(listingLines(remote, signal)), createWriteStream(file));
  await client.call('sendPushed', {
    path,
    form: { turn, file: await openAsBlob(file) },
    filename: 'listing',
  });
}

/** Yields the lines of a listing: a part, its rows, the next part; the last line says that nothing is missing. */
async function* listingLines(remote: Remote, signal: AbortSignal): AsyncGenerator<string> {
  let failures = 0;
  for (const part of await remote.parts(signal)) {
    const isLost = failures >= REMOTE_LIMITS.failuresInRowMax;
    const tried = isLost ? NOT_TRIED : await tryPart(remote, part, signal);
    failures = tried.state === 'failed' && part.problem === undefined ? failures + 1 : 0;
    yield lineOf({ part: sentPart(part, tried) });
    for (const row of tried.listing ?? []) yield lineOf(row);
  }
  yield lineOf({ end: true });
}

const lineOf = (value: object): string => `${JSON.stringify(value)}\n`;

function sentPart({ key, path, kind, place }: RemotePart, { state, problem }: TriedPart) {
  return { key, path, kind, place, state, problem: problem && sentence(problem) };
}

/** Cuts a sentence to what the service takes. */
const sentence = (text: string): string => truncate(text, PROBLEM_CHARACTERS_MAX);

/** Sends until nothing is wanted. Returns how many artefacts were sent. */
async function sendWanted(
  { remote, client, signal }: PushOptions,
  { path, turn }: Turn,
  folder: string,
): Promise<number> {
  let sentCount = 0;
  let failures = 0;

  async function sendOne({ id, name, version, place }: WantedArtefact): Promise<void> {
    if (failures >= REMOTE_LIMITS.failuresInRowMax) {
      const problem = `It was not tried: ${REMOTE_LIMITS.failuresInRowMax} downloads in a row failed.`;
      await skip(id, 'not_yet', problem);
      return;
    }
    const file = join(folder, id);
    try {
      const handle = await open(file, 'w');
      try {
        await remote.fetch({ name, version, place }, fileSink(handle), signal);
      } finally {
        await handle.close();
      }
      failures = 0;
      const form = { turn, artefactId: id, file: await openAsBlob(file) };
      await client.call('sendPushed', { path, form, filename: id });
      sentCount += 1;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof RemoteError) || error.problem === 'credential_rejected') throw error;
      const reason = missReason(error.problem);
      failures = reason === 'failed' ? failures + 1 : 0;
      await skip(id, reason, error.message);
    } finally {
      await rm(file, { force: true });
    }
  }

  async function skip(
    artefactId: string,
    reason: SkipPushedRequest['reason'],
    problem: string,
  ): Promise<void> {
    await client.call('skipPushed', { path, body: { turn, artefactId, reason, problem: sentence(problem) } });
  }

  for (;;) {
    const { wanted, full } = await client.call('getPush', { path });
    if (full) await pause(LOOK_MS, signal);
    else if (wanted.length === 0) return sentCount;
    const queue = wanted.values();
    const workers = Array.from({ length: REMOTE_LIMITS.requestsMax }, async () => {
      for (const artefact of queue) await sendOne(artefact);
    });
    // A download that still runs would write into a folder that is gone.
    const ended = (await Promise.allSettled(workers)).find(({ status }) => status === 'rejected');
    if (ended?.status === 'rejected') throw ended.reason;
  }
}
