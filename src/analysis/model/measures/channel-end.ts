/** Ends of channels: where a workflow gives data to others, or takes it from them, under a name that outlives a run. */
import type { Family } from '../data-flow/family.ts';
import type { SinkKind } from '../data-flow/flow.ts';
import type { Platform } from '../platform.ts';

/** Kinds of channels that lead from one project to another. An `automation` is started by its name or id. */
export const SHARED_CHANNELS = ['queue', 'asset', 'file', 'automation'] as const;
export type SharedChannel = (typeof SHARED_CHANNELS)[number];

/** One end of a channel in a file: names alone, never a value. */
export interface ChannelEnd {
  readonly kind: SharedChannel;
  /** Platform whose channel it is: two with one name on two platforms are not the same. Null: any, as of a file. */
  readonly platform: Platform | null;
  /** Name for comparison. */
  readonly key: string;
  /** Name as the file has it. */
  readonly name: string;
  /** Server in the name, in lower case; '' if it names none. */
  readonly host: string;
  /** True: the workflow puts data in, or starts the automation. False: it takes data out, or is the automation. */
  readonly isWriter: boolean;
  /** Secret or personal data that a writer puts in, or that a reader lets out at its `sinks`. Absent: none is known. */
  readonly families?: readonly Family[];
  /** Of a reader: where such data gets out. */
  readonly sinks?: readonly SinkKind[];
  /** Of a writer: where in the channel such data stands, as `writtenPlaces` of `inventory/channel-flows.ts` names it. */
  readonly places?: readonly string[];
}
