/** Small workflow files to submit. */
import { ValidateRequest } from '../../../src/gen/flowarden/v1/validation.ts';

/** A task bot whose first `unread` commands have an unreadable part, each a finding. */
export function bot(unread = 0, commands = 3): Buffer {
  const nodes = Array.from({ length: Math.max(unread, commands) }, (_, index) => ({
    uid: `n${index}`,
    commandName: 'logToFile',
    packageName: 'LogToFile',
    attributes: [{ name: 'content', value: { type: 'STRING', string: `line ${index}` } }],
    ...(index < unread && { children: 5 }),
  }));
  return Buffer.from(JSON.stringify({ nodes, variables: [], packages: [] }));
}

/** A request to validate a small bot, with the fields that a test cares about. */
export function validateRequest(changes: Partial<ValidateRequest> = {}): ValidateRequest {
  return {
    ...ValidateRequest.decode(new Uint8Array()),
    file: bot(),
    filename: 'Invoices.bot',
    platform: 'platform_3',
    ...changes,
  };
}
