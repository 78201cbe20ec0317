/** Keys by which the workflows of different projects name the same channel. */
import { comparable } from '../../text/comparable-path.ts';
import { hostOf } from '../custom-rules/text-functions.ts';
import type { SharedChannel } from '../model/measures/channel-end.ts';
import { isLive, literalOf } from '../model/navigate.ts';
import type { Platform } from '../model/platform.ts';
import type { Call, Workflow } from '../model/workflow.ts';
import type { LiveCall } from '../semantics/data-flow/across/call-settings.ts';
import { requestedFlow } from '../semantics/data-flow/across/channel-name.ts';
import { isRequestAddress } from '../semantics/request-address.ts';

/** Paths that name the same file on every machine or robot that has the share. */
const SHARED_FILE = /^(?:\/\/[^/]|https?:\/\/[^/])/;
const SHARE_HOST = /^\/\/([^/]{1,255})/;

/** Returns the server that a path names; undefined for a path of one machine. */
export function fileHost(key: string): string | undefined {
  if (!SHARED_FILE.test(key)) return undefined;
  return SHARE_HOST.exec(key)?.[1] ?? hostOf(key);
}

/** Returns whether other projects may use a channel of this kind. */
export const isShared = (channel: string): channel is Exclude<SharedChannel, 'automation'> =>
  channel === 'queue' || channel === 'asset' || channel === 'file';

/** A workflow of the same project, by its path. */
const OF_FILE = /[\\/]|\.(?:xaml|cs)$/;

const GUID = /^\{?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\}?$/i;
const idKey = (text: string): string | undefined => GUID.exec(text.trim())?.[1]?.toLowerCase();

/** Returns the key by which automations of a platform name each other; undefined for a text that names none. */
const AUTOMATION_KEYS: Readonly<Record<Platform, (text: string) => string | undefined>> = {
  uipath: (text) => {
    const name = text.trim().toLowerCase();
    return name === '' || OF_FILE.test(name) ? undefined : name;
  },
  'power-automate': idKey,
  'automation-anywhere': (text) => {
    const path = comparable(text);
    return path.startsWith('automation anywhere/') ? path : undefined;
  },
  'blue-prism': idKey,
};

/** Returns the key by which other files start a workflow; undefined where none can. */
export function ownKey({ kind, platform, artifactKey, name }: Workflow): string | undefined {
  if (kind === 'blue-prism-object') return undefined;
  // Orchestrator starts what the package has, by the name of the project unless a person changes it.
  if (platform === 'uipath') return kind === 'uipath-project' ? AUTOMATION_KEYS.uipath(name) : undefined;
  return AUTOMATION_KEYS[platform](artifactKey);
}

/** Returns the key of the automation that a call starts. Actions of objects are no automations. */
export const startedKey = (
  { platform }: Workflow,
  { call, activity }: { readonly call: Call; readonly activity: LiveCall['activity'] },
): string | undefined =>
  call.target === undefined || activity.type === 'Action'
    ? undefined
    : AUTOMATION_KEYS[platform](call.target);

/** Yields the keys of the cloud flows that a workflow starts by requests to their addresses. */
export function* requestedFlows({ activities }: Workflow): Generator<string> {
  for (const activity of activities) {
    if (!isLive(activity)) continue;
    for (const setting of activity.properties) {
      if (setting.direction === 'out' || !isRequestAddress(setting.name)) continue;
      const id = requestedFlow(literalOf(setting) ?? '');
      if (id !== undefined) yield id;
    }
  }
}
