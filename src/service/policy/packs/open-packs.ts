/** Opens published packs: every load verifies the stored bytes against the organisation's keys. */
import { hash } from 'node:crypto';
import type { PackedPolicy } from '../../../analysis/engine/policies/task-policy.ts';
import type { Rule } from '../../../analysis/model/rule.ts';
import { createTtlCache } from '../../../infra/async/ttl-cache.ts';
import { type BuiltEnvironment, type BuiltPack, packEffective } from '../../../policy/built/built-pack.ts';
import { openPack } from '../../../policy/built/open-pack.ts';
import type { Trust } from '../../../policy/built/trust.ts';
import type { PackBundle, PackVersionRecord } from './packs-store.ts';
import type { PolicyKeyRecord } from './policy-keys-store.ts';

/** A pack that has been verified. */
export interface OpenedPack {
  readonly record: PackVersionRecord;
  readonly pack: BuiltPack;
}

/** Opened packs in memory: about 0.2 MB each, and some megabytes at most. */
const OPENED_MAX = 32;
/** Time after which a pack is verified again, so that keys expire. */
const OPENED_MS_MAX = 60_000;

/** Returns the trust that the keys of an organisation make; undefined without one: then no signature is needed. */
export function trustOf(keys: readonly PolicyKeyRecord[]): Trust | undefined {
  if (keys.length === 0) return undefined;
  const trusted = keys.map(({ id, publicKey, packs, notAfter }) => ({
    id,
    publicKey,
    packs,
    notAfter: notAfter?.toISOString() ?? null,
  }));
  return { requireSignature: true, threshold: 1, keys: trusted };
}

/** Opens packs and caches them by version and trust. */
export interface PackOpener {
  /**
   * Returns a version; `load` reads its file if it is not open already.
   * @throws PolicyError for a pack that is damaged or not trusted
   */
  open(versionId: string, trust: Trust | undefined, load: () => Promise<PackBundle>): Promise<OpenedPack>;
  /** Opens a file that is not stored yet. @throws PolicyError for a pack that is damaged or not trusted */
  read(bundle: Uint8Array, trust: Trust | undefined, file: string): Promise<BuiltPack>;
}

/** Dependencies of an opener. */
export interface PackOpenerDeps {
  readonly engineVersion: string;
  /** Loads the catalogue. */
  readonly rules: () => Promise<readonly Rule[]>;
  readonly now: () => Date;
}

/** Creates an opener with an empty cache. */
export function createPackOpener({ engineVersion, rules, now }: PackOpenerDeps): PackOpener {
  const cache = createTtlCache<OpenedPack>({
    ttlMs: OPENED_MS_MAX,
    entriesMax: OPENED_MAX,
    now: () => now().getTime(),
  });
  const read: PackOpener['read'] = async (bundle, trust, file) =>
    openPack(bundle, { file, trust, engineVersion, rules: await rules(), now: now() });
  return {
    read,
    open(versionId, trust, load) {
      const key = `${versionId} ${trust === undefined ? '' : hash('sha256', JSON.stringify(trust))}`;
      return cache.load(key, async () => {
        const { bundle, ...record } = await load();
        return { record, pack: await read(bundle, trust, `${record.slug}@${record.version}`) };
      });
    },
  };
}

const packed = new WeakMap<BuiltEnvironment, PackedPolicy>();

/** Returns the policy of an environment in the form that threads share. */
export function packedPolicy(environment: BuiltEnvironment): PackedPolicy {
  let found = packed.get(environment);
  if (found === undefined) {
    const { policy } = environment;
    found = packEffective(policy);
    packed.set(environment, found);
  }
  return found;
}
