/** Message of every answer that is an error. */
export const ERROR_MESSAGE = 'flowarden.rest.v1.ErrorResponse' as const;
