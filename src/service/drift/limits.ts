/** Limits of drift. Each has its unit in its name. */
export const DRIFT_LIMITS = {
  /** Artefacts that one request looks at: a rare state is found page by page. */
  artefactsScannedMax: 2_000,
  /** Artefacts whose facts are read by one statement. */
  artefactsReadAtOnce: 250,
  /** Files of an artefact that an answer lists, the worst first. */
  filesListedMax: 50,
  /** Files of a linked folder without one of the same path in the artefact that are looked at. */
  missingReadMax: 500,
  /** Links of a source for prefixes. */
  prefixLinksMax: 200,
} as const satisfies Readonly<Record<string, number>>;
