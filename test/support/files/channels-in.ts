/** Channels of a file, as the engine reports them. */
import { createEngine } from '../../../src/analysis/engine/validate.ts';
import type { ChannelEnd } from '../../../src/analysis/model/measures/channel-end.ts';

// No rule is needed.
const engine = createEngine([]);

/** Returns the ends of the channels of a file. */
export function channelsIn(filename: string, content: Uint8Array): readonly ChannelEnd[] {
  const report = engine.validate({
    bytes: new Uint8Array(content),
    filename,
    platform: undefined,
    ruleset: 'default',
    findingsMax: 100,
    keepsChannels: true,
  });
  return report.channels!;
}
