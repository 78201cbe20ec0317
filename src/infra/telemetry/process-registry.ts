/** Registry of the metrics of a process. */
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { programVersion } from '../process/install-root.ts';

/** Creates a registry with the metrics of Node.js and the build. */
export function createProcessRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const build = new Gauge({
    name: 'flowarden_build_info',
    help: 'Always 1; its labels are the version of the program and of Node.js.',
    labelNames: ['version', 'node'],
    registers: [registry],
  });
  build.set({ version: programVersion(), node: process.version }, 1);
  return registry;
}
