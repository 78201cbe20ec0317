/** Runs of a service that the figures of the web app look at. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workflowOfFindings, workflowOfSteps } from './inputs/large-xaml.ts';
import type { Service } from './service.ts';

const SAMPLES = [
  ['uipath', 'uipath/Main.xaml'],
  ['power_automate', 'power-automate/ApproveInvoice.json'],
  ['automation_anywhere', 'automation-anywhere/Send Reminders.json'],
  ['blue_prism', 'blue-prism/Load Customers.bpprocess'],
] as const;

/** Runs of the feed: more than a page of it. */
const RUNS = 60;

/** Size of what the largest screens show. */
export const MANY = 10_000;

/** Ids of the results. */
export interface WebData {
  readonly usual: string;
  /** With `MANY` findings; it was sent last, so that the feed begins with it. */
  readonly findings: string;
  /** With `MANY` steps. */
  readonly steps: string;
}

/** Sends the files. */
export async function sendFiles(service: Service): Promise<WebData> {
  const steps = await validate(service, 'uipath', 'robots/Steps.xaml', workflowOfSteps(MANY));
  let usual = '';
  for (let run = 0; run < RUNS; run += 1) {
    const [platform, path] = SAMPLES[run % SAMPLES.length]!;
    const id = await validate(service, platform, `robots/${run % 20}/${path}`, sample(path));
    if (platform === 'uipath') usual = id;
  }
  const findings = await validate(service, 'uipath', 'robots/Findings.xaml', workflowOfFindings(MANY));
  return { usual, findings, steps };
}

function sample(path: string): Buffer {
  return readFileSync(join(import.meta.dirname, '../samples', path));
}

async function validate(
  service: Service,
  platform: string,
  filename: string,
  bytes: Uint8Array,
): Promise<string> {
  const body = new FormData();
  body.set('platform', platform);
  body.set('source', 'cicd');
  body.set(
    'metadata',
    JSON.stringify({ pipeline: { repository: 'bank/invoice-robots', branch: `feature/${filename.length}` } }),
  );
  body.set('file', new Blob([new Uint8Array(bytes)]), filename);
  const response = await service.fetch('/api/v1/validate', { method: 'POST', body });
  const answer = (await response.json()) as { readonly validationId?: string };
  if (answer.validationId === undefined) throw new Error(JSON.stringify(answer));
  return answer.validationId;
}
