/** Header of answers that search engines must not list. */

export const HIDDEN = { 'X-Robots-Tag': 'noindex' } as const;

/** Description of the header. */
export const HIDDEN_HEADERS = { 'X-Robots-Tag': 'Always `noindex`.' } as const;
