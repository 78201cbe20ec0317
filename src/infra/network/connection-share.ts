/**
 * Share of each address in the connections of a server, so that a few cannot take them all. When room is short, idle
 * connections make it, first those of the address that has most of them.
 */
import type { Server, Socket } from 'node:net';
import { addressGroup, plainAddress } from './address-group.ts';

/** Limits of the connections of a server. */
export interface ConnectionShares {
  readonly connectionsMax: number;
  /** Connections of one IPv4 address, or of one /64 of IPv6. */
  readonly connectionsAddressMax: number;
  /** Time after which an idle connection is closed; absent: the server closes them itself. */
  readonly idleMsMax?: number;
  /** Returns whether an address has no limit of its own, as it serves many clients. */
  isTrusted?(address: string): boolean;
}

/** Connections of a server. */
export interface SharedConnections {
  /** Marks a connection as used by a request. Returns the end of that use. */
  use(socket: Pick<Socket, 'remoteAddress' | 'remotePort'>): () => void;
  /** Takes a connection out of the share of its address, as its client has proven who it is. */
  trust(socket: Pick<Socket, 'remoteAddress' | 'remotePort'>): void;
}

interface Connection {
  readonly key: string;
  readonly socket: Socket;
  group: Group;
  uses: number;
  idleSinceMs: number;
}

interface Group {
  readonly name: string;
  count: number;
  /** Connections without a request, the longest idle first. */
  readonly idle: Set<Connection>;
}

/** Name of the group of all connections that have no share. */
const TRUSTED = 'trusted';

/** Counts the connections of a server, and closes those beyond the limits. */
export function shareConnections(server: Server, limits: ConnectionShares): SharedConnections {
  const { connectionsMax, connectionsAddressMax, idleMsMax, isTrusted = () => false } = limits;
  const groups = new Map<string, Group>();
  const connections = new Map<string, Connection>();

  function join(name: string): Group {
    const group = groups.get(name) ?? { name, count: 0, idle: new Set() };
    groups.set(name, group);
    group.count += 1;
    return group;
  }

  function leave({ group }: Connection): void {
    group.count -= 1;
    if (group.count === 0) groups.delete(group.name);
  }

  function remove(connection: Connection): void {
    if (connections.get(connection.key) !== connection) return;
    connections.delete(connection.key);
    connection.group.idle.delete(connection);
    leave(connection);
  }

  /** Closes the connection that has been idle longest; returns false if there is none. */
  function closeIdle(group: Group | undefined): boolean {
    const [longest] = group?.idle ?? [];
    if (longest === undefined) return false;
    remove(longest);
    longest.socket.destroy();
    return true;
  }

  /** Returns the group that makes room: the largest with idle connections, the trusted ones last. */
  function largestIdle(): Group | undefined {
    const candidates = [...groups.values()].filter(({ idle }) => idle.size > 0);
    const strangers = candidates.filter(({ name }) => name !== TRUSTED);
    return strangers.toSorted((one, other) => other.count - one.count)[0] ?? candidates[0];
  }

  function hasRoom(name: string): boolean {
    const group = groups.get(name);
    const isShareFull = name !== TRUSTED && (group?.count ?? 0) >= connectionsAddressMax;
    if (isShareFull && !closeIdle(group)) return false;
    return connections.size < connectionsMax || closeIdle(largestIdle());
  }

  server.on('connection', (socket: Socket) => {
    const address = plainAddress(socket.remoteAddress ?? '');
    const name = address === null || isTrusted(address) ? TRUSTED : addressGroup(address);
    if (!hasRoom(name)) {
      socket.destroy();
      return;
    }
    const key = keyOf(socket);
    const connection = { key, socket, group: join(name), uses: 0, idleSinceMs: performance.now() };
    connections.set(key, connection);
    connection.group.idle.add(connection);
    socket.once('close', () => remove(connection));
  });

  if (idleMsMax !== undefined) {
    const closeSilent = () => {
      const beforeMs = performance.now() - idleMsMax;
      for (const group of groups.values())
        for (const { socket, idleSinceMs } of group.idle) if (idleSinceMs <= beforeMs) socket.destroy();
    };
    const timer = setInterval(closeSilent, idleMsMax / 4).unref();
    server.once('close', () => clearInterval(timer));
  }

  return {
    use(socket) {
      const connection = connections.get(keyOf(socket));
      if (connection === undefined) return () => {};
      connection.uses += 1;
      connection.group.idle.delete(connection);
      let isUsed = true;
      return () => {
        if (!isUsed) return;
        isUsed = false;
        connection.uses -= 1;
        if (connection.uses > 0 || connections.get(connection.key) !== connection) return;
        connection.idleSinceMs = performance.now();
        connection.group.idle.add(connection);
      };
    },
    trust(socket) {
      const connection = connections.get(keyOf(socket));
      if (connection === undefined || connection.group.name === TRUSTED) return;
      leave(connection);
      const isIdle = connection.group.idle.delete(connection);
      connection.group = join(TRUSTED);
      if (isIdle) connection.group.idle.add(connection);
    },
  };
}

/** Returns what identifies a connection of a server, also that below TLS. */
function keyOf({ remoteAddress, remotePort }: Pick<Socket, 'remoteAddress' | 'remotePort'>): string {
  return `${remoteAddress} ${remotePort}`;
}
