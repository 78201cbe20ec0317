/** Ends of the channels of a file that lead to other projects: queues, assets, shared files, automations. Names alone. */
import type { ChannelEnd } from '../model/measures/channel-end.ts';
import { isLive } from '../model/navigate.ts';
import type { Platform } from '../model/platform.ts';
import type { Activity, Workflow } from '../model/workflow.ts';
import { callsToOthers } from '../semantics/data-flow/across/call-settings.ts';
import { channelName } from '../semantics/data-flow/across/channel-name.ts';
import { rowsAt, suits } from '../semantics/data-flow/tables/step-rows.ts';
import { type ChannelFlows, channelFlows } from './channel-flows.ts';
import { fileHost, isShared, ownKey, requestedFlows, startedKey } from './channel-keys.ts';

/** Limits of the channels of a file. */
export const CHANNEL_LIMITS = {
  /** Longest name; a channel with a longer one is left out, as a cut name could be that of another. */
  charactersMax: 200,
  /** Ends of a file; further ones are left out. */
  endsMax: 200,
  /** Names of places that hold data, of one end; further ones are left out. */
  placesMax: 100,
} as const;

type Add = (end: Omit<ChannelEnd, 'platform'> & Partial<Pick<ChannelEnd, 'platform'>>) => void;

/** Adds what a step puts into channels, and takes out of them. */
function addSteps(activity: Activity, workflow: Workflow, add: Add): void {
  for (const channel of rowsAt(workflow, activity).channels) {
    const { row } = channel;
    if (!isShared(row.channel) || !suits(activity, channel)) continue;
    const name = channelName(activity, row);
    if (name === undefined) continue;
    const host = row.channel === 'file' ? fileHost(name.key) : '';
    if (host === undefined) continue;
    const end = {
      ...{ kind: row.channel, key: name.key, name: name.text, host },
      ...(row.platform !== undefined && { platform: row.platform }),
    };
    // An item without data starts its reader, too.
    if (row.from !== undefined) add({ ...end, isWriter: true });
    if (row.to !== undefined) add({ ...end, isWriter: false });
  }
}

/** Adds the automations of a file, and those that it starts in other files. */
function addAutomations(workflows: readonly Workflow[], add: Add): void {
  const own = new Set<string>();
  const started: Parameters<Add>[0][] = [];
  for (const workflow of workflows) {
    const self = ownKey(workflow);
    if (self !== undefined) {
      own.add(self);
      add({ kind: 'automation', key: self, name: workflow.name, host: '', isWriter: false });
    }
    for (const live of callsToOthers(workflow)) {
      const key = startedKey(workflow, live);
      if (key !== undefined)
        started.push({ kind: 'automation', key, name: live.call.target!.trim(), host: '', isWriter: true });
    }
    for (const key of requestedFlows(workflow))
      started.push({
        ...{ kind: 'automation', platform: 'power-automate', key, name: key, host: '', isWriter: true },
      });
  }
  for (const end of started) if (!own.has(end.key)) add(end);
}

/** Data of an end, while it is collected. */
interface EndData {
  readonly families: Set<NonNullable<ChannelEnd['families']>[number]>;
  readonly sinks: Set<NonNullable<ChannelEnd['sinks']>[number]>;
  readonly places: Set<string>;
}

/** Collects the data of ends by their ids. */
function dataOfEnds(flows: readonly ChannelFlows[]): ReadonlyMap<string, EndData> {
  const ends = new Map<string, EndData>();
  const dataOf = (end: Pick<ChannelEnd, 'kind' | 'key' | 'isWriter'>): EndData => {
    const id = idOf(end);
    const known = ends.get(id) ?? { families: new Set(), sinks: new Set(), places: new Set() };
    ends.set(id, known);
    return known;
  };
  for (const { written, read } of flows) {
    for (const { kind, key, family, places } of written) {
      const data = dataOf({ kind, key, isWriter: true });
      data.families.add(family);
      for (const place of places) if (data.places.size < CHANNEL_LIMITS.placesMax) data.places.add(place);
    }
    for (const { kind, key, family, sink } of read) {
      const data = dataOf({ kind, key, isWriter: false });
      data.families.add(family);
      data.sinks.add(sink);
    }
  }
  return ends;
}

const idOf = ({ kind, isWriter, key }: Pick<ChannelEnd, 'kind' | 'key' | 'isWriter'>): string =>
  `${kind} ${isWriter} ${key}`;

/** Channels of a file, with the data that each of its workflows lets through them. */
export interface FileChannels {
  readonly ends: readonly ChannelEnd[];
  readonly flows: readonly ChannelFlows[];
}

/** Returns the channels of a file, in parts that can run. */
export function channelsOf(workflows: readonly Workflow[]): FileChannels {
  const ends = new Map<string, ChannelEnd>();
  const adder =
    (platform: Platform): Add =>
    (end) => {
      const { key, name } = end;
      if (key === '' || Math.max(key.length, name.length) > CHANNEL_LIMITS.charactersMax) return;
      const id = idOf(end);
      if (ends.has(id) || ends.size >= CHANNEL_LIMITS.endsMax) return;
      ends.set(id, { platform: end.kind === 'file' ? null : platform, ...end });
    };
  const [first] = workflows;
  if (first !== undefined) addAutomations(workflows, adder(first.platform));
  for (const workflow of workflows) {
    const add = adder(workflow.platform);
    for (const activity of workflow.activities) if (isLive(activity)) addSteps(activity, workflow, add);
  }
  if (ends.size === 0) return { ends: [], flows: [] };
  const flows = workflows.map(channelFlows);
  const data = dataOfEnds(flows);
  const withData = ([id, end]: [string, ChannelEnd]): ChannelEnd => {
    const found = data.get(id);
    if (found === undefined) return end;
    const { families, sinks, places } = found;
    const ofSide = end.isWriter ? { places: [...places] } : { sinks: [...sinks].sort() };
    return { ...end, families: [...families].sort(), ...ofSide };
  };
  return { ends: [...ends].map(withData), flows };
}
