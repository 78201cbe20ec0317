/** Rights and programs that a run on hosts needs, tried rather than guessed. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Programs that make hosts. All are in every Linux distribution: iproute2 and util-linux. */
const PROGRAMS = ['ip', 'unshare', 'nsenter', 'mount'] as const;

/** Namespaces of a run: all that it makes ends with them. */
export const NAMESPACES = ['--net', '--mount', '--pid', '--ipc', '--fork', '--kill-child', '--mount-proc'];

/** Makes a bridge and a host with a link, as the run does. */
const TRIAL = `ip link set lo up && mkdir -p /run/netns && mount -t tmpfs none /run/netns &&
  ip link add trial type bridge && ip netns add trial && ip link add one type veth peer name two netns trial`;

/** Returns why this machine cannot make hosts, or null when it can. */
export function hostsAbsent(): string | null {
  if (process.platform !== 'linux') return 'needs Linux, whose network namespaces are the hosts';
  const missing = PROGRAMS.filter((name) => spawnSync(name, ['--version']).error !== undefined);
  if (missing.length > 0) return `needs the programs ${missing.join(', ')} (iproute2 and util-linux)`;
  if (!existsSync('/proc/self/ns/net')) return 'needs a kernel with network namespaces';
  const trial = spawnSync('unshare', [...NAMESPACES, 'sh', '-c', TRIAL], { encoding: 'utf8' });
  if (trial.status === 0) return null;
  const reason = trial.stderr.trim().split('\n').at(-1) ?? '';
  return `needs the rights to make namespaces, links and mounts, as root or with CAP_SYS_ADMIN and CAP_NET_ADMIN (${reason})`;
}
