/** Limits of reads of findings. Each has its unit in its name. */
import { MIB } from '../../../units.ts';

export const FINDING_LIMITS = {
  /** Values that a facet of findings lists; further ones are counted together. */
  findingFacetValuesMax: 20,
  /** Places of a group that the detail of a finding lists. */
  placesListedMax: 200,
  /** Earlier runs of a file that are searched for a finding. */
  historyRunsMax: 30,
  /** Size of the findings of these runs in the database, at which the search ends. */
  historyBytesMax: 4 * MIB,
} as const satisfies Readonly<Record<string, number>>;
