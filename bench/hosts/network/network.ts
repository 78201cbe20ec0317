/** Hosts: network namespaces on one bridge, and the names by which they find each other. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const NETWORK = '10.77.0';

/** Network that all hosts are in. */
export const HOST_NETWORK = `${NETWORK}.0/24`;

/** Machine of its own, as far as the network and its name show. */
export interface Host {
  readonly name: string;
  readonly address: string;
  /** Cuts the link: nothing arrives, and nothing says so. */
  cut(): void;
  /** Restores the link. */
  heal(): void;
}

export interface Network {
  /** Adds a host with an address of its own. */
  addHost(name: string): Host;
  /** Gives a name an address record for each of these hosts. */
  setName(name: string, hosts: readonly Host[]): void;
}

const ip = (...argv: readonly string[]) =>
  void execFileSync('ip', argv, { stdio: ['ignore', 'ignore', 'pipe'] });

/** Creates the network in the namespaces of this process, where nothing else is. */
export function createNetwork(folder: string): Network {
  mkdirSync('/run/netns', { recursive: true });
  for (const place of ['/run/netns', '/dev/shm']) execFileSync('mount', ['-t', 'tmpfs', 'none', place]);
  ip('link', 'set', 'lo', 'up');
  ip('link', 'add', 'switch', 'type', 'bridge');
  ip('address', 'add', `${NETWORK}.1/24`, 'dev', 'switch');
  ip('link', 'set', 'switch', 'up');
  const names = new Map<string, readonly Host[]>();
  const file = join(folder, 'hosts');
  const write = () => {
    const lines = [...names].flatMap(([name, hosts]) => hosts.map(({ address }) => `${address} ${name}`));
    writeFileSync(file, ['127.0.0.1 localhost', ...lines, ''].join('\n'));
  };
  write();
  execFileSync('mount', ['--bind', file, '/etc/hosts']);
  let last = 1;
  return {
    addHost(name) {
      last += 1;
      const address = `${NETWORK}.${last}`;
      const link = `to-${name}`;
      ip('netns', 'add', name);
      ip('link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
      ip('link', 'set', link, 'master', 'switch', 'up');
      const inside = ['-n', name];
      ip(...inside, 'address', 'add', `${address}/24`, 'dev', 'eth0');
      for (const device of ['eth0', 'lo']) ip(...inside, 'link', 'set', device, 'up');
      return {
        name,
        address,
        cut: () => ip('link', 'set', link, 'down'),
        heal: () => ip('link', 'set', link, 'up'),
      };
    },
    setName(name, hosts) {
      names.set(name, hosts);
      write();
    },
  };
}
