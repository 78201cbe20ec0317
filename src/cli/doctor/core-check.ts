/** Check of the cores that a gateway or jobs call: whether each of their addresses takes connections. */
import { lookup } from 'node:dns/promises';
import { connect } from 'node:net';
import { INFRA_LIMITS } from '../../infra/limits.ts';
import { type CheckResult, reasonOf, resultsOf } from './check.ts';

const { ok, warning, failed } = resultsOf('core');

/** Runs the check for addresses as `host:port`, separated by commas. */
export async function checkCores(addresses: string): Promise<CheckResult> {
  const found = await Promise.all(addresses.split(',').map(reach));
  const problems = found.flatMap((one) => one.problems);
  const count = found.reduce((sum, one) => sum + one.reached, 0);
  if (count === 0)
    return failed(`No core answers: ${problems.join('; ')}. Start one, or correct FLOWARDEN_CORE_ADDRESS.`);
  if (problems.length > 0)
    return warning(`Not every core answers: ${problems.join('; ')}. Calls go to the others: start it again.`);
  return ok(count === 1 ? 'A core takes connections.' : `${count} cores take connections.`);
}

async function reach(
  address: string,
): Promise<{ readonly reached: number; readonly problems: readonly string[] }> {
  const [, host = '', port = ''] = /^\[?(.+?)\]?:(\d+)$/.exec(address) ?? [];
  try {
    const records = await lookup(host, { all: true });
    const tries = await Promise.all(records.map(({ address: ip }) => tryConnection(ip, Number(port))));
    const problems = tries.flatMap((problem) => (problem === null ? [] : [`${address} (${problem})`]));
    return { reached: tries.length - problems.length, problems };
  } catch (error) {
    return { reached: 0, problems: [`${address} (${reasonOf(error)})`] };
  }
}

/** Opens a connection; resolves with the reason why it cannot be, or null. */
function tryConnection(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect({ host, port }, () => {
      socket.destroy();
      resolve(null);
    });
    socket.setTimeout(INFRA_LIMITS.healthMsMax, () =>
      socket.destroy(new Error('it does not answer in time')),
    );
    socket.on('error', (error) => resolve(reasonOf(error)));
  });
}
