/**
 * Numbers of deliveries by lane, host and organisation in a process. The share of each shrinks with what is left for all:
 * receivers that do not answer leave something for the next one, and so do the webhooks of one host and the addresses of
 * one organisation.
 */

/** Keys by which a delivery is counted. */
export interface CountedDelivery {
  readonly lane: string;
  readonly host: string;
  readonly orgId: string;
}

/** The most that there may be. */
export interface TallyLimits {
  readonly max: number;
  readonly perLaneMax: number;
  readonly perHostMax: number;
  readonly perOrganisationMax: number;
}

export interface DeliveryTally {
  /** Returns the number of further deliveries that fit. */
  free(): number;
  /** Returns the number that a lane may have at the moment. */
  perLaneMax(): number;
  /** Counts a delivery, unless its lane, its host or its organisation has as many as it may. */
  admit(delivery: CountedDelivery): boolean;
  release(delivery: CountedDelivery): void;
  /** Returns the number of each lane; those with none are missing. */
  countsByLane(): ReadonlyMap<string, number>;
  /** Organisations that can have no more. */
  busyOrgIds(): readonly string[];
}

/** Shares of what is left: of a lane, of a host. An organisation may have as much as it leaves. */
const LANE_PART = 1 / 8;
const HOST_PART = 1 / 2;
const ORGANISATION_PART = 1;

/** Makes an empty one. */
export function createTally(limits: TallyLimits): DeliveryTally {
  let free = limits.max;
  const share = (most: number, part: number) => createShare(() => Math.min(most, Math.ceil(free * part)));
  const lanes = share(limits.perLaneMax, LANE_PART);
  const hosts = share(limits.perHostMax, HOST_PART);
  const organisations = share(limits.perOrganisationMax, ORGANISATION_PART);
  const count = ({ lane, host, orgId }: CountedDelivery, change: 1 | -1) => {
    lanes.add(lane, change);
    hosts.add(host, change);
    organisations.add(orgId, change);
    free -= change;
  };
  return {
    free: () => free,
    perLaneMax: lanes.max,
    admit(delivery) {
      const { lane, host, orgId } = delivery;
      if (!lanes.hasRoom(lane) || !hosts.hasRoom(host) || !organisations.hasRoom(orgId)) return false;
      count(delivery, 1);
      return true;
    },
    release: (delivery) => count(delivery, -1),
    countsByLane: () => lanes.counts,
    busyOrgIds: organisations.busy,
  };
}

/** Counts by name, of which each may reach `max`. */
function createShare(max: () => number) {
  const counts = new Map<string, number>();
  return {
    max,
    counts: counts as ReadonlyMap<string, number>,
    hasRoom: (name: string) => (counts.get(name) ?? 0) < max(),
    add(name: string, change: 1 | -1) {
      const count = (counts.get(name) ?? 0) + change;
      if (count === 0) counts.delete(name);
      else counts.set(name, count);
    },
    busy() {
      const most = max();
      return [...counts].filter(([, count]) => count >= most).map(([name]) => name);
    },
  };
}
