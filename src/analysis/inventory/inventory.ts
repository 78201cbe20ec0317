/** Inventory of a workflow: what it touches, by name alone, never a value that could be secret. */
import { hostOf } from '../custom-rules/text-functions.ts';
import type { Inventory, InventoryKind } from '../model/measures/inventory.ts';
import { isLive, literalOf } from '../model/navigate.ts';
import type { Activity, Property, Workflow } from '../model/workflow.ts';
import { builtInConnector } from '../patterns/power-automate/used-connectors.ts';

/** Limits of an inventory. */
export const INVENTORY_LIMITS = {
  /** Longest name. */
  charactersMax: 200,
  /** Names of a file; further ones are left out. */
  entriesMax: 2_000,
} as const;

/** Kinds whose names mean the same in any case; they are stored in lower case. */
const CASELESS: ReadonlySet<InventoryKind> = new Set(['connector', 'host', 'mail_domain', 'application']);

/** Returns the key of a name in an inventory. */
export function inventoryKey(kind: InventoryKind, name: string): string {
  const cut = name.trim().slice(0, INVENTORY_LIMITS.charactersMax);
  return `${kind}:${CASELESS.has(kind) ? cut.toLowerCase() : cut}`;
}

/** Settings whose fixed text names something, by the last part of their name in lower case. */
const NAMING: Readonly<Record<string, InventoryKind>> = {
  url: 'host',
  uri: 'host',
  endpoint: 'host',
  address: 'host',
  baseurl: 'host',
  lockername: 'locker',
  assetname: 'asset',
  queuename: 'queue',
  'queue name': 'queue',
  'credentials name': 'asset',
  queuetype: 'queue',
  processname: 'application',
  filepath: 'application',
  connector: 'connector',
};

/** Settings with addresses of recipients, as files of all vendors name them. */
const RECIPIENT = /(?:^|[/. ])(?:to|sendto|mailto|cc|bcc|recipients?|torecipients|assignedto)$/i;
/** Domains of mail addresses in a text. */
const DOMAINS = /[\w.+-]@([\w-]{1,100}(?:\.[\w-]{1,100}){1,5})/g;
/** Names of programs alone: paths may hold names of people. */
const PROGRAM = /\.(?:exe|bat|cmd|msi|lnk|jar)$/i;
const PACKAGE_SETTING = 'packages.';

function baseName(path: string): string {
  const plain = path.trim().replaceAll('\\', '/');
  return plain.slice(plain.lastIndexOf('/') + 1);
}

function* namesIn(kind: InventoryKind, text: string): Generator<string> {
  if (kind === 'host') {
    const host = hostOf(text);
    if (host !== '') yield host;
  } else if (kind === 'mail_domain') {
    for (const [, domain] of text.matchAll(DOMAINS)) yield domain!;
  } else if (kind === 'application') {
    const name = baseName(text);
    if (PROGRAM.test(name) || !/[\\/]/.test(text)) yield name;
  } else if (kind === 'connector') yield text.replace(/^.*\/apis\//i, '');
  else yield text;
}

/** Kinds by the whole name of a setting: names recur from file to file. */
const kinds = new Map<string, InventoryKind | null>();
const KINDS_MAX = 10_000;

/** Returns the kind of thing that a setting names; null: none. */
function kindOf({ name }: Property): InventoryKind | null {
  const known = kinds.get(name);
  if (known !== undefined) return known;
  const kind = kindByLeaf(name);
  if (kinds.size >= KINDS_MAX) kinds.clear();
  kinds.set(name, kind);
  return kind;
}

function kindByLeaf(name: string): InventoryKind | null {
  if (RECIPIENT.test(name)) return 'mail_domain';
  const end = Math.max(name.lastIndexOf('.'), name.lastIndexOf('/'));
  const leaf = name.slice(end + 1).toLowerCase();
  return Object.hasOwn(NAMING, leaf) ? NAMING[leaf]! : null;
}

type Add = (kind: InventoryKind, name: string) => void;

function addActivity({ type, properties }: Activity, add: Add): void {
  add('activity_type', type);
  let connector = builtInConnector(type) ?? '';
  if (connector !== '') add('connector', connector);
  for (const property of properties) {
    const kind = kindOf(property);
    const isOperation = property.name === 'operation';
    if (kind === null && !isOperation) continue;
    // An address may be fixed up to a parameter in its path, and a locker is chosen by its name alone.
    const isReadAnyway = kind === 'host' || kind === 'locker';
    const text = literalOf(property) ?? (isReadAnyway ? property.text : undefined);
    if (text === undefined || text === '') continue;
    if (isOperation) add('operation', connector === '' ? text : `${connector}/${text}`);
    else
      for (const name of namesIn(kind!, text)) {
        add(kind!, name);
        if (kind === 'connector') connector = name.toLowerCase();
      }
  }
}

/** Parts of a release of Blue Prism → what they are to the workflows that use them. */
const RELEASED: ReadonlyMap<string, InventoryKind> = new Map<string, InventoryKind>([
  ['work-queue', 'queue'],
  ['credential', 'asset'],
]);

/** Adds what a release brings along: its queues, credentials and environment variables, and the hosts in these. */
function addRelease({ activities, variables }: Workflow, add: Add): void {
  for (const { type, name } of activities) {
    const kind = RELEASED.get(type);
    if (kind !== undefined) add(kind, name);
  }
  for (const { name, default: value, secure } of variables) {
    add('asset', name);
    const text = value === undefined || secure ? undefined : literalOf(value);
    if (text?.includes('://')) for (const host of namesIn('host', text)) add('host', host);
  }
}

/** A package is found by its name alone, and with a version. */
function addPackage(name: string, version: string, add: Add): void {
  add('package', name);
  if (version !== '') add('package', `${name} ${version}`);
}

/** Returns what the workflows of a file touch, in parts that can run. */
export function inventoryOf(workflows: readonly Workflow[]): Inventory {
  const counts = new Map<string, number>();
  const add: Add = (kind, name) => {
    if (name.trim() === '') return;
    const key = inventoryKey(kind, name);
    const known = counts.get(key);
    if (known === undefined && counts.size >= INVENTORY_LIMITS.entriesMax) return;
    counts.set(key, (known ?? 0) + 1);
  };
  for (const workflow of workflows) {
    const { activities, calls, connections, references, settings } = workflow;
    if (workflow.kind === 'blue-prism-release') addRelease(workflow, add);
    for (const activity of activities) if (isLive(activity)) addActivity(activity, add);
    for (const { target } of calls) if (target !== undefined) add('call', baseName(target));
    for (const { connector } of connections)
      for (const name of namesIn('connector', connector)) add('connector', name);
    for (const { kind, target, detail } of references)
      if (kind === 'dependency') addPackage(target, detail, add);
    for (const [name, version] of settings)
      if (name.startsWith(PACKAGE_SETTING)) addPackage(name.slice(PACKAGE_SETTING.length), version, add);
  }
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}
