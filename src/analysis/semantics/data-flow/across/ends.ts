/** Ends of a workflow: places where data comes in from other files, and where it leaves for them. */
import { type ChannelRow, OUTPUT } from '../../../facts/data-flow/row.ts';
import type { FlowEnd } from '../../../model/data-flow/flow-facts.ts';
import { derived } from '../../../model/interning/derived.ts';
import { isLive } from '../../../model/navigate.ts';
import type { Activity, Anchor, Workflow } from '../../../model/workflow.ts';
import { cellsOf } from '../../cells/cells.ts';
import { BY_STEP } from '../../cells/uses.ts';
import { pagesOf } from '../../flow/pages.ts';
import type { Exits } from '../search/incoming.ts';
import { AT_START } from '../search/reach.ts';
import { writesAt } from '../search/writes-at.ts';
import { isGivenByCaller } from '../tables/data-source.ts';
import { rowsAt, suits } from '../tables/step-rows.ts';
import { callSettings, callsToOthers } from './call-settings.ts';
import { channelName, flowChannel } from './channel-name.ts';

type End = FlowEnd<Anchor>;

/** Data from another file, and the cell that gets it. */
export interface Entry {
  readonly end: End;
  readonly cell: number;
  readonly writer: number;
  /** Members of the cell that get it. */
  readonly path: readonly string[];
}

/** Ends of a workflow that other files see. */
export interface OpenEnds extends Exits {
  readonly entries: readonly Entry[];
  /** By index of an exit. */
  readonly exits: readonly End[];
}

/** Matches names of arguments: in no designer do two differ in letter case alone. */
const keyOf = (name: string): string => name.trim().toLowerCase();

const NO_EXITS: readonly number[] = [];
const WHOLE: readonly string[] = [];
/** Words for what starts a flow. */
const REQUEST = 'request';
const RESPONSE_FIELD = /^inputs\.body\.([^.]+)/;

/** Returns the channel of a step, for matching and for sentences; undefined where the run decides it. */
function channelOf(activity: Activity, row: ChannelRow): Pick<End, 'name' | 'words'> | undefined {
  const { channel } = row;
  const name = channelName(activity, row);
  if (name === undefined) return undefined;
  if (channel === 'flow') return { name: flowChannel(name.key), words: REQUEST };
  if (name.text === '') return { name: channel, words: channel };
  return { name: `${channel}:${name.key}`, words: `${channel} "${name.text}"` };
}

/** Returns the members of the item of a channel that a setting becomes; undefined for all of it. */
function prefixOf(
  name: string,
  { channel, members, member, below, isText }: ChannelRow,
): readonly string[] | undefined {
  if ((members ?? member) === undefined) return undefined;
  if (isText === true) return members;
  const last = member ?? keyOf(name.slice(below?.length ?? name.indexOf('.') + 1));
  // A body may have members of members, or be one value.
  const lasts = channel === 'flow' ? last.split('.').filter((part) => part !== '') : [last];
  return [...(members ?? []), ...lasts];
}

/** Collects the ends of one workflow. */
class EndCollector implements OpenEnds {
  readonly entries: Entry[] = [];
  readonly exits: End[] = [];
  readonly atEnd = new Map<number, number>();
  private readonly workflow: Workflow;
  private readonly byPlace = new Map<string, number[]>();
  private readonly texts = new Set<number>();

  constructor(workflow: Workflow) {
    this.workflow = workflow;
  }

  at(activity: number, property: number): readonly number[] {
    return this.byPlace.get(`${activity} ${property}`) ?? NO_EXITS;
  }

  isText(exit: number): boolean {
    return this.texts.has(exit);
  }

  collect(): void {
    for (const live of callsToOthers(this.workflow)) {
      const { activity, index: call } = live;
      const got = new Map<number, string>();
      for (const { property, binding } of callSettings(live)) {
        const name = keyOf(binding.name);
        if (binding.direction !== 'in') got.set(property, name);
        if (binding.direction !== 'out')
          this.leaveAt(activity, property, { kind: 'call-in', name, call, page: -1 });
      }
      this.addResults(activity, call, got);
    }
    for (const activity of this.workflow.activities) if (isLive(activity)) this.addChannels(activity);
    if (this.workflow.language === 'blue-prism') this.addPages();
    else if (this.workflow.language === 'workflow-definition') this.addCloudFlow();
    else this.addArguments();
  }

  private leaveAt(
    activity: Activity,
    property: number,
    end: Pick<End, 'kind' | 'name' | 'call' | 'page' | 'words' | 'prefix'>,
    isText = false,
  ): void {
    const at = activity.properties[property]!;
    const exit = this.exits.push({ ...end, at, step: activity.name }) - 1;
    if (isText) this.texts.add(exit);
    const place = `${activity.index} ${property}`;
    const known = this.byPlace.get(place);
    if (known === undefined) this.byPlace.set(place, [exit]);
    else known.push(exit);
  }

  /** Adds what a step puts into channels, and takes out of them. */
  private addChannels(activity: Activity): void {
    const { channels } = rowsAt(this.workflow, activity);
    for (const channel of channels) {
      const name = suits(activity, channel) ? channelOf(activity, channel.row) : undefined;
      if (name === undefined) continue;
      const end = { ...name, call: -1, page: -1 };
      if (channel.row.from !== undefined)
        for (const [property, { name: own }] of activity.properties.entries())
          if (channel.isProperty(own)) {
            const prefix = prefixOf(own, channel.row);
            const out = { ...end, kind: 'channel-out', ...(prefix && { prefix }) } as const;
            this.leaveAt(activity, property, out, channel.row.isText);
          }
      if (channel.row.to === undefined) continue;
      for (const { cell, property, path } of writesAt(this.workflow, activity)) {
        const setting = activity.properties[property];
        if (!channel.isTarget(setting?.name ?? OUTPUT)) continue;
        const at = setting ?? activity;
        const given = { ...end, kind: 'channel-in', at, step: activity.name } as const;
        this.entries.push({ end: given, cell, writer: activity.index, path });
      }
    }
  }

  /** Adds what a call gets back. */
  private addResults(activity: Activity, call: number, names: ReadonlyMap<number, string>): void {
    const { language } = this.workflow;
    for (const { cell, property, path } of writesAt(this.workflow, activity)) {
      const writer = activity.index;
      const base = { kind: 'call-out', call, page: -1, at: activity, step: activity.name } as const;
      if (property === BY_STEP && language === 'workflow-definition') {
        const end = { ...base, name: '*', prefix: ['body'] };
        this.entries.push({ end, cell, writer, path: WHOLE });
      }
      const name = names.get(property);
      if (name !== undefined)
        this.entries.push({ end: { ...base, name, at: activity.properties[property]! }, cell, writer, path });
    }
  }

  private addArguments(): void {
    const cells = cellsOf(this.workflow);
    for (const argument of this.workflow.arguments) {
      const cell = cells.ofSymbol(argument);
      if (cell === -1 || argument.owner !== -1) continue;
      const end = { name: keyOf(argument.name), call: -1, page: -1, at: argument, step: '' };
      if (isGivenByCaller(argument))
        this.entries.push({ end: { ...end, kind: 'in' }, cell, writer: AT_START, path: WHOLE });
      if (argument.direction !== 'in') this.atEnd.set(cell, this.exits.push({ ...end, kind: 'out' }) - 1);
    }
  }

  /** Adds the inputs and outputs of the pages of a process or object, as their stages name them. */
  private addPages(): void {
    const { activities, kind } = this.workflow;
    const isObject = kind === 'blue-prism-object';
    const pages = pagesOf(this.workflow);
    for (const activity of activities) {
      if (!isLive(activity) || (activity.type !== 'Start' && activity.type !== 'End')) continue;
      const page = pages[activity.index]!;
      const isMain = !isObject && hasSetting(activities[page], 'type', 'Main');
      // No other file calls the further pages of a process, or actions that are not published.
      if (!isMain && !(isObject && hasSetting(activities[page], 'published', 'true'))) continue;
      const place = { call: -1, page: isMain ? -1 : page };
      const nameAt = (property: number): string =>
        keyOf(activity.properties[property]!.name.replace(/^(?:in|out)puts\./, ''));
      if (activity.type === 'Start')
        for (const { cell, property, path } of writesAt(this.workflow, activity)) {
          if (property === BY_STEP) continue;
          const at = activity.properties[property]!;
          const end = { kind: 'in', name: nameAt(property), at, step: activity.name, ...place } as const;
          this.entries.push({ end, cell, writer: activity.index, path });
        }
      else
        for (const [property, { direction, name }] of activity.properties.entries())
          if (direction === 'in' && name.startsWith('outputs.'))
            this.leaveAt(activity, property, { kind: 'out', name: nameAt(property), ...place });
    }
  }

  /** Adds the fields of the trigger and of the answers to a caller. */
  private addCloudFlow(): void {
    const { activities } = this.workflow;
    const trigger = activities.find(({ role }) => role === 'trigger');
    const cell = cellsOf(this.workflow).of('trigger', -1);
    if (trigger !== undefined && cell !== -1) {
      const place = { call: -1, page: -1, at: trigger, step: trigger.name } as const;
      const entry = { cell, writer: AT_START, path: WHOLE } as const;
      if (this.workflow.arguments.some(isInput))
        this.entries.push({ ...entry, end: { ...place, kind: 'in', name: '*', prefix: ['body'] } });
      const { artifactKey } = this.workflow;
      if (startsByRequest(trigger) && FLOW_ID.test(artifactKey)) {
        const name = flowChannel(artifactKey.toLowerCase());
        this.entries.push({ ...entry, end: { ...place, kind: 'channel-in', name, words: REQUEST } });
      }
    }
    for (const activity of activities) {
      if (activity.type !== 'Response' || !isLive(activity)) continue;
      for (const [property, { name }] of activity.properties.entries()) {
        const field = RESPONSE_FIELD.exec(name)?.[1];
        if (field !== undefined)
          this.leaveAt(activity, property, { kind: 'out', name: keyOf(field), call: -1, page: -1 });
      }
    }
  }
}

const hasSetting = (activity: Activity | undefined, setting: string, value: string): boolean =>
  activity?.properties.some(({ name, text }) => name === setting && text === value) === true;

const FLOW_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const startsByRequest = ({ type, properties }: Activity): boolean =>
  type === 'Request' && !properties.some(({ name, text }) => name === 'kind' && !/^http$/i.test(text));

const isInput = ({ key }: { readonly key: string }): boolean => key.startsWith('input:');

/** Returns the ends of a workflow that other files see. */
export const openEndsOf = derived((workflow: Workflow): OpenEnds => {
  const collector = new EndCollector(workflow);
  collector.collect();
  return collector;
});

/** Leaves out ends that no other end leads to or comes from; indexes of exits stay. */
export function openEndsThat(meet: (end: End) => boolean, open: OpenEnds): OpenEnds {
  const meets = open.exits.map(meet);
  return {
    entries: open.entries.filter(({ end }) => meet(end)),
    exits: meets.includes(true) ? open.exits : [],
    at: (activity, property) => open.at(activity, property).filter((exit) => meets[exit]),
    isText: (exit) => open.isText(exit),
    atEnd: new Map([...open.atEnd].filter(([, exit]) => meets[exit])),
  };
}
