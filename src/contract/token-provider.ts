/** CI systems whose identity tokens can be trusted. */
export const TOKEN_PROVIDER_NAMES = ['github', 'gitlab', 'entra', 'jenkins', 'kubernetes'] as const;

/** Name of a CI system. */
export type TokenProviderName = (typeof TOKEN_PROVIDER_NAMES)[number];
