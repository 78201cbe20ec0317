/** The JUnit schema of Jenkins' xUnit plugin, which lists the elements and attributes that its importer reads. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';

// Copied from github.com/jenkinsci/xunit-plugin (MIT) at 8c515de2, src/main/resources/…/types/model/xsd.
const SCHEMA = join(import.meta.dirname, '../fixtures/schemas/junit-10.xsd');

/** Throws if the document is not well-formed or breaks the schema; the message holds every reason with its line. */
export function assertJunitSchema(xml: string): void {
  using schema = XmlDocument.fromString(readFileSync(SCHEMA, 'utf8'));
  using validator = XsdValidator.fromDoc(schema);
  using document = XmlDocument.fromString(xml);
  validator.validate(document);
}
