/** Secret and personal data at the ends of the channels of a workflow: what it puts in, and what it lets out of them. */
import { FAMILIES, type Family, MARK } from '../model/data-flow/family.ts';
import type { DataEnd, SinkKind } from '../model/data-flow/flow.ts';
import type { FlowEdge, FlowEnd } from '../model/data-flow/flow-facts.ts';
import type { FlowRules } from '../model/data-flow/flow-rules.ts';
import type { ChannelEnd } from '../model/measures/channel-end.ts';
import type { Anchor, Workflow } from '../model/workflow.ts';
import { callsToOthers } from '../semantics/data-flow/across/call-settings.ts';
import { flowSummary } from '../semantics/data-flow/across/summary.ts';
import { fileHost, isShared, ownKey, startedKey } from './channel-keys.ts';

/** Places where data of a family leaves the people who work with it: logs, and what is sent. */
const SINKS: Readonly<Partial<Record<Family, readonly SinkKind[]>>> = {
  secret: ['log', 'run-history', 'stage-log', 'url', 'mail', 'chat', 'ticket'],
  // The run history of a cloud flow has all data by its nature.
  personal: ['log', 'stage-log', 'mail', 'chat', 'ticket', 'prompt'],
};

/** Follows both families; what a file does with data of its own is settled there. */
const FOLLOWED: FlowRules = {
  rules: Object.entries(SINKS).map(([family, sinks]) => ({
    id: family,
    level: 'dataFlow',
    follows: { family: family as Family, sinks },
    check: ({ to: { at } }) => [{ at, message: '' }],
  })),
  follows: Object.entries(SINKS).map(([family, sinks]) => ({ family: family as Family, sinks })),
};

/** Longest name of a place; data below a longer one is left out. */
const PLACE_MAX = 200;

type End = FlowEnd<Anchor>;
type ChannelKey = Pick<ChannelEnd, 'kind' | 'key'>;

/** Data of a family that a workflow puts into a channel. */
export interface WrittenData extends ChannelKey {
  readonly family: Family;
  readonly places: readonly string[];
}

/** A place where data of a family gets out that a workflow takes out of a channel. */
export interface ReadData extends ChannelKey {
  readonly family: Family;
  /** A writer with one of these places puts such data in. */
  readonly wanted: readonly string[];
  readonly sink: SinkKind;
  readonly to: DataEnd;
}

/** Data at the ends of the channels of a workflow. */
export interface ChannelFlows {
  readonly written: readonly WrittenData[];
  readonly read: readonly ReadData[];
}

const nameOf = (members: readonly string[]): string => members.join('.');
const within = (family: Family, members: readonly string[]): string => `${family}:${nameOf(members)}`;
const whole = (family: Family, members: readonly string[]): string => `${family}=${nameOf(members)}`;

/** Returns a member and all that contain it, the channel itself included. */
const above = (members: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: members.length + 1 }, (_, length) => members.slice(0, length));

/** Names a place that holds data: as itself, and as a part of all that contain it. */
const writtenPlaces = (family: Family, members: readonly string[]): readonly string[] => [
  ...above(members).map((part) => within(family, part)),
  whole(family, members),
];

/** Names the places that give data to a reader of a member: a part of it, it, or all that contain it. */
const wantedPlaces = (family: Family, members: readonly string[]): readonly string[] => [
  within(family, members),
  ...above(members).map((part) => whole(family, part)),
];

const NO_MEMBERS: readonly string[] = [];
const NOTHING: ChannelFlows = { written: [], read: [] };

/** Finds the channels of a workflow's ends. */
class Channels {
  private readonly self: ChannelKey | undefined;
  private readonly started = new Map<number, ChannelKey>();

  constructor(workflow: Workflow) {
    const own = ownKey(workflow);
    this.self = own === undefined ? undefined : { kind: 'automation', key: own };
    for (const call of callsToOthers(workflow)) {
      const key = startedKey(workflow, call);
      if (key !== undefined) this.started.set(call.index, { kind: 'automation', key });
    }
  }

  of({ kind, name, call, page }: Pick<End, 'kind' | 'name' | 'call' | 'page'>): ChannelKey | undefined {
    if (kind === 'in') return page === -1 ? this.self : undefined;
    if (kind === 'call-in') return this.started.get(call);
    if (kind !== 'channel-in' && kind !== 'channel-out') return undefined;
    const at = name.indexOf(':');
    const channel = name.slice(0, at);
    const key = name.slice(at + 1);
    if (channel === 'flow') return { kind: 'automation', key };
    if (at === -1 || !isShared(channel) || (channel === 'file' && fileHost(key) === undefined))
      return undefined;
    return { kind: channel, key };
  }
}

/** Returns where in its channel a way puts data: the name of an argument is a member of what is started. */
function writtenMembers({ kind, name, prefix = NO_MEMBERS }: End, { path }: FlowEdge): readonly string[] {
  const members = [...prefix, ...path];
  if (isRequest(name)) return members.slice(1);
  return kind === 'call-in' ? [name, ...path] : members;
}

/** Returns whether an end is a request that starts a flow, whose inputs are members of the body. */
const isRequest = (name: string): boolean => name.startsWith('flow:');

/** Returns which member of its channel a way takes. */
function readMembers({ kind, name, prefix = NO_MEMBERS }: End, { demands }: FlowEdge): readonly string[] {
  if (isRequest(name)) return demands.slice(1);
  if (kind !== 'in') return demands;
  return name === '*' ? demands.slice(prefix.length) : [name, ...demands];
}

const isLong = (places: readonly string[]): boolean => places.some(({ length }) => length > PLACE_MAX);

/** Returns the secret and personal data at the ends of the channels of a workflow that lead to other projects. */
export function channelFlows(workflow: Workflow): ChannelFlows {
  const channels = new Channels(workflow);
  const facts = flowSummary(workflow, FOLLOWED, (end) => channels.of(end) !== undefined);
  if (facts === undefined) return NOTHING;
  const written: WrittenData[] = [];
  const read: ReadData[] = [];
  for (const edge of facts.edges) {
    const [from, to] = [facts.ends[edge.from]!, facts.ends[edge.to]!];
    // What is sealed shows nothing, and what is not certain is not followed out of the file.
    if ((edge.marks & (MARK.sealed | MARK.possible | (to.safe ?? 0))) !== 0) continue;
    for (const [bit, family] of FAMILIES.entries()) {
      if ((edge.families & (1 << bit)) === 0) continue;
      const channel = channels.of(from.kind === 'source' ? to : from);
      if (channel === undefined) continue;
      if (from.kind === 'source') {
        const places = writtenPlaces(family, writtenMembers(to, edge));
        if (from.family === family && !isLong(places)) written.push({ ...channel, family, places });
      } else if (to.kind === 'sink') {
        // Headers of a request are none of its inputs.
        if (isRequest(from.name) && (edge.demands[0] ?? 'body') !== 'body') continue;
        const wanted = wantedPlaces(family, readMembers(from, edge));
        const { at, name, step, words = '' } = to;
        if (!isLong(wanted))
          read.push({ ...channel, family, wanted, sink: to.sink!, to: { at, name, step, words } });
      }
    }
  }
  return { written, read };
}
