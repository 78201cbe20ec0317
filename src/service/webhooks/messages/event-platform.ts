/** The name of the platform in an event: stored neutral, sent as the installation names platforms. */
import { type PlatformNaming, platformFromWire, platformName } from '../../../analysis/model/platform.ts';

/** Returns the JSON of an event's data with its platform named as wanted; the same text when it is neutral or has none. */
export function namePlatform(data: string, naming: PlatformNaming = 'neutral'): string {
  if (naming === 'neutral') return data;
  const members = JSON.parse(data) as Readonly<Record<string, unknown>>;
  const platform = typeof members.platform === 'string' ? platformFromWire(members.platform) : undefined;
  if (platform === undefined) return data;
  return JSON.stringify({ ...members, platform: platformName(platform, naming) });
}
