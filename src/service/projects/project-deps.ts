/** Dependencies of the use cases of projects. */

import type { TaskPolicy } from '../../analysis/engine/policies/task-policy.ts';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import { createSemaphore, type Semaphore } from '../../infra/async/semaphore.ts';
import type { BlobStore } from '../../infra/blobs/blob-store.ts';
import { digestsOf } from '../../pool/ruleset-digests.ts';
import { MIB } from '../../units.ts';
import type { RunWaiters } from '../validations/run-waiters.ts';
import type { ValidationDeps } from '../validations/validations.ts';
import type { ContentSeal } from './files/content-seal.ts';

/** Content of archives that a core holds at once. */
const PROJECT_BYTES_IN_CORE_MAX = 32 * MIB;

/** Watches of projects in one core, each of which polls by itself. */
export const PROJECT_WATCHES_MAX = 200;

/** Number of these for one organisation. */
export const PROJECT_WATCHES_ORG_MAX = 50;

export interface ProjectDeps extends ValidationDeps {
  readonly blobs: BlobStore;
  /** The digest of a ruleset: part of what reports of files are known by. */
  readonly digestOf: (ruleset: TaskPolicy) => Promise<string>;
  /** Largest archive. */
  readonly archiveBytesMax: number;
  /** Bytes of archives that this process may hold at once. */
  readonly budget: Semaphore;
  readonly watches: Semaphore;
  /** Callers who wait for the end of a project. */
  readonly waiters: RunWaiters;
  /** Seals the keys by which copies in several files of a project are known. */
  readonly contentSeal: ContentSeal;
}

/** A project of an organisation. */
export interface ProjectKey {
  readonly orgId: string;
  readonly projectId: string;
}

/** Extends the dependencies of validations with those of projects. */
export function projectDeps(
  deps: ValidationDeps,
  { blobs, waiters, contentSeal }: Pick<ProjectDeps, 'blobs' | 'waiters' | 'contentSeal'>,
): ProjectDeps {
  const budget = createSemaphore({
    total: PROJECT_BYTES_IN_CORE_MAX,
    waiting: Number.POSITIVE_INFINITY,
  });
  const watches = createSemaphore({
    total: PROJECT_WATCHES_MAX,
    perKey: PROJECT_WATCHES_ORG_MAX,
  });
  const archiveBytesMax = CONTRACT_LIMITS.projectBytesMax;
  const digestOf = digestsOf(deps.pool);
  return { ...deps, blobs, archiveBytesMax, budget, watches, waiters, contentSeal, digestOf };
}
