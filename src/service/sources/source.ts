/** Sources as they are stored: a tenant of a platform, its credential, and how much of it has been judged. */
import type { Reason } from '../../remotes/coverage.ts';
import { REMOTE_PLATFORMS, type RemotePlatform } from '../../remotes/select-artefacts.ts';
import type { PullSchedule } from './pull-schedule.ts';

/** Kinds of sources. `pushed`: a command beside the platform sends what it holds. */
export const SOURCE_KINDS = ['uipath', 'power-platform', 'pushed'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** Platforms whose tenants can be pushed. */
export const PUSHED_PLATFORMS = REMOTE_PLATFORMS;

/** States that a person sets. */
export const SOURCE_STATES = ['active', 'paused'] as const;
export type SourceState = (typeof SOURCE_STATES)[number];

/** Address of a tenant, as it was given. */
export interface SourceAddress {
  readonly url: string;
  readonly onPremises: boolean;
  /** Tenant of a standalone Orchestrator, or of Entra. */
  readonly tenant: string | null;
  readonly tokenUrl: string | null;
  /** Further environments of the Power Platform; absent: none. */
  readonly moreUrls?: readonly string[];
  /** Platform of a pushed source; absent: its kind names the platform. */
  readonly platform?: RemotePlatform;
}

/** Environment of the parts that a pattern matches. */
export interface PartEnvironment {
  readonly part: string;
  readonly environment: string;
}

/** Settings of a source that a person may change. */
export interface SourceChoice extends PullSchedule {
  readonly name: string;
  readonly environments: readonly PartEnvironment[];
  readonly state: SourceState;
  /** API key that may send; null: the source is not pushed. */
  readonly senderKeyId: string | null;
}

/** Source with its settings. */
export interface SourceRecord extends SourceChoice {
  readonly orgId: string;
  readonly id: string;
  readonly kind: SourceKind;
  readonly settings: SourceAddress;
  /** Counts the changes, from 1. */
  readonly version: number;
  /** Null: it is paused, or has no schedule. */
  readonly nextPullAt: Date | null;
  readonly lastCompleteAt: Date | null;
  readonly createdAt: Date;
  readonly createdByName: string;
  readonly updatedAt: Date;
}

/** Facts about a credential. */
export interface CredentialFacts {
  /** `next`: it has not worked yet. */
  readonly state: 'current' | 'next';
  readonly preview: string;
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
  readonly createdByName: string;
}

/** Coverage of a source by results. */
export interface SourceCoverage {
  readonly known: number;
  /** A part could not be listed, so that there may be more. */
  readonly atLeast: boolean;
  readonly judged: number;
  readonly reasons: readonly { readonly reason: Reason; readonly artefacts: number }[];
}

/** Source as a caller sees it. */
export interface SourceView {
  readonly source: SourceRecord;
  readonly credentials: readonly CredentialFacts[];
  readonly coverage: SourceCoverage;
  readonly runningPullId: string | null;
}
