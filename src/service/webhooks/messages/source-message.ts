/** Chat messages about sources: a pull that failed, drift, a credential that is going to end. */
import type { ExpiringCredentialEvent, FailedPullEvent, FoundDriftEvent } from '../../../contract/event.ts';
import type { DriftedArtefact } from '../../../contract/events/source-data.ts';
import { formatNumber, plural } from '../../../text/format.ts';
import type { ChatLink, ChatMessage } from './chat-message.ts';

const openSource = (url: string): readonly ChatLink[] => [{ name: 'Open the source', url }];

/** Returns the message of a `source.pull_failed` event. */
export function failedPullMessage({ data }: FailedPullEvent): ChatMessage {
  return {
    title: `Pull failed: ${data.sourceName}`,
    facts: [['Ended', data.endedAt]],
    lines: [data.problem ?? ''],
    links: openSource(data.reportUrl),
    tone: 'bad',
  };
}

/** Returns the message of a `source.drift_found` event. */
export function foundDriftMessage({ data }: FoundDriftEvent): ChatMessage {
  return {
    title: `${plural(data.newCount, 'package')} with new drift: ${data.sourceName}`,
    facts: [['With drift in all', formatNumber(data.driftedCount)]],
    lines: data.artefacts.map(artefactText),
    links: [{ name: 'Open the drift', url: data.reportUrl }],
    tone: 'warning',
  };
}

function artefactText({ name, version, environment, state }: DriftedArtefact): string {
  const where = environment === null ? '' : ` in ${environment}`;
  return `${name} ${version}${where}: ${state.replace('_', ' ')}`;
}

/** Returns the message of a `source.credential_expiring` event. */
export function expiringCredentialMessage({ data }: ExpiringCredentialEvent): ChatMessage {
  return {
    title: `Credential of ${data.sourceName} expires in ${plural(data.daysRemaining, 'day')}`,
    facts: [['Expires', data.expiresAt]],
    lines: ['Set the next one: it takes the place of the current one once it has worked.'],
    links: openSource(data.reportUrl),
    tone: 'warning',
  };
}
