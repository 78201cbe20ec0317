/** What the gateways and cores of tests know each other by. */
export const GATEWAY_TOKEN = 'g'.repeat(32);
