/**
 * Process that validates one file with every rule and ends, to measure its whole cost. The service's limits do not
 * apply.
 */
import { readFileSync } from 'node:fs';
import { READ_LIMITS } from '../../src/analysis/platforms/limits.ts';
import { fullEngine, validateFile } from '../engine.ts';

const [path] = process.argv.slice(2);
const engine = fullEngine({ ...READ_LIMITS, xmlNodesMax: 100_000_000 });
const findings = validateFile(engine, { name: 'Synthetic.xaml', bytes: readFileSync(path!) });
process.stdout.write(`${findings}\n`);
