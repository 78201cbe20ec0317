/**
 * Actions whose effect starts their own flow again, where no table says so: a message into the watched channel, a file
 * into the watched folder, a request to the watched list, a change of the very item that has started the run.
 */
import { literalOf, propertyOf } from '../../model/navigate.ts';
import type { Activity } from '../../model/workflow.ts';
import { connectorName, effectOf, methodOf, operationName } from './flow-operation.ts';
import { watchedEvents } from './flow-table.ts';

const PLACE = 'inputs.parameters.';
const settingOf = (activity: Activity, name: string): string | undefined =>
  propertyOf(activity, PLACE + name)?.text.toLowerCase();

/** Settings of a channel in a trigger, and in the actions that post as the owner of the connection. */
const TEAM = ['groupid', 'channelid'] as const;

/** A bot and a reply do not start the trigger for new messages of a channel. */
function isIntoChannel(trigger: Activity, action: Activity): boolean {
  if (operationName(trigger) !== 'onnewchannelmessage' || connectorName(action) !== 'teams') return false;
  if (!/^post(?:messagetoconversation|messagetochannel|channelmessage)/.test(operationName(action)))
    return false;
  const poster = settingOf(action, 'poster');
  if (poster !== undefined && poster !== 'user') return false;
  const own = new Map(
    action.properties.map(({ name, text }) => [name.slice(name.lastIndexOf('/') + 1).toLowerCase(), text]),
  );
  return TEAM.every((name) => {
    const watched = trigger.properties.find((each) => each.name.toLowerCase() === PLACE + name)?.text;
    return watched !== undefined && (own.get(name) ?? own.get(PLACE + name)) === watched;
  });
}

const DECODINGS_MAX = 3;

/** Returns a folder as people write it; triggers encode it several times: `%252fIn` is `/In`. */
function folderOf(text: string | undefined): string | undefined {
  let folder = text ?? '';
  for (let round = 0; round < DECODINGS_MAX && folder.includes('%'); round += 1)
    try {
      folder = decodeURIComponent(folder);
    } catch {
      return undefined;
    }
  const path = folder.replaceAll('+', ' ').replace(/^\/|\/$/g, '');
  return path === '' ? undefined : path.toLowerCase();
}

/** Triggers for files of one folder: of SharePoint, OneDrive and the connectors of other stores. */
const NEW_FILE = /^(?:geton(?:new|updated)file|on(?:new|updated)file)/;

function isIntoFolder(trigger: Activity, action: Activity): boolean {
  if (!NEW_FILE.test(operationName(trigger)) || !/^createfile/.test(operationName(action))) return false;
  if (settingOf(trigger, 'dataset') !== settingOf(action, 'dataset')) return false;
  const watched = folderOf(settingOf(trigger, 'folderPath') ?? settingOf(trigger, 'folderId'));
  const target = propertyOf(action, `${PLACE}folderPath`);
  return watched !== undefined && folderOf(literalOf(target)) === watched;
}

/** A value of the trigger as it is. */
const OF_TRIGGER = /^\{?trigger(?:outputs|body)\(\)(?:\?{0,1}\[['"][^'"\]]{1,80}['"]\]){1,4}\}?$/i;
/** The settings that choose the item, in the connectors. */
const ID = /^inputs\.parameters\.(?:\w{1,30}\/)?\w{0,20}id$/i;
const OWN_ITEM = /items\(@?\{?trigger(?:outputs|body)\(\)\?*\[['"](?:body\/)?id['"]\]/;

/** Requests to SharePoint that change an item say so in a header, or by their method. */
function isRequestToList(trigger: Activity, action: Activity): boolean {
  if (connectorName(action) !== 'sharepointonline' || operationName(action) !== 'httprequest') return false;
  const uri = settingOf(action, 'parameters/uri') ?? '';
  const table = settingOf(trigger, 'table');
  if (table === undefined || settingOf(trigger, 'dataset') !== settingOf(action, 'dataset')) return false;
  if (!watchedEvents(trigger, operationName(trigger)).includes('update') || !uri.includes('/items('))
    return false;
  const header = action.properties.find(({ name }) => /x-http-method$/i.test(name))?.text.toLowerCase();
  const isChange = header === 'merge' || /^(?:patch|merge)$/.test(methodOf(action) ?? '');
  return isChange && (OWN_ITEM.test(uri) || uri.includes(`'${table}'`));
}

/** Triggers that start on every change of an item; others wait for one kind of change, as for an assignment. */
const ON_CHANGE = /(?:updated|modified|changed)/;

function isOwnItem(trigger: Activity, action: Activity): boolean {
  if (connectorName(trigger) === '' || connectorName(trigger) !== connectorName(action)) return false;
  // Tables are compared by name, and their columns are looked at.
  if (!ON_CHANGE.test(operationName(trigger)) || settingOf(trigger, 'table') !== undefined) return false;
  if (effectOf(action) !== 'write' || !/^(?:update|patch|edit|modify)/.test(operationName(action)))
    return false;
  return action.properties.some(({ name, text }) => ID.test(name) && OF_TRIGGER.test(text.replace(/^@/, '')));
}

/** Returns what an action does that its trigger waits for, as the middle of a sentence; undefined for all others. */
export function echoOf(trigger: Activity, action: Activity): string | undefined {
  if (isIntoChannel(trigger, action)) return 'posts into the channel';
  if (isIntoFolder(trigger, action)) return 'saves a file into the folder';
  if (isRequestToList(trigger, action)) return 'changes an item of the list';
  return isOwnItem(trigger, action) ? 'changes the item' : undefined;
}

/** Returns whether a flow waits for rows of the table that gets one for each run of any flow. */
export function watchesRuns(trigger: Activity): boolean {
  return /^flowruns?$/.test(settingOf(trigger, 'subscriptionRequest/entityname') ?? '');
}
