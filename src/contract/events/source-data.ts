/** Data of the events of sources. */
import type { ArtefactState } from '../lists/artefact-state.ts';

/** Members that the events of sources share. */
export interface AnnouncedSourceData {
  readonly sourceId: string;
  readonly sourceName: string;
  readonly sourceKind: string;
  readonly reportUrl: string;
}

/** Pull that has failed as a whole. */
export interface FailedPullData extends AnnouncedSourceData {
  readonly pullId: string;
  /** Reason and remedy. */
  readonly problem: string | null;
  /** ISO 8601. */
  readonly endedAt: string;
}

/** Artefact that differs from what repositories have approved. */
export interface DriftedArtefact {
  readonly artefactId: string;
  readonly name: string;
  readonly version: string;
  readonly environment: string | null;
  readonly state: ArtefactState;
}

/** Drift that the pull before had not found. */
export interface FoundDriftData extends AnnouncedSourceData {
  readonly pullId: string;
  /** Artefacts that differ, and those of them that had not in this way before. */
  readonly driftedCount: number;
  readonly newCount: number;
  /** The worst new ones, ten at most. */
  readonly artefacts: readonly DriftedArtefact[];
  /** ISO 8601. */
  readonly endedAt: string;
}

/** Credential that is about to end. */
export interface ExpiringCredentialData extends AnnouncedSourceData {
  /** ISO 8601. */
  readonly expiresAt: string;
  readonly daysRemaining: number;
}
