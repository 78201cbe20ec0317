/** Summary of a workflow: ways of data between what other files give it, and what it gives them or does harm with. */
import { FAMILIES, type Family, HELD } from '../../../model/data-flow/family.ts';
import type { DataEnd } from '../../../model/data-flow/flow.ts';
import type { FlowEdge, FlowEnd, FlowFacts, FlowVia } from '../../../model/data-flow/flow-facts.ts';
import type { FlowRules } from '../../../model/data-flow/flow-rules.ts';
import type { Anchor, Workflow } from '../../../model/workflow.ts';
import { dataFlowsOf } from '../data-flows.ts';
import { followedFamilies, sinkFamilies } from '../gate.ts';
import type { Arrival } from '../search/arrival.ts';
import type { Fact } from '../search/fact.ts';
import { limitOf, withinLimit } from '../search/limit.ts';
import { Propagation } from '../search/propagation.ts';
import { Seeds } from '../seeds.ts';
import { type FamilySet, familyBit } from '../tables/data-effect.ts';
import type { DataSource } from '../tables/data-source.ts';
import { barredAt } from '../tables/step-rows.ts';
import { pointOf, shownFacts, sourceSentence } from '../trace-of.ts';
import { wantedBy } from '../wanted.ts';
import { type Entry, type OpenEnds, openEndsOf, openEndsThat } from './ends.ts';

type Summary = FlowFacts<Anchor>;
type End = FlowEnd<Anchor>;

/** Maximum number of ways of one workflow: some large bots have more than 3,000. */
export const EDGES_MAX = 20_000;

/** Every input and result is a source of its own: so many searches of one workflow. */
const SEARCHES = 8;

/** Collects the ends and ways of one workflow, each once. */
class SummaryDraft {
  readonly ends: End[] = [];
  readonly vias: FlowVia<Anchor>[] = [];
  private readonly edges = new Map<string, FlowEdge>();
  private readonly endNumbers = new Map<unknown, number>();
  private readonly viaNumbers = new Map<Fact, number>();
  private readonly workflow: Workflow;
  isCut = false;

  constructor(workflow: Workflow) {
    this.workflow = workflow;
  }

  /** @param identity what is one end, however often it is met */
  end(identity: unknown, make: () => End): number {
    let number = this.endNumbers.get(identity);
    if (number === undefined) {
      number = this.ends.push(make()) - 1;
      this.endNumbers.set(identity, number);
    }
    return number;
  }

  private via(fact: Fact): number {
    let number = this.viaNumbers.get(fact);
    if (number === undefined) {
      number = this.vias.push(pointOf(this.workflow, fact)) - 1;
      this.viaNumbers.set(fact, number);
    }
    return number;
  }

  /** Adds a way; families that take the same one share it. */
  add(edge: Omit<FlowEdge, 'vias' | 'omitted'>, fact: Fact | undefined): void {
    const { from, to, families, marks, demands, path } = edge;
    const key = `${from} ${to} ${marks} ${demands.join('.')} ${path.join('.')}`;
    const known = this.edges.get(key);
    if (known !== undefined) {
      this.edges.set(key, { ...known, families: known.families | families });
      return;
    }
    if (this.edges.size === EDGES_MAX) {
      this.isCut = true;
      return;
    }
    const { shown, omitted } = shownFacts(this.workflow, fact);
    const vias = shown.map((one) => this.via(one));
    this.edges.set(key, { ...edge, vias, ...(omitted > 0 && { omitted }) });
  }

  summary(): Summary | undefined {
    if (this.edges.size === 0 && !this.isCut) return undefined;
    const { ends, vias } = this;
    return { ends, edges: [...this.edges.values()], vias, ...(this.isCut && { isCut: true }) };
  }
}

/** Summarises one workflow. */
class Summariser {
  private readonly sources: DataSource[] = [];
  private readonly entryOf = new Map<number, Entry>();
  private readonly draft: SummaryDraft;
  private readonly propagation: Propagation;
  private readonly workflow: Workflow;
  private readonly open: OpenEnds;
  private readonly flowRules: FlowRules;

  constructor(workflow: Workflow, open: OpenEnds, flowRules: FlowRules) {
    this.workflow = workflow;
    this.open = open;
    this.flowRules = flowRules;
    this.draft = new SummaryDraft(workflow);
    this.propagation = new Propagation({
      ...{ workflow, sources: this.sources, wanted: wantedBy(flowRules.follows), exits: open },
      spend: limitOf(workflow, SEARCHES),
    });
  }

  run(): Summary | undefined {
    const wanted = wantedBy(this.flowRules.follows);
    const seeded =
      this.open.exits.length === 0 ? undefined : followedFamilies(this.workflow, wanted, this.open);
    const sinks = seeded?.sinks ?? sinkFamilies(this.workflow, wanted);
    const given = this.open.entries.length === 0 ? 0 : sinks;
    if (((seeded?.sources ?? 0) & sinks) === 0 && given === 0) return undefined;
    const error = withinLimit(() => {
      if (seeded !== undefined && seeded.sources !== 0)
        new Seeds(this.workflow, this.sources, this.propagation, seeded.isFollowed).follow(seeded.places);
      if (given !== 0) this.enter(given);
      this.propagation.follow();
    });
    const late = withinLimit(() => {
      this.addDepartures();
      this.addArrivals();
    });
    if (error !== undefined || late !== undefined) this.draft.isCut = true;
    return this.draft.summary();
  }

  /** Lets data of some families in wherever other files may give it. */
  private enter(families: FamilySet): void {
    for (const entry of this.open.entries) {
      const { end, cell, writer, path } = entry;
      const step = this.workflow.activities[writer];
      const barred =
        step === undefined ? 0 : barredAt(this.workflow, step, end.at.name, this.propagation.own);
      if ((families & ~barred) === 0) continue;
      const given = {
        words: '',
        at: end.at,
        name: end.name,
        step: end.step,
        isEntry: true,
        more: 0,
      } as const;
      const source = this.sources.push(given) - 1;
      this.entryOf.set(source, entry);
      this.propagation.add({
        ...{ cell, writer, source, path, marks: HELD, demands: [] },
        families: families & ~barred,
        ...{ parent: undefined, how: 'source', readAt: -1, read: [] },
      });
    }
  }

  /** Returns the end at which a way begins. */
  private beginning(number: number): number {
    const entry = this.entryOf.get(number);
    if (entry !== undefined) return this.draft.end(entry, () => entry.end);
    const source = this.sources[number]!;
    return this.draft.end(source, () => {
      const { family, words, at, name, step, more } = source;
      const sentence = sourceSentence(source);
      return {
        kind: 'source',
        name,
        call: -1,
        page: -1,
        at,
        step,
        words,
        sentence,
        family: family!,
        ...(more > 0 && { more }),
      };
    });
  }

  private addDepartures(): void {
    for (const departure of this.propagation.arrivals.departures.values()) {
      const { source, exit, marks, demands, path, fact } = departure;
      const families = this.propagation.guards.untestedAt({ ...departure, kind: undefined });
      if (families === 0) continue;
      const end = this.open.exits[exit]!;
      const from = this.beginning(source);
      this.draft.add({ from, to: this.draft.end(end, () => end), families, marks, demands, path }, fact);
    }
  }

  private addArrivals(): void {
    const settled = this.settled();
    for (const arrival of this.propagation.arrivals.all) {
      if (this.sources[arrival.source]!.isEntry !== true) continue;
      const untested = this.propagation.guards.untestedAt(arrival);
      for (const family of FAMILIES)
        if ((untested & familyBit(family)) !== 0) this.addArrival(arrival, family, settled);
    }
  }

  private addArrival(arrival: Arrival, family: Family, settled: ReadonlySet<string>): void {
    const { source, kind, words, safe, marks, demands, activity: index, property, fact } = arrival;
    const activity = this.workflow.activities[index]!;
    const at = activity.properties[property]!;
    const to: DataEnd = { at, name: at.name, step: activity.name, words };
    const rules = this.flowRules.rules.filter(
      ({ follows }) => follows!.family === family && follows!.sinks.includes(kind),
    );
    const done = rules
      .filter(
        ({ id, follows }) =>
          settled.has(settledKey(id, to)) || follows!.isHarmless?.(to, this.workflow) === true,
      )
      .map(({ id }) => id);
    if (done.length === rules.length) return;
    const number = this.draft.end(`${index} ${property} ${kind} ${family}`, () => ({
      ...{ kind: 'sink', name: at.name, call: -1, page: -1, at, step: activity.name, words },
      ...{ sink: kind, safe },
      ...(done.length > 0 && { settled: done }),
    }));
    const families = familyBit(family);
    this.draft.add({ from: this.beginning(source), to: number, families, marks, demands, path: [] }, fact);
  }

  /** Returns what rules report in the file alone: the same place is not reported again for data from other files. */
  private settled(): ReadonlySet<string> {
    const found = new Set<string>();
    const { flows } = dataFlowsOf(this.workflow, this.flowRules.follows);
    const context = { workflow: this.workflow, options: {} };
    for (const rule of this.flowRules.rules) {
      const { id, follows } = rule;
      const own = flows.filter(
        ({ family, sink }) => follows!.family === family && follows!.sinks.includes(sink),
      );
      if (rule.level === 'dataFlows')
        for (const { at } of rule.check(own, context)) found.add(settledKey(id, { at, name: nameOf(at) }));
      else
        for (const flow of own) {
          const key = settledKey(id, flow.to);
          if (!found.has(key) && [...rule.check(flow, context)].length > 0) found.add(key);
        }
    }
    return found;
  }
}

/** Returns the name of a setting. */
const nameOf = (at: Anchor): string => ('name' in at ? String(at.name) : '');

const settledKey = (id: string, { at, name }: Pick<DataEnd, 'at' | 'name'>): string =>
  `${id} ${at.owner} ${at.at} ${name}`;

/**
 * Summarises a workflow for the files around it; undefined where no data has a way between two of its ends.
 * @param meet returns whether an end may lead to another file or come from one; absent: the other files are not known
 */
export function flowSummary(
  workflow: Workflow,
  flowRules: FlowRules,
  meet?: (end: End) => boolean,
): Summary | undefined {
  if (flowRules.rules.length === 0) return undefined;
  const all = openEndsOf(workflow);
  const open = meet === undefined ? all : openEndsThat(meet, all);
  if (open.entries.length === 0 && open.exits.length === 0) return undefined;
  return new Summariser(workflow, open, flowRules).run();
}
