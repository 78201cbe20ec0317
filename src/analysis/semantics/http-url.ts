/** Addresses of services and pages. */

const ADDRESS = /^(?:https?|ftps?|wss?):\/\/[^\s/"'<>]+/i;
/** Hosts whose addresses are names of formats and schemas that no program calls. */
const SCHEMA_HOST =
  /^https?:\/\/(?:www\.w3\.org|schemas\.[\w.-]+|[\w.-]+\.xmlsoap\.org|tempuri\.org|www\.blueprism\.co\.uk\/product)(?:[/:]|$)/i;

/** Returns true for `https://crm.example.com/api`; false for namespaces such as `http://www.w3.org/…` and for prose. */
export function isServiceUrl(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed.length > 2000 || /\s/.test(trimmed)) return false;
  return ADDRESS.test(trimmed) && !SCHEMA_HOST.test(trimmed);
}
