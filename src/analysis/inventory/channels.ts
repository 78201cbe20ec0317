/** Ends of the channels of a file that lead to other projects: queues, assets, shared files, automations. Names alone. */
import { comparable } from '../../text/comparable-path.ts';
import { hostOf } from '../custom-rules/text-functions.ts';
import type { ChannelEnd, SharedChannel } from '../model/measures/channel-end.ts';
import { isLive } from '../model/navigate.ts';
import type { Platform } from '../model/platform.ts';
import type { Activity, Workflow } from '../model/workflow.ts';
import { callsToOthers } from '../semantics/data-flow/across/call-settings.ts';
import { channelName } from '../semantics/data-flow/across/channel-name.ts';
import { rowsAt, suits } from '../semantics/data-flow/tables/step-rows.ts';

/** Limits of the channels of a file. */
export const CHANNEL_LIMITS = {
  /** Longest name; a channel with a longer one is left out, as a cut name could be that of another. */
  charactersMax: 200,
  /** Ends of a file; further ones are left out. */
  endsMax: 200,
} as const;

type Add = (end: Omit<ChannelEnd, 'platform'>) => void;

/** Paths that name the same file on every machine or robot that has the share. */
const SHARED_FILE = /^(?:\/\/[^/]|https?:\/\/[^/])/;
const SHARE_HOST = /^\/\/([^/]{1,255})/;

/** Returns the server that a path names; undefined for a path of one machine. */
function fileHost(key: string): string | undefined {
  if (!SHARED_FILE.test(key)) return undefined;
  return SHARE_HOST.exec(key)?.[1] ?? hostOf(key);
}

const isShared = (channel: string): channel is Exclude<SharedChannel, 'automation'> =>
  channel === 'queue' || channel === 'asset' || channel === 'file';

/** Adds what a step puts into channels, and takes out of them. */
function addSteps(activity: Activity, workflow: Workflow, add: Add): void {
  for (const channel of rowsAt(workflow, activity).channels) {
    const { row } = channel;
    if (!isShared(row.channel) || !suits(activity, channel)) continue;
    const name = channelName(activity, row);
    if (name === undefined) continue;
    const host = row.channel === 'file' ? fileHost(name.key) : '';
    if (host === undefined) continue;
    const end = { kind: row.channel, key: name.key, name: name.text, host };
    // An item without data starts its reader, too.
    if (row.from !== undefined) add({ ...end, isWriter: true });
    if (row.to !== undefined) add({ ...end, isWriter: false });
  }
}

const GUID = /^\{?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\}?$/i;
const idKey = (text: string): string | undefined => GUID.exec(text.trim())?.[1]?.toLowerCase();

/** Returns the key by which automations of a platform name each other; undefined for a text that names none. */
const AUTOMATION_KEYS: Readonly<Record<Platform, (text: string) => string | undefined>> = {
  // A process is started by a name that only its server knows.
  uipath: () => undefined,
  'power-automate': idKey,
  'automation-anywhere': (text) => {
    const path = comparable(text);
    return path.startsWith('automation anywhere/') ? path : undefined;
  },
  'blue-prism': idKey,
};

/** Adds the automations of a file, and those that it starts in other files. */
function addAutomations(workflows: readonly Workflow[], add: Add): void {
  const own = new Set<string>();
  const started: Parameters<Add>[0][] = [];
  for (const workflow of workflows) {
    const { platform, kind, name, artifactKey } = workflow;
    const keyOf = AUTOMATION_KEYS[platform];
    const self = kind === 'blue-prism-object' ? undefined : keyOf(artifactKey);
    if (self !== undefined) {
      own.add(self);
      add({ kind: 'automation', key: self, name, host: '', isWriter: false });
    }
    for (const { call, activity } of callsToOthers(workflow)) {
      const key = call.target === undefined || activity.type === 'Action' ? undefined : keyOf(call.target);
      if (key !== undefined)
        started.push({ kind: 'automation', key, name: call.target!.trim(), host: '', isWriter: true });
    }
  }
  for (const end of started) if (!own.has(end.key)) add(end);
}

/** Returns the ends of the channels of a file, in parts that can run. */
export function channelsOf(workflows: readonly Workflow[]): readonly ChannelEnd[] {
  const ends = new Map<string, ChannelEnd>();
  const adder =
    (platform: Platform): Add =>
    (end) => {
      const { kind, key, name, isWriter } = end;
      if (key === '' || Math.max(key.length, name.length) > CHANNEL_LIMITS.charactersMax) return;
      const id = `${kind} ${isWriter} ${key}`;
      if (ends.has(id) || ends.size >= CHANNEL_LIMITS.endsMax) return;
      ends.set(id, { ...end, platform: kind === 'file' ? null : platform });
    };
  const [first] = workflows;
  if (first !== undefined) addAutomations(workflows, adder(first.platform));
  for (const workflow of workflows) {
    const add = adder(workflow.platform);
    for (const activity of workflow.activities) if (isLive(activity)) addSteps(activity, workflow, add);
  }
  return [...ends.values()];
}
