/** Mail and file transfer without encryption. */
import { localName } from '../../platforms/xml/document.ts';
import type { Fix } from '../fix.ts';
import { writeHere } from './xaml-setting.ts';

/** Settings, and the value with encryption. */
const ENCRYPTED: ReadonlyMap<string, string> = new Map([
  ['EnableSSL', 'True'],
  ['SecureConnection', 'StartTls'],
  ['FtpsMode', 'Explicit'],
]);

export const fix: Fix = {
  rule: 'UIP-SEC-012',
  does: 'Asks for an encrypted connection: EnableSSL, StartTls or explicit FTPS.',
  consequence: 'A server that offers no encryption is no longer reached.',
  xml(place, { finding }) {
    const value = ENCRYPTED.get(finding.subject);
    if (value === undefined) return 'Code opens the connection.';
    // A session without the setting gets it.
    if (localName(place.doc, place.element) === 'WithFtpSession')
      return writeHere({ ...place }, 'FtpsMode', value);
    return writeHere(place, finding.subject, value);
  },
};
