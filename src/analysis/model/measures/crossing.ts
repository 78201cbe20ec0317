/** Data that would get out in a file if a workflow of another project put it into a channel: only the service knows whether one does. */
import type { Finding } from '../finding.ts';
import type { ChannelEnd } from './channel-end.ts';

/** Rule of these findings. The gate takes no notice of it: the other project may change at any time. */
export const CROSSING_RULE = 'XPL-PRV-007';

/** A way from a channel to a place where data gets out. */
export interface Crossing extends Pick<ChannelEnd, 'kind' | 'platform' | 'key'> {
  /** A writer with one of these `places` puts such data in. */
  readonly wanted: readonly string[];
  /** Finding that counts then. */
  readonly finding: Finding;
}
